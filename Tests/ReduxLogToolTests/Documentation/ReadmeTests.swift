import Testing

/// The README's code is code of the tests, and what it says of the package stands in its manifest.
@Suite struct ReadmeTests {
  private let page: MarkdownPage

  init() throws { page = MarkdownPage(try Repository.text("README.md")) }

  @Test func `every block of Swift is compiled`() throws {
    let snippets = try Repository.swiftFiles(in: "Tests").flatMap { try Snippet.all(in: Repository.text($0)) }
    let blocks = page.blocks("swift").map { Snippet(block: $0) }.filter { !$0.isManifest }
    #expect(!snippets.isEmpty)
    for block in blocks { #expect(snippets.contains { $0.lines == block.lines }, "not compiled:\n\(block.text)") }
    for snippet in snippets {
      #expect(blocks.contains { $0.lines == snippet.lines }, "not in the README:\n\(snippet.text)")
    }
  }

  @Test func `the products and the package that are named to depend on exist`() throws {
    let manifest = try Repository.text("Package.swift")
    let block = try #require(page.blocks("swift").map { Snippet(block: $0) }.first { $0.isManifest })
    let products = block.text.matches(of: /\.product\(name: "(\w+)", package: "(\w+)"\)/)
    #expect(!products.isEmpty)
    for product in products {
      #expect(manifest.contains(".library(name: \"\(product.output.1)\""))
      #expect(manifest.contains("name: \"\(product.output.2)\""))
    }
  }

  @Test func `the line that the example takes away is there`() throws {
    let reducer = try Repository.text("Samples/Tracker/TrackerApp+Projects.swift")
    let lines = try #require(page.blocks("diff").first).lines
    for line in lines where !line.isEmpty { #expect(reducer.contains("\n" + line.dropFirst().description)) }
    #expect(
      lines.filter { $0.hasPrefix("-") }.map { $0.dropFirst().drop { $0 == " " } }
        == [ChangedTrackerApp.removedLine[...]])
  }

  @Test func `the two commands are those that are checked`() throws {
    let script = try Repository.text(".ci/run")
    let commands = page.blocks("sh").flatMap(\.lines).filter { $0.hasPrefix("swift ") }
    #expect(commands.prefix(2) == ["swift run reduxlog tour", "swift test"])
    for command in commands { #expect(script.contains("\n\(command)\n"), "\(command)") }
  }
}

/// Lines of code that the README shows.
private struct Snippet {
  var lines: [String]

  var text: String { lines.joined(separator: "\n") }

  /// Whether it belongs into a `Package.swift`, which no test can hold.
  var isManifest: Bool { text.contains(".package(") }

  /// A block of the README, without its imports, which stand at the top of a file, and without `@main`, which a bundle
  /// of tests has already.
  init(block: MarkdownPage.Block) {
    lines = block.lines.filter { !$0.hasPrefix("import ") }
      .map { $0.hasPrefix("@main ") ? String($0.dropFirst(6)) : $0 }
    while lines.first == "" { lines.removeFirst() }
  }

  private init(lines: [String]) { self.lines = lines }

  /// What stands between `// README: NAME` and `// README: end`, without its indentation and without `private`.
  static func all(in source: String) -> [Snippet] {
    var snippets: [Snippet] = []
    var open: (indent: Int, lines: [String])?
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let text = line.drop { $0 == " " }
      if text == "// README: end" {
        if let open { snippets.append(Snippet(lines: open.lines)) }
        open = nil
      } else if text.hasPrefix("// README: ") {
        open = (line.count - text.count, [])
      } else if let indent = open?.indent {
        let line = line.dropFirst(indent)
        open?.lines.append(String(line.hasPrefix("private ") ? line.dropFirst(8) : line))
      }
    }
    return snippets
  }
}

/// Lines of code that a page shows and a test or sample compiles.
struct Snippet: Equatable {
  var lines: [String]

  var text: String { lines.joined(separator: "\n") }

  /// Whether it belongs into a `Package.swift`, which no test can contain.
  var isManifest: Bool { text.contains(".package(") }

  /// Makes a snippet of a page's block.
  ///
  /// It leaves out imports, which stand at the top of a file, and `@main`, which a test bundle already has. Of a
  /// difference, it keeps the result.
  init(block: MarkdownPage.Block) {
    var lines = block.lines
    if block.language == "diff" {
      lines = lines.filter { !$0.hasPrefix("-") }.map { String($0.dropFirst()) }
    }
    lines = lines.filter { !$0.hasPrefix("import ") }.map { $0.hasPrefix("@main ") ? String($0.dropFirst(6)) : $0 }
    while lines.first == "" { lines.removeFirst() }
    self.lines = lines
  }

  /// Returns whether a source contains the lines in a row, with the same extra indentation.
  func stands(in source: String) -> Bool {
    let source = source.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.first else { return false }
    return source.indices.contains { start in
      let indent = source[start].count - first.count
      guard indent >= 0, source[start...].count >= lines.count else { return false }
      let spaces = String(repeating: " ", count: indent)
      return zip(source[start...], lines).allSatisfy { $0 == ($1.isEmpty ? "" : spaces + $1) }
    }
  }

  private init(lines: [String]) { self.lines = lines }

  /// The start of a line that marks a snippet of a page.
  static func mark(of page: String) -> String { "// \(page == "README.md" ? "README" : page): " }

  /// Returns the lines between each `// PAGE: NAME` and `// PAGE: end`, without indentation and `private`.
  ///
  /// PAGE is the page's path, or `README` for `README.md`.
  static func all(of page: String, in source: String) -> [Snippet] {
    let mark = mark(of: page)
    var snippets: [Snippet] = []
    var open: (indent: Int, lines: [String])?
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let text = line.drop { $0 == " " }
      if text == mark + "end" {
        if let open { snippets.append(Snippet(lines: open.lines)) }
        open = nil
      } else if text.hasPrefix(mark) {
        open = (line.count - text.count, [])
      } else if let indent = open?.indent {
        let line = line.dropFirst(indent)
        open?.lines.append(String(line.hasPrefix("private ") ? line.dropFirst(8) : line))
      }
    }
    return snippets
  }
}

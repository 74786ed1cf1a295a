import TestSupport
import Testing

/// The pages of the samples describe the samples' code.
struct SamplePageTests {
  private static func texts(in folder: String) throws -> [String] {
    try Repository.swiftFiles(in: folder).map(Repository.text)
  }

  @Test func `a difference fixes the changed sample, as the named file of the sample is`() throws {
    let changed = try Self.texts(in: "Tests/ChangedSamples").joined()
    var differences = 0
    for sample in Repository.samples {
      for block in MarkdownPage(try Repository.text("\(sample)/README.md")).blocks("diff") {
        let sources = try block.remark.map { [try Repository.text($0)] } ?? Self.texts(in: sample)
        let isMended = sources.contains(where: Snippet(block: block).stands)
        #expect(isMended, "\(sample):\(block.start + 1)")
        for line in block.lines where line.hasPrefix("-") {
          let isMistake = changed.contains(line.dropFirst().drop { $0 == " " })
          #expect(isMistake, "\(sample): \(line)")
        }
        differences += 1
      }
    }
    #expect(differences > 3)
  }

  @Test(arguments: Repository.samples)
  func `the page names each file of the sample or its folder, and no other`(sample: String) throws {
    let page = MarkdownPage(try Repository.text("\(sample)/README.md"))
    let title = try #require(page.prose.first?.heading)
    let rows = page.prose.filter { $0.heading == title && $0.line.hasPrefix("| `") }
    let cells = rows.map { $0.line.split(separator: "|")[0] }
    // A name that begins with a slash is a place in the state.
    let names = MarkdownPage(cells.joined(separator: "\n")).codeWords.filter { !$0.hasPrefix("/") }
    #expect(!names.isEmpty)
    for name in names { #expect(Repository.exists("\(sample)/\(name)"), "\(name)") }
    for file in Repository.swiftFiles(in: sample) {
      let path = file.dropFirst(sample.count + 1)
      let isNamed = names.contains { path == $0 || path.hasPrefix($0.hasSuffix("/") ? $0 : "\($0)/") }
      #expect(isNamed, "\(file)")
    }
  }
}

import Testing

/// What the pages of the samples show of their code is in it.
@Suite struct SamplePageTests {
  @Test(arguments: ["Samples/Tracker/README.md"])
  func `a line that mends a mistake is in the file that the block names`(path: String) throws {
    let page = MarkdownPage(try Repository.text(path))
    let blocks = page.blocks("diff")
    #expect(!blocks.isEmpty)
    for block in blocks {
      let file = try Repository.text(#require(block.remark))
      let mended = block.lines.filter { !$0.hasPrefix("-") }.map { $0.dropFirst() }.joined(separator: "\n")
      #expect(file.contains(mended), "\(path):\(block.start + 1)")
    }
  }

  @Test(arguments: ["Samples/Tracker"])
  func `each file of the sample is named`(folder: String) throws {
    let page = try Repository.text("\(folder)/README.md")
    let prefix = "\(folder)/".count
    for file in Repository.swiftFiles(in: folder) {
      #expect(page.contains("`\(file.dropFirst(prefix))`"), "\(file)")
    }
  }
}

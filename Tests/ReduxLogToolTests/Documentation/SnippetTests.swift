import Testing

/// The code that the pages show is code of the tests, word for word.
@Suite struct SnippetTests {
  @Test(arguments: [
    "Samples/Movies/README.md",
    "README.md", "docs/first-hour.md", "docs/persistence.md", "docs/stores.md", "docs/testing.md",
  ])
  func `every block of Swift is compiled`(path: String) throws {
    let page = MarkdownPage(try Repository.text(path))
    // A difference that names a file of the samples is held by a test of its own.
    let shown = page.blocks.filter { $0.language == "swift" || ($0.language == "diff" && $0.remark == nil) }
      .map { Snippet(block: $0) }.filter { !$0.isManifest }
    let compiled = try Repository.swiftFiles(in: "Tests").flatMap { try Snippet.all(of: path, in: Repository.text($0)) }
    #expect(!compiled.isEmpty)
    for snippet in shown where !compiled.contains(snippet) { Issue.record("not compiled:\n\(snippet.text)") }
    for snippet in compiled where !shown.contains(snippet) { Issue.record("not on the page:\n\(snippet.text)") }
  }

  @Test func `the first hour shows what a debug build says of the state`() throws {
    let page = MarkdownPage(try Repository.text("docs/first-hour.md"))
    let block = try #require(page.blocks("text").first)
    #expect(block.text == WatchSession.firstAudit)
  }

  @Test func `a snippet has neither its indentation nor its visibility`() {
    let source = """
      // docs/page.md: one
      private struct A {
        private var b = 1
      }
      // docs/page.md: end
        // docs/other.md: two
        let c = A()
        // docs/other.md: end
      """
    #expect(
      Snippet.all(of: "docs/page.md", in: source).map(\.lines) == [["struct A {", "  private var b = 1", "}"]])
    #expect(Snippet.all(of: "docs/other.md", in: source).map(\.lines) == [["let c = A()"]])
  }

  @Test func `a difference shows what is there afterwards`() throws {
    let page = MarkdownPage("```diff\n import A\n+import B\n \n-let a = 1\n+let a = 2\n   .b\n```")
    let block = try #require(page.blocks("diff").first)
    #expect(Snippet(block: block).lines == ["let a = 2", "  .b"])
  }
}

import Expectations
import Foundation
import TestSupport
import Testing

/// The code on the pages is code of the tests, word for word. Pages of samples may also show code of the sample, or of
/// its changed copy.
struct SnippetTests {
  /// The pages that show code; the list comes from the folders, so that a new page can't be left out.
  private static let pages: [String] = Repository.pages.filter { path in
    guard let text = try? Repository.text(path) else { return true }
    return MarkdownPage(text).blocks.contains { ["swift", "diff"].contains($0.language) }
  }

  /// The snippets that the tests mark, of each page.
  private static let marked = Result {
    let sources = try Repository.swiftFiles(in: "Tests").map(Repository.text)
    return Dictionary(
      uniqueKeysWithValues: pages.map { page in
        let marked = sources.filter { $0.range(of: Snippet.mark(of: page), options: .literal) != nil }
        return (page, marked.flatMap { Snippet.all(of: page, in: $0) })
      })
  }

  @Test(arguments: pages)
  func `every block of Swift is compiled`(path: String) throws {
    let page = MarkdownPage(try Repository.text(path))
    // SamplePageTests or ReadmeTests compare a difference that names a file.
    let blocks = page.blocks.filter { $0.language == "swift" || ($0.language == "diff" && $0.remark == nil) }
    let marked = try Self.marked.get()[path] ?? []
    let folder = Repository.samples.filter { path.hasPrefix("\($0)/") }
    let sources = try (folder.isEmpty ? [] : folder + ["Tests/ChangedSamples"])
      .flatMap { try Repository.swiftFiles(in: $0).map(Repository.text) }
    var shown: [Snippet] = []
    for block in blocks {
      let snippet = Snippet(block: block)
      guard !snippet.isManifest else { continue }
      shown.append(snippet)
      let isCompiled =
        try block.remark.map { try snippet.stands(in: Repository.text($0)) }
        ?? (marked.contains(snippet) || sources.contains(where: snippet.stands))
      #expect(isCompiled, "\(path):\(block.start + 1): not compiled")
    }
    // A page may have only differences that name their file.
    #expect(!shown.isEmpty || page.blocks("swift").isEmpty)
    for snippet in marked where !shown.contains(snippet) { Issue.record("not on the page:\n\(snippet.text)") }
  }

  @Test func `the first hour shows the audit that a debug build prints`() throws {
    let page = MarkdownPage(try Repository.text("docs/tutorial/first-hour.md"))
    let block = try #require(page.blocks("text").first)
    expectEqual(block.text, WatchSession.firstAudit)
  }

  @Test func `a snippet drops its indentation and visibility`() {
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
    expectEqual(Snippet.all(of: "docs/page.md", in: source).map(\.lines), [["struct A {", "  private var b = 1", "}"]])
    expectEqual(Snippet.all(of: "docs/other.md", in: source).map(\.lines), [["let c = A()"]])
  }

  @Test func `a source contains a snippet completely, at any indentation`() {
    let snippet = Snippet(block: MarkdownPage("```swift\na {\n  b\n\n}\n```").blocks[0])
    #expect(snippet.stands(in: "a {\n  b\n\n}"))
    #expect(snippet.stands(in: "c {\n  a {\n    b\n\n  }\n}\n"))
    for source in ["", "a {\n  b\n", "a {\n  b\n}\n", "a {\n b\n\n}\n", "  a {\n  b\n\n}\n", "a {\n  b }\n\n}\n", "a"] {
      #expect(!snippet.stands(in: source), "\(source)")
    }
  }

  @Test func `a difference keeps its result`() throws {
    let page = MarkdownPage("```diff\n import A\n+import B\n \n-let a = 1\n+let a = 2\n   .b\n```")
    let block = try #require(page.blocks("diff").first)
    expectEqual(Snippet(block: block).lines, ["let a = 2", "  .b"])
  }
}

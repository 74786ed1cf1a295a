import CommandLineKit
import ReduxInspection
import Testing

@testable import ReduxLogTool

@Suite struct MarkdownCodeTests {
  @Test(
    arguments: [
      ("merge", "`merge`"), ("", "(empty)"), ("a`b", "``a`b``"), ("``", "``` `` ```"), ("`x", "`` `x ``"),
      ("x`", "`` x` ``"), (" x", "` x`"), (" x ", "`  x  `"), ("  ", "`  `"), ("@all #1 <b>", "`@all #1 <b>`"),
    ])
  func `a span is fenced by more back-ticks than are in it`(text: String, code: String) {
    #expect(MarkdownCode.span(text) == code)
  }

  @Test(
    arguments: [
      (["a", "b"], "```text\na\nb\n```\n"), (["```", "x"], "````text\n```\nx\n````\n"), ([], "```text\n```\n"),
    ])
  func `a block is fenced by more back-ticks than are in it`(lines: [String], code: String) {
    #expect(MarkdownCode.block(lines) == code)
  }
}

@Suite struct ReportTextTests {
  @Test func `Markdown distinguishes outside text from the tool's own`() {
    let name = "@`all\n"
    let text: ReportText = "the app \(name), \(2) sessions, \(own: "not closed")" + ", " + .strong("damaged")
    #expect(text.markdown == "the app ``@`all\\n``, 2 sessions, not closed, **damaged**")
    #expect(text.styled.plain == "the app @`all\\n, 2 sessions, not closed, damaged")
  }
}

@Suite struct ExcerptTests {
  @Test(
    arguments: [
      ("short", 5, "short"), ("too long", 5, "too …"), ("", 5, ""), ("a\nb", 10, "a\\nb"), ("a\n\n\n", 4, "a\\n…"),
      ("e" + String(repeating: "\u{301}", count: 100), 3, "e" + String(repeating: "\u{301}", count: 11) + "…"),
    ])
  func `an excerpt is the start of a text`(text: String, columns: Int, excerpt: String) {
    #expect(text.excerpt(columns: columns) == excerpt)
  }
}

@Suite struct RecentTests {
  @Test(arguments: [(0, [Int]()), (1, [7]), (3, [5, 6, 7]), (7, [1, 2, 3, 4, 5, 6, 7]), (9, [1, 2, 3, 4, 5, 6, 7])])
  func `the last few are kept, in their order`(limit: Int, kept: [Int]) {
    var recent = Recent<Int>(limit: limit)
    for number in 1...7 { recent.append(number) }
    #expect(recent.elements == kept)
    #expect(recent.count == 7)
  }
}

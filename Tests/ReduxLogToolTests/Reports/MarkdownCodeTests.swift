import CommandLineKit
import Expectations
import ReduxInspection
import Testing

@testable import ReduxLogTool

struct MarkdownCodeTests {
  @Test(
    arguments: [
      ("merge", "`merge`"), ("", "(empty)"), ("a`b", "``a`b``"), ("``", "``` `` ```"), ("`x", "`` `x ``"),
      ("x`", "`` x` ``"), (" x", "` x`"), (" x ", "`  x  `"), ("  ", "`  `"), ("@all #1 <b>", "`@all #1 <b>`"),
    ])
  func `a span is fenced by more back-ticks than are in it`(text: String, code: String) {
    expectEqual(MarkdownCode.span(text), code)
  }

  @Test(
    arguments: [
      (["a", "b"], "```text\na\nb\n```\n"), (["```", "x"], "````text\n```\nx\n````\n"), ([], "```text\n```\n"),
    ])
  func `a block is fenced by more back-ticks than are in it`(lines: [String], code: String) {
    expectEqual(MarkdownCode.block(lines), code)
  }
}

struct ReportTextTests {
  @Test func `Markdown distinguishes outside text from the tool's own`() {
    let name = "@`all\n"
    let text: ReportText = "the app \(name), \(2) sessions, \(own: "not closed")" + ", " + .strong("damaged")
    expectEqual(text.markdown, "the app ``@`all\\n``, 2 sessions, not closed, **damaged**")
    expectEqual(text.styled.plain, "the app @`all\\n, 2 sessions, not closed, damaged")
  }
}

struct ExcerptTests {
  @Test(
    arguments: [
      ("short", 5, "short"), ("too long", 5, "too …"), ("", 5, ""), ("a\nb", 10, "a\\nb"), ("a\n\n\n", 4, "a\\n…"),
      ("e" + String(repeating: "\u{301}", count: 100), 3, "e" + String(repeating: "\u{301}", count: 11) + "…"),
    ])
  func `an excerpt is the start of a text`(text: String, columns: Int, excerpt: String) {
    expectEqual(text.excerpt(columns: columns), excerpt)
  }
}

struct RecentTests {
  @Test(arguments: [(0, [Int]()), (1, [7]), (3, [5, 6, 7]), (7, [1, 2, 3, 4, 5, 6, 7]), (9, [1, 2, 3, 4, 5, 6, 7])])
  func `the last few are kept, in their order`(limit: Int, kept: [Int]) {
    var recent = Recent<Int>(limit: limit)
    for number in 1...7 { recent.append(number) }
    expectEqual(recent.elements, kept)
    expectEqual(recent.count, 7)
  }
}

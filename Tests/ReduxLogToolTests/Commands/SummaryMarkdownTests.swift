import CommandLineKit
import Expectations
import ReduxJournal
import ReduxLogTool
import ReduxNotation
import StateTree
import TestSupport
import Testing

/// Markdown summaries of hostile journals: people paste them into tickets.
struct SummaryMarkdownTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The summary of a journal where everything an app can choose is a given text.
  private func summary(_ name: String, of text: String) throws -> String {
    let path = folder.path(of: name)
    let json = JSONPrinter.text(of: .string(text), layout: .compact)
    let journal = try SampleJournal(
      path, app: AppIdentity(name: text, version: text), initial: ["n": 0],
      context: JSONObject([(text, .string(text)), ("nested", .array([.string(text)]))]))
    try journal.act("{\"merge\":{\(json):[\(json)]}}", type: text, at: 10)
    try journal.writer.beginAction(
      ActionHead(at: 30, type: text, swiftType: text, replayability: .inspectOnly, action: Array("[\(json)]".utf8)))
    try journal.writer.finishAction(
      ActionOutcome(
        hash: nil, unhashed: text, error: text,
        changed: [ChangedMember(pointer: JSONPointer(tokens: [text]).description, short: nil)]))
    try journal.writer.mark(to: 1, name: text, text: text)
    try journal.writer.gap(why: text, missing: 1)
    try journal.snapshot(setsState: true)
    try journal.writer.beginAction(ActionHead(at: 40, type: text, action: Array("[\(json)]".utf8)))
    try journal.writer.close()
    return reduxlog("summary", path, "--format", "markdown").output
  }

  @Test(
    arguments: [
      "`", "``", "```", "a`b``c```d", "` x `", " ", "  ", " x ", "\\`", "`\\", "~~~", "\n# heading\n", "\n```\n@all",
      "@everyone #12 GH-1", "<img src=x onerror=y>", "[text](https://example.com)", "https://example.com", "a|b|c",
      "**bold** _it_ ~~no~~", "&lt;", "$x$ $`y`$", ":tada:", "- [ ] task", "\u{1b}[2J\u{202e}\u{0}\u{2028}",
    ])
  func `text from the journal stays inside code`(text: String) throws {
    let plain = try MarkdownScan(summary("plain.jsonl", of: "plain"))
    let hostile = try MarkdownScan(summary("hostile.jsonl", of: text))
    #expect(hostile.isWellFormed)
    expectEqual(hostile.outside, plain.outside)
    expectEqual(plain.outside.first, "### CODE CODE")
  }

  @Test(
    arguments: [
      String(repeating: "x", count: 100_000), String(repeating: "`", count: 100_000),
      "e" + String(repeating: "\u{301}", count: 50_000), String(repeating: "\u{202e}", count: 30_000),
    ])
  func `a summary is short, however long the names are`(text: String) throws {
    let markdown = try summary("long.jsonl", of: text)
    #expect(MarkdownScan(markdown).isWellFormed)
    // GitHub accepts 65,536 characters.
    #expect(markdown.unicodeScalars.count < 20_000)
    #expect(markdown.utf8.count < 40_000)
  }
}

/// A Markdown text, separated into code and other text by the rules of CommonMark.
private struct MarkdownScan {
  /// The lines outside of code blocks, with `CODE` for each code span and without the digits.
  private(set) var outside: [String] = []
  /// Whether every span and block is closed.
  private(set) var isWellFormed = true

  init(_ text: String) {
    var fence: Int?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let ticks = line.prefix { $0 == "`" }.count
      if let open = fence {
        if ticks >= open, ticks == line.count { fence = nil }
      } else if ticks >= 3, line.dropFirst(ticks) == "text" {
        fence = ticks
      } else {
        outside.append(withoutCode(line))
      }
    }
    if fence != nil { isWellFormed = false }
  }

  private mutating func withoutCode(_ line: Substring) -> String {
    var result = ""
    var rest = line
    while let tick = rest.firstIndex(of: "`") {
      result += rest[..<tick]
      let fence = rest[tick...].prefix { $0 == "`" }
      var inner = rest[fence.endIndex...]
      // The span ends at the next run of the same length.
      var end: Substring.Index?
      while end == nil, let next = inner.firstIndex(of: "`") {
        let run = inner[next...].prefix { $0 == "`" }
        if run.count == fence.count { end = run.endIndex }
        inner = inner[run.endIndex...]
      }
      guard let end else {
        isWellFormed = false
        return result + rest[tick...]
      }
      result += "CODE"
      rest = rest[end...]
    }
    return (result + rest).filter { !$0.isNumber }
  }
}

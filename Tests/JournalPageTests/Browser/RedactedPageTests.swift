import CommandLineKit
import Expectations
import Foundation
import ReduxLogTool
import StateTree
import TestSupport
import Testing
import WebDriver

@Suite(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
struct RedactedPageTests {
  private static let actions = """
    {"merge":{"pin":1234,"user":{"name":"ada","password":"correct horse"}}}
    {"merge":{"pin":5678}}
    {"merge":{"user":{"password":"another one"}}}
    {"merge":{"user":{"password":"another one"}}}
    {"merge":{"count":0}}

    """

  private let folder: TemporaryFolder
  private let page: ReportPages.Page

  init() throws {
    folder = try TemporaryFolder()
    try Self.actions.write(toFile: folder.path(of: "actions"), atomically: false, encoding: .utf8)
    let journal = folder.path(of: "journal.jsonl")
    let messages = BufferSink()
    let code = InspectorTool.run(
      ["record", "-o", journal, "--app", "json", "--actions", folder.path(of: "actions"), "--self-contained"], apps: [],
      output: messages, errorOutput: messages, input: InputSource.buffer(""), environment: [:])
    #expect(code == .fine, "\(messages.text)")
    page = ReportPages.Page(name: "redacted", journal: journal)
  }

  /// Takes a second or two: it starts a browser.
  @Test func `every view of a report shows redacted values as redacted`() async throws {
    let page = page
    try await WebBrowser.use { browser in
      func text(_ selector: String) throws -> String {
        try browser.rest()
        let text = try browser.script(
          "return [...document.querySelectorAll('\(selector)')].map(one => one.innerText).join(' | ')")
        // The first encoding of a type may take a millisecond.
        return (text.string ?? "").replacing(#/\s+/#, with: " ").replacing(#/ \+[0-9.]+ m?s/#, with: "")
      }
      try browser.open(page, fragment: "2")
      let verdict = try text(".verdict")
      #expect(verdict.contains("Every state is proven, apart from redacted values"), "\(verdict)")
      let rows = try text(".row[aria-selected]").split(separator: " | ").dropFirst().joined(separator: " | ")
      expectEqual(
        rows,
        """
        0 initial state | 1 merge ‹redacted› /pin /user | 2 merge ‹redacted› /pin | \
        3 merge (password: ‹redacted›) /user/password | 4 merge (password: ‹redacted›) | 5 merge 0 /count
        """)
      try expectEqual(text(".changes .operations"), "~ /pin ‹redacted›")
      try browser.element("tab", "State").click()
      try expectEqual(
        text(".line"),
        #"▾ state: 2 members | pin: ‹redacted› | ▸ user: 2 members {name: "ada", password: ‹redacted›}"#)
      try browser.element("tab", "Action").click()
      let action = try text(".detail")
      #expect(action.contains(#""pin": ‹redacted›"#), "\(action)")
      try browser.press(.down, .down, .down)
      try browser.element("tab", "State").click()
      let state = try text(".line")
      #expect(state.contains("count: 0"), "\(state)")
    }
  }
}

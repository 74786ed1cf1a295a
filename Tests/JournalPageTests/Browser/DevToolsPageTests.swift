import CommandLineKit
import Expectations
import Foundation
import ReduxLogTool
import ReportJournals
import StateTree
import TestSupport
import Testing
import WebDriver

/// The page of the guide to the Redux DevTools, in a browser with a stand-in for the extension.
@Suite(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)")) struct DevToolsPageTests {
  private static let standIn = """
    <script>
      window.sent = [];
      window.__REDUX_DEVTOOLS_EXTENSION__ = { connect: ({ name }) => ({
        init: (state) => sent.push([name, state]), send: (action, state) => sent.push([action.type, state]),
      }) };
    </script>
    """

  @Test func `each action reaches the extension with its state`() async throws {
    let folder = try TemporaryFolder()
    let guide = try Repository.text("docs/guides/devtools.md")
    let page = try String(#require(guide.firstMatch(of: #/```html\n(?<page>(.|\n)*?)```/#)).output.page)
    folder.create("page.html", page.replacing("<!doctype html>\n", with: "<!doctype html>\n" + Self.standIn))
    let messages = BufferSink()
    let code = InspectorTool.run(
      ["export", ReportedBug.all[3].path, "--as", "redux-devtools", "-o", folder.path(of: "session.json")],
      apps: [], output: messages, errorOutput: messages, input: InputSource.buffer(""), environment: [:])
    try #require(code == .fine, "\(messages.text)")
    try await WebBrowser.use { browser in
      try browser.open(file: folder.path(of: "page.html"))
      try #require(try browser.elements("button").first).type(folder.path(of: "session.json"))
      try browser.wait(until: "sent.length === 27")
      let sent = try JSONValue(parsing: browser.script("return JSON.stringify(sent)").string ?? "")
      expectEqual(sent.array?.first?.array?.first, "session")
      expectEqual(sent.array?[19].array?.first, "tasks.edit")
      expectEqual(sent.array?[19].array?.last?["tasks"]?["favourites"]?.array?.first?["title"], "Call the plumber")
    }
  }

  @Test func `a row of a report doesn't repeat the type of a web app's action`() async throws {
    let folder = try TemporaryFolder()
    folder.create(
      "s.json",
      """
      [{"type":"form/CHANGE","payload":"x"},{"type":5,"n":6},{"type":true},{"type":null,"n":7}]
      """)
    for line in [
      ["import", folder.path(of: "s.json"), "-o", folder.path(of: "j")],
      ["report", folder.path(of: "j"), "-o", folder.path(of: "r.html")],
    ] {
      let messages = BufferSink()
      let code = InspectorTool.run(
        line, apps: [], output: messages, errorOutput: messages, input: InputSource.buffer(""), environment: [:])
      try #require(code == .fine, "\(messages.text)")
    }
    try await WebBrowser.use { browser in
      try browser.open(file: folder.path(of: "r.html"))
      try browser.wait(until: "document.querySelectorAll('.row[aria-selected]').length > 4")
      let rows = try browser.script(
        "return [...document.querySelectorAll('.row[aria-selected]')].slice(-4).map(row => "
          + "['.type', '.args'].map(part => row.querySelector(part)?.innerText ?? '').join('|')).join()")
      expectEqual(rows.string, "form/CHANGE|x,5|6,true|,(no type)|7")
    }
  }
}

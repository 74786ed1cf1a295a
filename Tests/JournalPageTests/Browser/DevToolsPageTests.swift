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
  /// Answers a page that connects as the extension does, of what this page uses, and has the panel's buttons.
  ///
  /// What crosses between page and panel is text there, so it is a copy here.
  private static let standIn = """
    <script>
      const panel = { session: null, features: null, listeners: [], filters: false };
      const copy = (value) => JSON.parse(JSON.stringify(value));
      const tell = (message) => panel.listeners.forEach((listener) => listener(message));
      panel.import = (text) => {
        if (panel.features?.import !== "custom") throw new Error("no button");
        const nextLiftedState = JSON.parse(text);
        tell({ type: "DISPATCH", payload: { type: "IMPORT_STATE", nextLiftedState, preloadedState: undefined } });
      };
      panel.jump = (actionId) => {
        panel.session.currentStateIndex = panel.session.stagedActionIds.indexOf(actionId);
        tell({ type: "DISPATCH", payload: { type: "JUMP_TO_ACTION", actionId }, state: "{}" });
      };
      panel.export = () => {
        if (panel.features?.export !== true) throw new Error("the page would be asked");
        return JSON.stringify(panel.session);
      };
      window.__REDUX_DEVTOOLS_EXTENSION__ = {
        connect: ({ features }) => ({
          init: (state) => {
            panel.features = features;
            panel.session = {
              actionsById: { 0: { type: "PERFORM_ACTION", action: { type: "@@INIT" }, timestamp: Date.now() } },
              computedStates: [{ state: copy(state) }], currentStateIndex: 0, nextActionId: 1,
              skippedActionIds: [], stagedActionIds: [0],
            };
            tell({ type: "START" });
          },
          subscribe: (listener) => panel.listeners.push(listener),
          send: (action, session) => {
            if (action !== null) throw new Error("only whole sessions keep times and errors");
            if (panel.filters) throw new TypeError("null has no type");
            panel.session = copy(session);
          },
        }),
      };
    </script>
    """

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func page(with standIn: String) throws -> String {
    let guide = try Repository.text("docs/guides/devtools.md")
    let page = try String(#require(guide.firstMatch(of: #/```html\n(?<page>(.|\n)*?)```/#)).output.page)
    folder.create("page.html", page.replacing("<!doctype html>\n", with: "<!doctype html>\n" + standIn))
    return folder.path(of: "page.html")
  }

  @discardableResult
  private func reduxlog(_ arguments: String...) throws -> String {
    let messages = BufferSink()
    let code = InspectorTool.run(
      arguments.map { $0.replacing("DIR", with: folder.path) }, apps: [], output: messages, errorOutput: messages,
      input: InputSource.buffer(""), environment: [:])
    try #require(code == .fine, "\(messages.text)")
    return messages.text
  }

  /// What the panel exports after an import of the file `session.json`.
  private func exported(_ browser: WebBrowser) throws -> String {
    try browser.open(file: page(with: Self.standIn))
    let file = try #require(folder.contents(of: "session.json"))
    _ = try browser.script("panel.import(arguments[0])", .string(file))
    return try #require(browser.script("return panel.export()").string)
  }

  @Test func `a session goes into the panel and comes out as it was`() async throws {
    try reduxlog("export", ReportedBug.all[3].path, "--as", "redux-devtools", "-o", "DIR/session.json")
    let file = try JSONValue(parsing: #require(folder.contents(of: "session.json")))
    try await WebBrowser.use { browser in
      let text = try exported(browser)
      try expectEqual(JSONValue(parsing: text), file)
      try expectEqual(
        browser.script("return document.getElementById('state').textContent").string, "The extension has 26 steps.")
      _ = try browser.script("panel.jump(19)")
      let state = try browser.script(
        "return panel.session.computedStates[panel.session.currentStateIndex].state.tasks.favourites[0].title")
      expectEqual(state.string, "Call the plumber")
      folder.create("out.json", text)
    }
    try reduxlog("import", "DIR/out.json", "-o", "DIR/out.jsonl")
    #expect(try reduxlog("verify", "DIR/out.jsonl", "--no-replay").hasPrefix("ok "))
    func summary(_ journal: String) throws -> [Substring] {
      try reduxlog("log", journal, "--format", "ndjson").split(separator: "\n").filter {
        $0.contains("\"kind\":\"action\"")
      }
    }
    try expectEqual(summary("DIR/out.jsonl").count, 26)
  }

  @Test func `times and errors survive`() async throws {
    folder.create(
      "web.json",
      """
      {"actionsById":{"0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"},"timestamp":1767261600000},
      "1":{"type":"PERFORM_ACTION","action":{"type":"add","n":1},"timestamp":1767261605250},
      "2":{"type":"PERFORM_ACTION","action":{"type":"break"},"timestamp":1767261660500}},
      "computedStates":[{"state":{"n":0}},{"state":{"n":1}},{"state":{"n":1},"error":"Error: no"}],
      "currentStateIndex":2,"nextActionId":3,"skippedActionIds":[],"stagedActionIds":[0,1,2]}
      """)
    try reduxlog("import", "DIR/web.json", "-o", "DIR/web.jsonl", "--keep-text")
    try reduxlog("export", "DIR/web.jsonl", "--as", "redux-devtools", "-o", "DIR/session.json")
    try await WebBrowser.use { browser in folder.create("out.json", try exported(browser)) }
    try reduxlog("import", "DIR/out.json", "-o", "DIR/out.jsonl", "--keep-text")
    let log = try reduxlog("log", "DIR/out.jsonl", "--relative")
    try expectEqual(
      log.split(separator: "\n").dropFirst(),
      reduxlog("log", "DIR/web.jsonl", "--relative").split(separator: "\n").dropFirst())
    #expect(log.contains("   2  +1m00.500s  break  refused: Error: no"), "\(log)")
  }

  @Test func `the page says what is missing`() async throws {
    folder.create("session.json", #"[{"type":"add"}]"#)
    try await WebBrowser.use { browser in
      _ = try exported(browser)
      let status = "return document.getElementById('state').textContent"
      try #expect(#require(browser.script(status).string).hasPrefix("This file holds no states."))
      // Only the page hears what the extension throws.
      folder.create("session.json", #"{"computedStates":[{"state":1}],"stagedActionIds":[0]}"#)
      try browser.script(
        "panel.filters = true; setTimeout((text) => panel.import(text), 0, arguments[0])",
        .string(#require(folder.contents(of: "session.json"))))
      try browser.wait(until: "document.getElementById('state').textContent.includes('null has no type')")
      try #expect(#require(browser.script(status).string).hasPrefix("The extension refused the file: "))
      try browser.open(file: page(with: ""))
      try #expect(#require(browser.script(status).string).hasPrefix("This browser doesn't have the Redux DevTools"))
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

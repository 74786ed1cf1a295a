import CommandLineKit
import Expectations
import ReduxLogTool
import StateTree
import TestSupport
import Testing
import WebDriver

/// The page of a journal beside another one.
@Suite(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
struct ComparedPageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try run("record -o DIR/works.jsonl --self-contained", #"{"merge":{"n":1}}"#, #"{"merge":{"n":3}}"#)
    try run(
      "record -o DIR/fails.jsonl --self-contained", #"{"merge":{"n":1}}"#, #"{"merge":{"n":5}}"#,
      #"{"merge":{"user":"Ann"}}"#)
    try run("report DIR/works.jsonl --against DIR/fails.jsonl -o DIR/both.html")
  }

  private func run(_ line: String, _ actions: String...) throws {
    let messages = BufferSink()
    let code = InspectorTool.run(
      line.split(separator: " ").map { String($0).replacing("DIR", with: folder.path) }, apps: [], output: messages,
      errorOutput: messages, input: InputSource.buffer(actions.map { $0 + "\n" }.joined()), environment: [:])
    try #require(code == .fine, "\(messages.text)")
  }

  @Test func `the page opens where they part, and shows both sides`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(file: folder.path(of: "both.html"))
      try browser.wait(until: "document.querySelector('table.today')")
      func text(_ selector: String) throws -> String? {
        try browser.script("return document.querySelector(arguments[0])?.innerText", .string(selector)).string
      }
      try expectEqual(browser.selection(), "2 merge")
      try expectEqual(text("h1"), "json · works.jsonl against fails.jsonl")
      try expectEqual(text(".status-line"), "fails.jsonl has other arguments, at 2.")
      try expectEqual(text("table.today thead tr"), "place\tworks.jsonl\tfails.jsonl")
      try expectEqual(text("table.today tbody tr"), "/n\t3\t5")
      // What only the other journal has.
      try browser.type("e")
      try browser.rest()
      try expectEqual(browser.selection(), "3 merge")
      try expectEqual(text(".status-line"), "Only fails.jsonl has this action, as 3.")
      try expectEqual(text(".operations .place"), "/user")
      try browser.element("tab", "State").click()
      try browser.rest()
      try expectEqual(text(".state"), "This page holds the states of works.jsonl alone.")
      // Equal steps say so.
      try browser.element("tab", "Changes").click()
      try browser.script("document.querySelector('.list').focus()")
      try browser.press(.up, .up)
      try browser.rest()
      try expectEqual(browser.selection(), "1 merge")
      try expectEqual(text(".changes .quiet"), "fails.jsonl has the same, at 1.")
      for width in [1200, 360] {
        try browser.resize(width: width, height: 800)
        try browser.rest()
        try expectEqual(browser.script(PageScript.clipped), [], "\(width)")
      }
      try expectEqual(browser.messages(), [])
    }
  }
}

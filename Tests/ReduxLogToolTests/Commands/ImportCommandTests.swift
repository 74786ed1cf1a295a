import CommandLineKit
import Expectations
import Foundation
import ReduxJournal
import ReduxLogTool
import StateTree
import TestSupport
import Testing

/// `import` of what the Redux DevTools write.
struct ImportCommandTests {
  private let tool: ToolFixture

  init() throws { tool = try ToolFixture() }

  /// The lifted state of a web app with a counter: its second action was switched off, its last one failed.
  private static let lifted = """
    {"monitorState":{},"nextActionId":5,"actionsById":{
    "0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"},"timestamp":1700000000000},
    "1":{"type":"PERFORM_ACTION","action":{"type":"counter/add","payload":2},"timestamp":1700000001000,"stack":"Error"},
    "2":{"type":"PERFORM_ACTION","action":{"type":"counter/add","payload":40},"timestamp":1700000002000},
    "3":{"type":"PERFORM_ACTION","action":{"type":"user/login","token":"f3b9c1"},"timestamp":1700000003500},
    "4":{"type":"PERFORM_ACTION","action":{"type":"counter/fail"},"timestamp":1700000003000}},
    "stagedActionIds":[0,1,2,3,4],"skippedActionIds":[2],"committedState":{"count":0},"currentStateIndex":4,
    "computedStates":[{"state":{"count":0}},{"state":{"count":2}},{"state":{"count":2}},{"state":{"count":2,"user":"ada"}},
    {"state":{"count":2,"user":"ada"},"error":"Error: no more"}],"isLocked":false,"isPaused":false}
    """

  private static let steps = """
       1  +1.000s  counter/add(type: "counter/add", payload: 2)  /count
       2  +3.500s  user/login(type: "user/login", token: ‹redacted›)  /user
       3  +3.500s  counter/fail(type: "counter/fail")  refused: an error

    """

  /// The file in each form: the lifted state, and in the extension's export.
  private static let forms = [
    lifted, (["payload": .string(lifted), "preloadedState": #"{"count":0}"#] as JSONValue).compact,
  ]

  @Test(arguments: forms) func `a web app's session becomes a journal that needs no reducers`(text: String) throws {
    tool.folder.create("s.json", text)
    expectEqual(
      tool.run("import DIR/s.json -o DIR/j.jsonl"),
      CallResult(
        code: .fine, output: "",
        errorOutput: "DIR/j.jsonl: 3 actions, last state 3\nleft out what was switched off: 1 action\n"))
    let log = tool.run("log DIR/j.jsonl").output.replacing(#/\d\d:\d\d:\d\d\.\d{3} +/#, with: "")
    #expect(log.hasSuffix(Self.steps), "\(log)")
    expectEqual(tool.run("show DIR/j.jsonl@3").output, "{\n  \"count\": 2,\n  \"user\": \"ada\"\n}\n")
    #expect(tool.run("blame DIR/j.jsonl:/user").output.contains("user/login"))
    expectEqual(tool.run("verify DIR/j.jsonl --no-replay").code, .fine)
    expectEqual(
      tool.run("report DIR/j.jsonl -o DIR/j.html").errorOutput, "DIR/j.html: 3 actions; Recorded, not replayed\n")
    let header = try JournalFile(path: tool.folder.path(of: "j.jsonl")).header
    #expect(header.app.name == "redux" && JSONValue.object(header.context) == ["imported-from": "redux-devtools"])
    expectEqual(header.started.microseconds, 1_700_000_000_000_000)
  }

  @Test func `a log has a rule where the date changes, and spans in days`() {
    // 1,700,000,000 is 22:13 of a day in UTC, and 400 days later it is 22:13, too.
    let later = (1_700_000_000_000 + 400 * 86_400_000).description
    tool.folder.create(
      "s.json",
      Self.lifted.replacing("1700000002000", with: later).replacing(
        "\"skippedActionIds\":[2]", with: "\"skippedActionIds\":[]"
      ).replacing("1700000003500", with: later).replacing("1700000003000", with: later))
    expectEqual(tool.run("import DIR/s.json -o DIR/j.jsonl").code, .fine)
    let lines = tool.run("log DIR/j.jsonl").output.split(separator: "\n").map(String.init)
    expectEqual(lines.map { $0.hasPrefix("      ── 20") }, [false, false, false, true, false, false, false])
    #expect(lines[4].contains("  +400d00h  counter/add"), "\(lines[4])")
  }

  @Test func `if the first step was switched off, the next one has the first state`() {
    tool.folder.create("s.json", Self.lifted.replacing(#""skippedActionIds":[2]"#, with: #""skippedActionIds":[0]"#))
    expectEqual(tool.run("import DIR/s.json -o DIR/j.jsonl").code, .fine)
    expectEqual(tool.run("show DIR/j.jsonl@0:/count").output, "2\n")
  }

  @Test func `an error's text is kept only on demand`() {
    tool.folder.create("s.json", Self.lifted)
    expectEqual(tool.run("import DIR/s.json -o DIR/j.jsonl --keep-text").code, .fine)
    #expect(tool.run("log DIR/j.jsonl").output.contains("refused: Error: no more"))
  }

  @Test(arguments: [
    #"[{"type":"add","payload":{"add":{"_0":3}},"meta":{"reduxlog":{}}},{"reset":{}}]"#,
    #"{"payload":"[{\"type\":\"@@INIT\"},{\"add\":{\"_0\":3}},{\"reset\":{}}]","preloadedState":"{\"count\":0,\"history\":[]}"}"#,
  ]) func `actions without states are reduced by the app`(text: String) {
    tool.folder.create("s.json", text)
    expectEqual(tool.run("import DIR/s.json -o DIR/j.jsonl --app tally").code, .fine)
    expectEqual(
      tool.run("verify DIR/j.jsonl").output, "ok DIR/j.jsonl: 2 actions, 3 states proven, 1 session, closed\n")
  }

  @Test func `actions without states need an app`() {
    tool.folder.create("s.json", #"[{"type":"a"}]"#)
    expectEqual(
      tool.run("import DIR/s.json -o DIR/j.jsonl"),
      CallResult(
        code: .trouble, output: "",
        errorOutput: """
          DIR/s.json: error: the file holds actions, but no states, so an app's reducers must make them
            Name the app with --app, in a tool that contains its reducers.

          """))
    #expect(
      tool.run("import DIR/s.json -o DIR/j.jsonl --app tally").errorOutput.hasPrefix(
        "DIR/s.json: action:1: error: not an action of the app: "))
  }

  @Test(arguments: [
    ("", "the file isn't JSON"), ("{", "the file isn't JSON"), ("7", "expected an array of actions"),
    (#"{"payload":"["}"#, "'payload' isn't JSON"),
    (#"{"payload":"[]","preloadedState":"{"}"#, "'preloadedState' isn't JSON"),
    (
      #"{"actionsById":{},"stagedActionIds":[1]}"#,
      "'stagedActionIds' names the action 1, which 'actionsById' doesn't hold"
    ),
    (#"{"actionsById":{},"stagedActionIds":["__proto__"]}"#, "names the action \"__proto__\", which"),
    (#"{"actionsById":[],"stagedActionIds":[]}"#, "expected an array of actions"),
    (#"{"actionsById":{},"stagedActionIds":[],"computedStates":[{}]}"#, "names no action that led to a state"),
    (
      #"{"actionsById":{"0":{"action":{}}},"stagedActionIds":[0],"computedStates":[{}]}"#,
      "'computedStates' holds no state after the action 0"
    ),
  ]) func `other files are refused with a reason`(text: String, message: String) {
    tool.folder.create("s.json", text)
    let result = tool.run("import DIR/s.json -o DIR/j.jsonl")
    expectEqual(result.code, .trouble)
    #expect(result.errorOutput.contains(message), "\(result.errorOutput)")
    #expect(!FileManager.default.fileExists(atPath: tool.folder.path(of: "j.jsonl")))
  }

  @Test(arguments: [
    "9223372036854775807", "300000000000000", "-9223372036854775808", "1e300", "253402300799999", "0.5", "null", "[]",
  ])
  func `times that no clock shows aren't a trap`(time: String) {
    let text = Self.lifted.replacing("1700000001000", with: time)
      .replacing(#"{"monitorState":{}"#, with: #"{"monitorState":{},"reduxlog":{"app":"a","started":\#(time)}"#)
    tool.folder.create("s.json", text)
    expectEqual(tool.run("import DIR/s.json -o DIR/j.jsonl").code, .fine)
    expectEqual(tool.run("verify DIR/j.jsonl --no-replay").code, .fine)
    expectEqual(tool.run("log DIR/j.jsonl").code, .fine)
  }

  /// Takes a second: it tries each prefix, and each byte replaced.
  @Test func `no damage to a file is a trap`() throws {
    let bytes = Array(Self.lifted.utf8)
    for index in stride(from: 0, to: bytes.count, by: Soak.isOn ? 1 : 7) {
      var changed = bytes
      changed[index] = UInt8(ascii: index % 2 == 0 ? "9" : "]")
      for text in [Array(bytes[..<index]), changed] {
        try Data(text).write(to: URL(filePath: tool.folder.path(of: "s.json")))
        let result = tool.run("import DIR/s.json -o DIR/j.jsonl --force")
        #expect([.fine, .trouble].contains(result.code), "byte \(index): \(result)")
      }
    }
  }
}

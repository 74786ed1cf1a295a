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
       1  +1.000s  counter/add(payload: 2)  /count
       2  +3.500s  user/login(token: ‹redacted›)  /user
       3  +3.000s  counter/fail  refused: an error

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

  @Test func `if the first step was switched off, it has the first state all the same`() throws {
    tool.folder.create("s.json", Self.lifted.replacing(#""skippedActionIds":[2]"#, with: #""skippedActionIds":[0,2]"#))
    expectEqual(tool.run("import DIR/s.json -o DIR/j.jsonl").errorOutput.split(separator: "\n").count, 2)
    expectEqual(tool.run("show DIR/j.jsonl@0:/count").output, "0\n")
    try expectEqual(tool.records("j.jsonl"), ["header 0", "snapshot 0", "action 1", "action 2", "action 3", "seal 3"])
  }

  @Test func `actions that the DevTools took out are counted`() throws {
    // Without the third: the states of a filter hold what it did, those after Sweep don't.
    tool.folder.create("s.json", Self.lifted.replacing("[0,1,2,3,4],", with: "[0,1,4],"))
    expectEqual(
      tool.run("import DIR/s.json -o DIR/j.jsonl"),
      CallResult(
        code: .fine, output: "",
        errorOutput: """
          DIR/j.jsonl: 2 actions, last state 2
          DIR/s.json: warning: the file lacks 2 actions between the others, which the DevTools filtered or swept away; \
          what a filtered one changed shows at the next action

          """))
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

  @Test func `actions that aren't the app's are refused`() {
    tool.folder.create("s.json", #"[{"type":"a"}]"#)
    #expect(
      tool.run("import DIR/s.json -o DIR/j.jsonl --app tally").errorOutput.hasPrefix(
        "DIR/s.json: action:1: error: not an action of the app: "))
  }

  @Test func `actions without states become a journal of actions with the first state`() throws {
    tool.folder.create(
      "s.json", #"{"payload":"[{\"type\":\"a\",\"n\":1},{\"type\":5}]","preloadedState":"{\"count\":7}"}"#)
    expectEqual(
      tool.run("import DIR/s.json -o DIR/j.jsonl"),
      CallResult(
        code: .fine, output: "",
        errorOutput: """
          DIR/j.jsonl: 2 actions, no states
          DIR/s.json: warning: the file holds actions, but no states after them; to see whole states, save the lifted state, or name an app whose reducers make them with --app
          DIR/s.json: warning: 2 steps without a time; the journal gives each the time of the one before

          """))
    let log = tool.run("log DIR/j.jsonl").output
    #expect(log.contains("a(n: 1)  (no hash: the state is missing: the file doesn't hold it)\n"), "\(log)")
    #expect(log.contains("5  (no hash: the state is missing: the file doesn't hold it)\n"), "\(log)")
    expectEqual(tool.run("show DIR/j.jsonl@0:/count").output, "7\n")
    expectEqual(tool.run("report DIR/j.jsonl -o DIR/j.html").code, .fine)
    expectEqual(tool.run("summary DIR/j.jsonl").code, .fine)
    #expect(tool.run("show DIR/j.jsonl@1").errorOutput.contains("the file doesn't hold it"))
  }

  @Test func `verify and a history in inspect show what differs between two texts`() throws {
    let url = "https://cdn.example.com/images/profile/2016/07/29/large/"
    tool.folder.create("i", #"{"u":"\#(url)0001.png"}"#)
    tool.folder.create("a", #"{"merge":{"u":"\#(url)0002.png"}}"# + "\n")
    _ = tool.run("record -o DIR/j --app json --initial DIR/i --actions DIR/a")
    let history = tool.run("inspect DIR/j --print --size 80x16 --keys 1GTabb").output
    #expect(history.contains(#""…29/large/0001.png" → "…29/large/0002.png""#), "\(history)")
    // The recorded state isn't the one to which the reducer leads.
    _ = tool.run("export DIR/j --as redux-devtools -o DIR/e.json")
    let file = try #require(tool.folder.contents(of: "e.json"))
    tool.folder.create("e.json", file.replacing(#"0002.png"}}]"#, with: #"0003.png"}}]"#))
    _ = tool.run("import DIR/e.json -o DIR/k")
    let verified = tool.run("verify DIR/k")
    #expect(
      verified.errorOutput.contains(#"  /u: "…29/large/0003.png" → "…29/large/0002.png" (recorded → replayed)"#),
      "\(verified)")
  }

  @Test func `a first state that the file lacks is unknown`() throws {
    tool.folder.create("s.json", #"[{"type":"a"}]"#)
    let result = tool.run("import DIR/s.json -o DIR/j.jsonl")
    #expect(result.errorOutput.contains("warning: the file doesn't hold the first state\n"), "\(result)")
    expectEqual(tool.run("log DIR/j.jsonl").code, .fine)
    expectEqual(tool.run("verify DIR/j.jsonl --no-replay").code, .fine)
  }

  /// A lifted state of members of `actionsById`, with the ids in their order, and of members of `computedStates`.
  private func createLifted(_ actions: KeyValuePairs<Int, String>, _ states: [String], adding members: String = "") {
    let byID = actions.map { #""\#($0)":{\#($1)}"# }.joined(separator: ",")
    let computed = states.map { "{\($0)}" }.joined(separator: ",")
    tool.folder.create(
      "s.json",
      "{\(members)\"actionsById\":{\(byID)},\"stagedActionIds\":\(actions.map(\.key)),\"computedStates\":[\(computed)]}"
    )
  }

  @Test func `a file that doesn't begin with @@INIT loses no action`() throws {
    createLifted(
      [1: #""action":{"type":"a"},"timestamp":5"#, 2: #""action":{"type":"b"},"timestamp":6"#],
      [#""state":1"#, #""state":2"#], adding: #""committedState":0,"#)
    expectEqual(tool.run("import DIR/s.json -o DIR/j.jsonl").errorOutput, "DIR/j.jsonl: 2 actions, last state 2\n")
    expectEqual((0...2).map { tool.run("show DIR/j.jsonl@\($0)").output }, ["0\n", "1\n", "2\n"])
    createLifted([1: #""action":{"type":"a"},"timestamp":5"#], [#""state":1"#])
    expectEqual(
      tool.run("import DIR/s.json -o DIR/k.jsonl").errorOutput,
      "DIR/k.jsonl: 1 action, last state 1\nDIR/s.json: warning: the file doesn't hold the first state\n")
    try expectEqual(tool.records("k.jsonl"), ["header 0", "snapshot 0", "action 1", "snapshot 1", "seal 1"])
    expectEqual(tool.run("show DIR/k.jsonl@1").output, "1\n")
    expectEqual(tool.run("show DIR/k.jsonl@0").code, .fine)
  }

  @Test func `committed and paused actions are gaps`() throws {
    createLifted(
      [
        0: #""action":{"type":"@@INIT"},"timestamp":1"#, 51: #""action":{"type":"a"},"timestamp":2"#,
        52: #""action":{"type":"@@PAUSED"},"timestamp":3"#, 53: #""action":{"type":"b"},"timestamp":4"#,
      ], [#""state":0"#, #""state":1"#, #""state":9"#, #""state":10"#])
    expectEqual(tool.run("import DIR/s.json -o DIR/j.jsonl").errorOutput, "DIR/j.jsonl: 2 actions, last state 3\n")
    try expectEqual(
      tool.records("j.jsonl"),
      ["header 0", "gap 0", "snapshot 0", "action 1", "gap 1", "snapshot 2", "action 3", "seal 3"])
    let log = tool.run("log DIR/j.jsonl").output
    #expect(log.contains("50 actions") && log.contains("recording was paused"), "\(log)")
    expectEqual((0...3).map { tool.run("show DIR/j.jsonl@\($0)").output }, ["0\n", "1\n", "9\n", "10\n"])
    expectEqual(tool.run("verify DIR/j.jsonl --no-replay").code, .fine)
  }

  @Test func `times are those of the file, and a step without one has that of the step before`() throws {
    createLifted(
      [
        0: #""action":{"type":"@@INIT"},"timestamp":5000"#, 1: #""action":{"type":"a"},"timestamp":3000"#,
        2: #""action":{"type":"b"}"#, 3: #""action":{"type":"c"},"timestamp":4000"#,
      ], Array(repeating: #""state":0"#, count: 4))
    let result = tool.run("import DIR/s.json -o DIR/j.jsonl")
    #expect(
      result.errorOutput.contains("warning: 1 step without a time; the journal gives each the time of"), "\(result)")
    let file = try JournalFile(path: tool.folder.path(of: "j.jsonl"))
    expectEqual(file.header.started.microseconds, 3_000_000)
    var reader = try file.events(), times: [Int] = []
    while let event = try reader.next() { if event.setsState { times.append(event.time) } }
    expectEqual(times, [5_000_000, 3_000_000, 3_000_000, 4_000_000])
    for command in ["log", "summary", "verify --no-replay", "stats"] {
      expectEqual(tool.run("\(command) DIR/j.jsonl").code, .fine)
    }
    expectEqual(tool.run("report DIR/j.jsonl -o DIR/j.html").code, .fine)
  }

  @Test func `an action after an error says that it was interrupted, and isn't secret`() {
    createLifted(
      [
        0: #""action":{"type":"@@INIT"}"#, 1: #""action":{"type":"a"}"#, 2: #""action":{"type":"b"}"#,
        3: #""action":{"type":"c"}"#,
      ],
      [
        #""state":0"#, #""state":0,"error":"Error: pw"#.appending("\""),
        #""state":0,"error":"Interrupted by an error up the chain""#,
        #""error":"Interrupted by an error up the chain""#,
      ])
    expectEqual(tool.run("import DIR/s.json -o DIR/j.jsonl").code, .fine)
    let log = tool.run("log DIR/j.jsonl").output
    #expect(log.contains("a  refused: an error\n"), "\(log)")
    #expect(log.contains("b  refused: Interrupted by an error up the chain\n"), "\(log)")
    #expect(
      log.contains(
        "c  refused: Interrupted by an error up the chain  (no hash: the state is missing: it is undefined)\n"),
      "\(log)")
  }

  @Test(arguments: [
    ("Error\\n    at add (http://localhost:3000/src/cart.js?t=1:12:5)\\n    at main.js:1:1", "src/cart.js:12:5"),
    (
      "Error\\n    at Object.dispatch (webpack-internal:///./node_modules/redux/es/redux.js:3:1)\\n    at webpack:///./src/a.ts:7:9",
      "src/a.ts:7:9"
    ),
    ("add@https://example.com/app.js:4:2\\ndispatch@https://example.com/lib.js:1:1", "app.js:4:2"),
    ("    at C:\\\\app\\\\main.js:9:1", "C:\\app\\main.js:9:1"), ("Error", nil), ("", nil), ("at nowhere", nil),
  ]) func `the call stack's innermost own place is the action's site`(stack: String, site: String?) throws {
    createLifted(
      [0: #""action":{"type":"@@INIT"}"#, 1: #""action":{"type":"a"},"stack":"\#(stack)""#],
      [#""state":0"#, #""state":1"#])
    expectEqual(tool.run("import DIR/s.json -o DIR/j.jsonl").code, .fine)
    let reader = try JournalReader(path: tool.folder.path(of: "j.jsonl"))
    var sites: [String?] = []
    while let event = try reader.next() { if case .action(let action) = event.record { sites.append(action.site) } }
    expectEqual(sites, [site])
  }

  @Test func `an action whose JSON can't be read keeps its type`() {
    createLifted(
      [0: #""action":{"type":"@@INIT"}"#, 1: #""action":{"type":"typed","text":"\ud83d"}"#],
      [#""state":0"#, #""state":1"#])
    expectEqual(tool.run("import DIR/s.json -o DIR/j.jsonl").code, .fine)
    #expect(tool.run("log DIR/j.jsonl").output.contains("typed"))
    expectEqual(tool.run("show DIR/j.jsonl@1").output, "1\n")
  }

  @Test(arguments: [
    (
      #"[{"name":"add","path":"/todos","args":[{"id":1}]}]"#, "the file is an action log of MobX-State-Tree",
      "connectReduxDevtools"
    ),
    (#"[{"op":"replace","path":["a",0],"value":1}]"#, "the file holds patches of immer", "reduxlog record --app json"),
    (#"[{"op":"replace","path":"/a","value":1}]"#, "the file holds a JSON Patch", "reduxlog record --app json"),
    (
      #"{"metadata":{"versions":{"elm":"0.19.1"}},"history":[{"$":"Add"}]}"#, "the file is a history of Elm's debugger",
      "Open it in Elm's debugger"
    ),
    (
      #"{"events":[{"eventId":"1","eventType":"EVENT_TYPE_WORKFLOW_EXECUTION_STARTED"}]}"#,
      "the file is a workflow history of Temporal", "the replayer of Temporal's SDK"
    ),
    (#"[{"eventId":"1","eventType":"WorkflowExecutionStarted"}]"#, "the file is a workflow history of Temporal", "SDK"),
    ("{\"type\":\"a\"}\n{\"type\":\"b\"}\n", "the file is NDJSON", "jq -s . FILE"),
  ]) func `files of other tools are named`(text: String, message: String, advice: String) {
    tool.folder.create("s.json", text)
    let result = tool.run("import DIR/s.json -o DIR/j.jsonl")
    expectEqual(result.code, .trouble)
    #expect(result.errorOutput.hasPrefix("DIR/s.json: error: \(message)"), "\(result.errorOutput)")
    #expect(result.errorOutput.contains(advice), "\(result.errorOutput)")
  }

  @Test func `a journal needs no import`() {
    tool.record("j", #"{"reset":{}}"#)
    expectEqual(
      tool.run("import DIR/j -o DIR/k").errorOutput,
      "DIR/j: error: the file is a journal already, so there is nothing to import\n  Read it with 'reduxlog log FILE'.\n"
    )
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
    (#"{"actionsById":{},"stagedActionIds":[],"computedStates":[{}]}"#, "'stagedActionIds' names no action"),
    (
      #"{"actionsById":{"0":{}},"stagedActionIds":[0],"computedStates":[{}]}"#,
      "the action 0 of 'actionsById' has no 'action'"
    ),
    (#"{"actionsById":{"0":7},"stagedActionIds":[0]}"#, "the action 0 of 'actionsById' has no 'action'"),
    (#"{"actionsById":{},"stagedActionIds":7}"#, "expected an array of actions"),
    (#"{"payload":{},"preloadedState":7}"#, "expected an array of actions"),
    (#"{"actionsById":{"0":{"action":{}}},"stagedActionIds":[0,0]}"#, "'stagedActionIds' names the action 0 twice"),
    (#"[{"type":"a"},7]"#, "element 1 of the array is no action, because it isn't an object"),
    (#"[{"type":"a"}] 7"#, "the file isn't JSON: text after the end of the value at byte 15"),
    (#"[{"type":"a"} {"type":"b"}]"#, "the file isn't JSON: "),
  ]) func `other files are refused with a reason`(text: String, message: String) {
    tool.folder.create("s.json", text)
    let result = tool.run("import DIR/s.json -o DIR/j.jsonl")
    expectEqual(result.code, .trouble)
    #expect(result.errorOutput.contains(message), "\(result.errorOutput)")
    #expect(!FileManager.default.fileExists(atPath: tool.folder.path(of: "j.jsonl")))
  }

  @Test func `a file with more steps than a line may have values is refused`() {
    tool.folder.create("s.json", "[" + String(repeating: "{},", count: 5000) + "{}]")
    let result = tool.run("import DIR/s.json -o DIR/j.jsonl --max-line 4096")
    expectEqual(result.code, .trouble)
    #expect(result.errorOutput.contains("the file isn't JSON: more than 4096 values and keys at byte "), "\(result)")
  }

  @Test func `a file that an earlier version exported comes back`() throws {
    let lifted = """
      {"reduxlog":{"app":"tally","started":1700000000000000,"rules":{}},"actionsById":{
      "0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"},"timestamp":0},
      "1":{"type":"PERFORM_ACTION","action":{"type":"add","payload":{"add":{"_0":3}},"meta":{"reduxlog":{}}},"timestamp":1700000001000,"reduxlogTime":1700000001000250},
      "2":{"type":"PERFORM_ACTION","action":{"type":"@@reduxlog/STATE"},"timestamp":0}},
      "nextActionId":3,"stagedActionIds":[0,1,2],"skippedActionIds":[],"currentStateIndex":2,"isLocked":false,"isPaused":false,
      "computedStates":[{"state":{"count":0,"history":[]}},{"state":{"count":3,"history":[3]}},{"state":{"count":1,"history":[]}}]}
      """
    tool.folder.create(
      "s.json", (["payload": .string(lifted), "preloadedState": #"{"count":0,"history":[]}"#] as JSONValue).compact)
    expectEqual(
      tool.run("import DIR/s.json -o DIR/j.jsonl").errorOutput,
      """
      DIR/j.jsonl: 1 action, last state 2
      DIR/s.json: warning: 1 step without a time; the journal gives each the time of the one before

      """)
    try expectEqual(tool.records("j.jsonl"), ["header 0", "snapshot 0", "action 1", "snapshot 2", "seal 2"])
    let file = try JournalFile(path: tool.folder.path(of: "j.jsonl"))
    #expect(file.header.app.name == "tally" && file.header.started.microseconds == 1_700_000_000_000_000)
    #expect(tool.run("log DIR/j.jsonl").output.contains("   1  22:13:21.000     +1.000s  add(3)  "))
  }

  @Test func `a time may have a fraction of a millisecond`() throws {
    createLifted(
      [
        0: #""action":{"type":"@@INIT"},"timestamp":1700000000000.25"#,
        1: #""action":{"type":"a"},"timestamp":1.7000000000015e12"#,
      ],
      [#""state":0"#, #""state":0"#])
    expectEqual(tool.run("import DIR/s.json -o DIR/j.jsonl").errorOutput, "DIR/j.jsonl: 1 action, last state 1\n")
    let file = try JournalFile(path: tool.folder.path(of: "j.jsonl"))
    expectEqual(file.header.started.microseconds, 1_700_000_000_000_250)
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

import CommandLineKit
import Expectations
import Foundation
import ReduxJournal
import ReduxLogTool
import ReduxRecorder
import ReduxReplay
import StateCoding
import StateTree
import TestSupport
import Testing

struct BlameCommandTests {
  private let folder: TemporaryFolder
  private let path: String

  /// Tasks with ids, an order of ids, and a user who is removed; a rewind abandons 3.
  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "s.jsonl")
    let journal = try SampleJournal(
      path, initial: ["user": "ada", "tasks": [["id": "a", "title": "Run"]], "order": ["a"]])
    func patch(_ operations: String, _ type: String, at time: Int) throws {
      try journal.act(#"{"patch":[\#(operations)]}"#, type: type, at: time * 1_000_000)
    }
    try patch(
      #"{"op":"add","path":"/tasks/0","value":{"id":"b","title":"Swim"}},{"op":"add","path":"/order/0","value":"b"}"#,
      "task.add", at: 1)
    try patch(#"{"op":"replace","path":"/tasks/1/title","value":"Ride"}"#, "task.rename", at: 2)
    try patch(#"{"op":"replace","path":"/tasks/1/title","value":"Walk"}"#, "task.rename", at: 3)
    try journal.rewind(to: 2, at: 4_000_000)
    try patch(#"{"op":"move","from":"/tasks/1","path":"/tasks/0"}"#, "task.move", at: 5)
    try patch(#"{"op":"remove","path":"/user"}"#, "logout", at: 6)
    try journal.act(#"{"merge":{"user":"bob"}}"#, type: "login", at: 7_000_000)
    try patch(#"{"op":"remove","path":"/user"}"#, "logout", at: 8)
    try journal.close()
  }

  private func blame(_ words: String...) -> CallResult {
    let result = reduxlog(["blame", words[0].replacing("J", with: path)] + words.dropFirst())
    return CallResult(
      code: result.code, output: result.output.replacing(path, with: "J"),
      errorOutput: result.errorOutput.replacing(path, with: "J"))
  }

  @Test func `each part of the state has the action that last changed it`() {
    expectEqual(
      blame("J@7"),
      CallResult(
        code: .fine,
        output: """
             5  10:00:05.123  task.move  /tasks: [{"id":"a","title":"Ride"},{"id":"b","title":"Swim"}]
             1  10:00:01.123  task.add   /order: ["b","a"]
             7  10:00:07.123  login      /user: "bob"

          """))
  }

  @Test func `elements follow their ids, and nothing in them is set by a move`() {
    expectEqual(
      blame("J:/tasks", "--depth", "2").output,
      """
         0  10:00:00.123  initial state  /tasks/0/id: "a"
         2  10:00:02.123  task.rename    /tasks/0/title: "Ride"
         1  10:00:01.123  task.add       /tasks/1/id: "b"
         1  10:00:01.123  task.add       /tasks/1/title: "Swim"

      """)
  }

  @Test func `a list of ids is compared element by element`() {
    expectEqual(
      blame("J:/order").output,
      """
         1  10:00:01.123  task.add       /order/0: "b"
         0  10:00:00.123  initial state  /order/1: "a"

      """)
  }

  @Test func `a missing value has the action that removed it`() {
    expectEqual(blame("J:/user").output, "   8  10:00:08.123  logout  - /user: \"bob\"\n")
    expectEqual(blame("J@6:/user").output, "   6  10:00:06.123  logout  - /user: \"ada\"\n")
  }

  @Test func `the history of a value has what it was, and where`() {
    expectEqual(
      blame("J:/user", "--history").output,
      """
         8  10:00:08.123  logout         - /user: "bob"
         7  10:00:07.123  login          + /user: "bob"
         6  10:00:06.123  logout         - /user: "ada"
         0  10:00:00.123  initial state  + /user: "ada"

      """)
    expectEqual(
      blame("J:/tasks/0/title", "--history").output,
      """
         2  10:00:02.123  task.rename    ~ /tasks/1/title: "Run" → "Ride"
         0  10:00:00.123  initial state  + /tasks/0/title: "Run"

      """)
  }

  @Test func `the history of a long text shows what differs`() throws {
    let image = String(repeating: "0123456789", count: 20_000)
    let journal = try SampleJournal(folder.path(of: "image"), initial: ["image": .string("\(image)a")])
    try journal.act(#"{"merge":{"image":"\#(image)b"}}"#, at: 1)
    try journal.close()
    let history = reduxlog("blame", "\(folder.path(of: "image")):/image", "--history")
    #expect(history.output.contains(#""…23456789a" → "…23456789b" (200001 characters)"#), "\(history)")
  }

  @Test func `a long history says that there is more`() {
    expectEqual(
      blame("J:/user", "--history", "-n", "1"),
      CallResult(
        code: .fine, output: "   8  10:00:08.123  logout  - /user: \"bob\"\n",
        errorOutput: "J: note: older steps set the value, too; list more with -n N\n"))
  }

  @Test func `the document has the steps with their values`() throws {
    let document = try JSONValue(parsing: Array(blame("J:/tasks/0/title", "--history", "--format", "json").output.utf8))
    expectEqual(document["schema"], "reduxlog.blame/1")
    expectEqual(document["path"], "/tasks/0/title")
    expectEqual(
      document["steps"]?[JSONPointer(tokens: ["0"])],
      [
        "path": "/tasks/1/title",
        "step": [
          "kind": "action", "seq": 2, "type": "task.rename", "session": 1, "time": "2026-01-01T10:00:02.123456Z",
        ], "previous": 1, "old": "Run", "new": "Ride",
      ])
  }

  @Test(arguments: [
    (["J:/nobody"], ExitCode.trouble, "J: error: no known state in the history of state 8 has a value at /nobody\n"),
    (
      ["J:/oder"], .trouble,
      "J: error: no known state in the history of state 8 has a value at /oder; did you mean 'order'?\n"
    ),
    (["J", "-n", "3"], .usage, "reduxlog: error: '--number' needs '--history'\n"),
    (["J@1..3"], .usage, "reduxlog: error: expected one state, found a range of 'J'\n"),
  ])
  func `a wrong call says why`(words: [String], code: ExitCode, message: String) {
    let result = reduxlog(["blame", words[0].replacing("J", with: path)] + words.dropFirst())
    expectEqual(result.code, code)
    #expect(result.errorOutput.replacing(path, with: "J").hasPrefix(message), "\(result)")
  }

  // MARK: Journals of other kinds

  @Test func `a slice that never had the value doesn't speak for the states before it`() {
    let slice = folder.path(of: "slice.jsonl")
    expectEqual(reduxlog("slice", path + "@2..5", "-o", slice).code, .fine)
    #expect(
      reduxlog("blame", slice + ":/nobody").errorOutput.hasPrefix(
        "\(slice): error: no known state in the history of state 5, from state 2 on, has a value at /nobody\n"))
  }

  @Test func `a session that begins with another state can be the step`() throws {
    let second = try SampleJournal(
      path, initial: ["user": "eve"],
      started: WallClock(microseconds: SampleJournal.started.microseconds + 86_400_000_000))
    try second.snapshot(at: 0, setsState: true)
    try second.close()
    expectEqual(blame("J:/user").output, "   9  2026-01-02 10:00:00.123  session 2  /user: \"eve\"\n")
    #expect(
      blame("J:/tasks").output.hasPrefix("   9  2026-01-02 10:00:00.123  session 2  - /tasks: [{\"id\":\"a\""))
  }

  @Test func `unknown states before the step are named`() throws {
    let other = folder.path(of: "cut.jsonl")
    let journal = try SampleJournal(other)
    try journal.act(#"{"merge":{"n":1}}"#, at: 1)
    try journal.cut(#"{"merge":{"n":2}}"#, at: 2)
    try journal.act(#"{"merge":{"m":3}}"#, at: 3)
    try journal.snapshot(at: 3)
    try journal.act(#"{"merge":{"m":4}}"#, at: 4)
    try journal.close()
    expectEqual(
      reduxlog("blame", other).output,
      """
         3  10:00:00.123  merge  /n: 2  (or a step after 1: the states between are unknown)
         4  10:00:00.123  merge  /m: 4

      """)
  }

  @Test func `a self-contained journal needs no reducers`() throws {
    let other = folder.path(of: "other.jsonl")
    try SampleJournal.ofUnknownApp(other)
    expectEqual(reduxlog("blame", other).output, "   4  10:00:00.123  merge  /n: 4\n")
  }

  @Test func `steps in older segments are found`() throws {
    let other = folder.path(of: "t.jsonl")
    let journal = try SampleJournal(other)
    for number in 1...4 {
      try journal.act(#"{"merge":{"n\#(number)":0}}"#, at: number)
      if number == 2 || number == 3 { try journal.segment(at: number) }
    }
    try journal.close()
    expectEqual(
      reduxlog("blame", other).output,
      """
         0  10:00:00.123  initial state  /n: 0
         1  10:00:00.123  merge          /n1: 0
         2  10:00:00.123  merge          /n2: 0
         3  10:00:00.123  merge          /n3: 0
         4  10:00:00.123  merge          /n4: 0

      """)
    try FileManager.default.removeItem(atPath: folder.path(of: "t.000001.jsonl"))
    #expect(
      reduxlog("blame", other).output.hasPrefix("   2  10:00:00.123  first remaining state  /n: 0\n"))
  }

  @Test func `a volatile value has a note`() throws {
    let other = folder.path(of: "v.jsonl")
    let recorder = try Recorder(
      path: other, app: AppIdentity(name: "json"), options: RecorderOptions(volatile: ["/n"]))
    let reduce = recorder.recording(JSONApp.reduce)
    var state: JSONValue = ["n": 0]
    try reduce(&state, .merge(["n": 1]))
    recorder.close()
    let result = reduxlog("blame", other)
    #expect(result.output.contains("merge  /n: 1"), "\(result)")
    expectEqual(
      result.errorOutput,
      "\(other): note: /n is volatile: today's reducers compute it, and other values may have been recorded\n")
  }

  /// The app `json` whose reducers have changed since.
  enum ChangedApp: ReplayableApp {
    static let name = "json"
    static var initialState: JSONValue { JSONApp.initialState }
    static func reduce(_ state: inout JSONValue, _ action: JSONAction) throws { state.merge(["other": 1]) }
  }

  @Test func `reducers that lead to another state blame nothing`() {
    let result = reduxlog(["blame", path], apps: [ChangedApp.self])
    #expect(result.code == .finding && result.output.isEmpty, "\(result)")
    #expect(result.errorOutput.contains("'reduxlog verify \(path)'"), "\(result)")
  }
}

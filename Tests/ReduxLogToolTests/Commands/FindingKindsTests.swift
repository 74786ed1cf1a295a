import CommandLineKit
import Expectations
import Foundation
import ReduxJournal
import ReduxLogTool
import ReduxRecorder
import ReduxReplay
import StateTree
import TestSupport
import Testing
import VersionedNotes

/// `bisect`, `assert` and `blame` on journals whose states are unknown, unproven, or not the app's own.
struct FindingKindsTests {
  private let tool: ToolFixture

  init() throws { tool = try ToolFixture() }

  private func sample(_ name: String, app: AppIdentity = AppIdentity(name: "json", schema: 3)) throws -> SampleJournal {
    try SampleJournal(tool.folder.path(of: name), app: app)
  }

  private func record(_ name: String, _ actions: [TallyAction], _ options: RecorderOptions) throws {
    let recorder = try Recorder(
      path: tool.folder.path(of: name), app: AppIdentity(name: TallyApp.name), options: options)
    let reduce = recorder.recording(TallyApp.reduce)
    var state = Tally()
    for action in actions { try reduce(&state, action) }
    recorder.close()
  }

  // MARK: Other reducers

  @Test func `a folder that older reducers recorded is judged in the words of verify`() {
    tool.record("a.jsonl", #"{"add":{"_0":3}}"#)
    tool.record("b.jsonl", #"{"add":{"_0":3}}"#, #"{"add":{"_0":99}}"#, #"{"add":{"_0":50}}"#)
    let changed = tool.with(apps: [ChangedTallyApp.self])
    let verified = changed.run("verify DIR")
    let asserted = changed.run("assert DIR --always $.count<500")
    expectEqual(
      asserted.output,
      """
      ok DIR/a.jsonl: 1 of 1 hold in 2 states
      diverged DIR/b.jsonl: at state 2
      2 journals: 1 ok, 1 diverged

      """)
    expectEqual(asserted.code, .finding)
    expectEqual(asserted.errorOutput, verified.errorOutput)
    #expect(asserted.errorOutput.hasPrefix("DIR/b.jsonl:4: error: replay diverges at state 2: add was refused"))
  }

  @Test func `bisect names the first action at which the reducers differ`() {
    tool.record("j", #"{"add":{"_0":3}}"#, #"{"add":{"_0":99}}"#, #"{"add":{"_0":50}}"#)
    expectEqual(
      tool.with(apps: [ChangedTallyApp.self]).run("bisect DIR/j --expect $.count<50"),
      CallResult(
        code: .finding, output: "",
        errorOutput: """
          DIR/j:4: error: replay diverges at state 2: add was refused when recorded, and now succeeds
            'reduxlog verify DIR/j' shows the difference.

          """))
  }

  /// The last two states have no hash, and other reducers leave out the history before them.
  @Test(arguments: ["assert DIR/j --always $.count<500", "bisect DIR/j --expect $.history[0]"])
  func `states without a hash are proven by the others`(line: String) throws {
    let actions = (1...8).map(TallyAction.add) + [.reset, .add(1), .add(2), .add(3)]
    for count in [10, 11, 12] {
      try record("j", Array(actions.prefix(count)), RecorderOptions(hashing: .every(3)))
      #expect(tool.run(line).code == .fine)
      let changed = tool.with(apps: [ChangedTallyApp.self]).run(line)
      if line.hasPrefix("assert") || count == 12 {
        #expect(changed.code == .finding && changed.errorOutput.contains("replay diverges at state "), "\(changed)")
      }
      try FileManager.default.removeItem(atPath: tool.folder.path(of: "j"))
    }
  }

  @Test func `a refused action is a step like any other`() {
    tool.record("j", #"{"add":{"_0":3}}"#, #"{"add":{"_0":99}}"#, #"{"add":{"_0":50}}"#)
    expectEqual(tool.run("bisect DIR/j --expect $.count<50").output.hasPrefix("found DIR/j:5: "), false)
    expectEqual(tool.run("assert DIR/j --over step --never $.error&&$.before.count!=$.after.count").code, .fine)
    expectEqual(
      tool.run("assert DIR/j --over step --always !$.error").errorOutput,
      "DIR/j:4: error: !$.error is false for action 2 (add)\n  'reduxlog diff DIR/j@1..2' shows what changed.\n")
  }

  // MARK: Unknown states

  @Test func `conditions are open where states can't be rebuilt`() throws {
    let journal = try sample("j")
    try journal.act(#"{"merge":{"n":1}}"#, at: 1)
    try journal.cut(#"{"merge":{"n":2}}"#, at: 2)
    try journal.act(#"{"merge":{"n":3}}"#, at: 3)
    try journal.snapshot(at: 3)
    try journal.close()
    let open = CallResult(
      code: .trouble, output: "unknown DIR/j: 1 of 2 hold in 3 states, 1 unknown\n",
      errorOutput: """
        DIR/j: error: 1 state can't be rebuilt or encoded, so the conditions aren't decided
          'reduxlog verify DIR/j' names the actions.

        """)
    expectEqual(tool.run("assert DIR/j --always $.n<9 --eventually $.n==2"), open)
    expectEqual(tool.run("assert DIR/j --eventually $.n==1").code, .fine)
    #expect(tool.run("assert DIR/j --never $.n==1 --never $.n==2").output.hasPrefix("violated DIR/j: 1 of 2 hold"))
    let junit = tool.run("assert DIR/j --always $.n<9 --format junit").output
    #expect(junit.contains(#"<error type="unknown" message="1 state can't be rebuilt or encoded, so "#), "\(junit)")
    let found = tool.run("bisect DIR/j --expect $.n<2")
    expectEqual(found.code, .trouble)
    #expect(found.output.hasPrefix("found DIR/j: one of the steps from state 1 to state 3\n   2 "), "\(found)")
  }

  @Test func `a journal of names decides nothing`() throws {
    try record("names", [.add(1), .add(2)], RecorderOptions(detail: .names))
    let asserted = tool.run("assert DIR/names --always $.count<2")
    expectEqual(asserted.code, .trouble)
    expectEqual(asserted.output, "unknown DIR/names: 1 of 1 hold in 0 states, 3 unknown\n")
    #expect(
      tool.run("bisect DIR/names --expect $.count<2").errorOutput.hasPrefix(
        "DIR/names:2: error: no snapshot before state 0 holds a whole state to start from\n"))
    #expect(
      tool.run("verify DIR/names").errorOutput.hasPrefix(
        "DIR/names:2: warning: states 0 to 2 are not proven: state 0 was recorded in part, or by reflection\n"))
  }

  @Test func `an interrupted action led to no state`() throws {
    _ = try SampleJournal.crashed(tool.folder.path(of: "j"))
    let inFlight = tool.run("assert DIR/j --always $.n<3")
    expectEqual(inFlight, CallResult(code: .fine, output: "ok DIR/j: 1 of 1 hold in 4 states\n"))
    _ = tool.run("record -o DIR/j --append", input: #"{"merge":{"n":3}}"# + "\n")
    expectEqual(
      tool.run("assert DIR/j --always $.n<9"), CallResult(code: .fine, output: "ok DIR/j: 1 of 1 hold in 6 states\n"))
    let found = tool.run("bisect DIR/j --expect $.n<3")
    #expect(found.output.hasPrefix("found DIR/j:11: $.n<3 is false after action 6 (merge)\n"), "\(found)")
    for end in ["DIR/j@4", "DIR/j --bad 4", "DIR/j --good 4"] {
      let refused = tool.run("bisect \(end) --expect $.n<3")
      expectEqual(refused.code, .trouble)
      #expect(refused.errorOutput.hasPrefix("DIR/j: error: action 4 (merge) was in flight when the process died"))
    }
  }

  @Test func `a gap can be the answer, and dropped states are named`() throws {
    let journal = try sample("t.jsonl")
    for number in 1...2 { try journal.act(#"{"merge":{"n":\#(number)}}"#, at: number) }
    try journal.segment(at: 3, missing: #"{"n":7}"#)
    try journal.act(#"{"merge":{"n":8}}"#, at: 4)
    try journal.close()
    let found = tool.run("bisect DIR/t.jsonl --expect $.n<5")
    #expect(
      found.output.hasPrefix("found DIR/t.jsonl:3: $.n<5 is false after a gap of 4 missing actions\n"), "\(found)")
    let step = try JSONValue(parsing: tool.run("bisect DIR/t.jsonl --expect $.n<5 --format json").output)["step"]
    #expect(step?["kind"] == "gap" && step?["missing"] == 4)
    let violated = tool.run("assert DIR/t.jsonl --always $.n<5").errorOutput
    #expect(
      violated.hasPrefix("DIR/t.jsonl:3: error: $.n<5 is false in state 3, after a gap of 4 missing actions\n"))

    try FileManager.default.removeItem(atPath: tool.folder.path(of: "t.000001.jsonl"))
    expectEqual(
      tool.run("bisect DIR/t.jsonl --expect $.n<5"),
      CallResult(
        code: .trouble,
        output: """
          bad DIR/t.jsonl: state 3, the first of the search, doesn't satisfy $.n<5
            Earlier states aren't in this journal, which begins with this one.
          tested 2 of 2 states

          """))
    let dropped = tool.run("bisect DIR/t.jsonl --expect $.n<8 --good 0")
    expectEqual(dropped.errorOutput, "DIR/t.jsonl: error: state 0 doesn't exist\n  The first state is 3.\n")
    #expect(tool.run("bisect DIR/t.jsonl --expect $.n<8").output.hasPrefix("found DIR/t.jsonl:4: "))
    expectEqual(tool.run("assert DIR/t.jsonl --always $.n<9").output, "ok DIR/t.jsonl: 1 of 1 hold in 2 states\n")
  }

  // MARK: Other schemas

  @Test func `a change of the schema can be the answer`() throws {
    let first = try SampleJournal(tool.folder.path(of: "j"), initial: ["total": 0, "user": "a"])
    try first.act(#"{"merge":{"total":1}}"#, at: 1)
    try first.close()
    let second = try SampleJournal(
      tool.folder.path(of: "j"), app: AppIdentity(name: "json", schema: 4), initial: ["total": 1])
    try second.snapshot(at: 0, setsState: true)
    try second.close()
    expectEqual(
      tool.run("bisect DIR/j --expect $.user").output,
      """
      found DIR/j:6: $.user is false after the start of session 2, with schema 4 after 3
         2  10:00:00.123     +0.000s  initial state
            - /user: "a"
      tested 3 of 3 states
      go on with:
        reduxlog diff DIR/j@1 DIR/j@2

      """)
    let step = try JSONValue(parsing: tool.run("bisect DIR/j --expect $.user --format json").output)["step"]
    expectEqual(step?["kind"], "schema")
    #expect(tool.run("blame DIR/j:/user").output.contains("session 2, schema 3 to 4  - /user: \"a\"\n"))
  }

  @Test func `older sessions are seen in the schema of today`() throws {
    for version in 1...3 {
      try FileManager.default.copyItem(
        atPath: Repository.path("Tests/OldJournals/notes-\(version).jsonl"),
        toPath: tool.folder.path(of: "\(version).jsonl"))
    }
    let tool = tool.with(apps: [NotesVersion3.self])
    let note = "note: states of an older schema have a changed shape, so no hash proves them; "
    expectEqual(
      tool.run("assert DIR --always count($.items)<3"),
      CallResult(
        code: .fine,
        output: (1...3).map { "ok DIR/\($0).jsonl: 1 of 1 hold in 9 states\n" }.joined() + "3 journals: 3 ok\n",
        errorOutput: (1...2).map { "DIR/\($0).jsonl: \(note)'reduxlog verify' compares their snapshots\n" }.joined()))
    let found = tool.run("bisect DIR/1.jsonl --expect !$.items[0]")
    expectEqual(found.code, .finding)
    #expect(found.output.hasPrefix("found DIR/1.jsonl:4: !$.items[0] is false after action 2 (add)\n"), "\(found)")
    #expect(found.output.contains(#"      + /items/0: {"id":1,"title":"Buy milk","done":false}"#), "\(found)")
    #expect(found.errorOutput.hasPrefix("DIR/1.jsonl: \(note)"), "\(found)")
    let blamed = tool.run("blame DIR/1.jsonl:/items/0")
    #expect(blamed.output.hasPrefix("   3  23:45:35.533  add   /items/0/id: 2\n"), "\(blamed)")
    #expect(blamed.errorOutput.hasPrefix("DIR/1.jsonl: \(note)"), "\(blamed)")
    let undeclared = tool.with(apps: [UndeclaredNotesVersion3.self]).run("assert DIR --always count($.items)<3")
    #expect(
      undeclared.output.hasPrefix("failed DIR/1.jsonl: at line 2\nfailed DIR/2.jsonl: at line 2\nok DIR/3.jsonl: "),
      "\(undeclared)")
  }

  // MARK: Values that aren't the app's

  @Test func `volatile values are named, and values beside them aren't`() {
    let tool = tool.with(apps: [ReadingApp.self])
    _ = tool.run(
      "record -o DIR/r --app reading --no-default-rules --volatile /last --volatile /books/*/opened",
      input: ReadingApp.actions)
    let note = "DIR/r: note: /last is volatile: today's reducers compute it, and other values may have been recorded\n"
    expectEqual(tool.run("assert DIR/r --never $.last==0").errorOutput, note)
    expectEqual(tool.run("assert DIR/r --over step --never $.after.last==0").errorOutput, note)
    expectEqual(tool.run("assert DIR/r --always $.count<9").errorOutput, "")
    expectEqual(tool.run("bisect DIR/r --expect $.last==0").errorOutput, note)
    expectEqual(tool.run("bisect DIR/r --expect $.count<2").errorOutput, "")
    expectEqual(tool.run("blame DIR/r:/last").errorOutput, note)
    expectEqual(tool.run("blame DIR/r:/count").errorOutput, "")
    expectEqual(
      tool.run("assert DIR/r --always count($.books[?@.opened>0])<9").errorOutput,
      note.replacing("/last", with: "/books/*/opened"))
  }

  @Test func `stand-ins for redacted values are named`() throws {
    _ = tool.run(
      "record -o DIR/j --app json",
      input: #"{"merge":{"user":"ada","pin":"1234"}}"# + "\n" + #"{"merge":{"n":1}}"# + "\n")
    let note = "DIR/j: note: the condition reads a redacted value: the journal has a stand-in for it\n"
    #expect(tool.run("bisect DIR/j --expect !$.pin").errorOutput == note)
    #expect(tool.run("assert DIR/j --always $.pin!=\"1234\"").errorOutput == note)
    #expect(tool.run("assert DIR/j --always $.user!=\"bob\"").errorOutput == "")
    try record("shape", [.add(1), .add(2)], RecorderOptions(detail: .shape))
    for line in ["bisect DIR/shape --expect $.count<2", "assert DIR/shape --always $.count<2"] {
      let result = tool.run(line)
      #expect(result.code == .fine && result.errorOutput == note.replacing("/j:", with: "/shape:"), "\(result)")
    }
  }

  // MARK: Folders

  @Test func `one app without checks doesn't keep the other journals from being judged`() {
    let tool = tool.with(apps: [TallyApp.self, AssertCommandTests.CheckedApp.self])
    tool.record("a.jsonl", #"{"add":{"_0":3}}"#)
    tool.record("b.jsonl", #"{"merge":{"total":1}}"#, app: "json")
    expectEqual(
      tool.run("assert DIR"),
      CallResult(
        code: .usage,
        output: """
          failed DIR/a.jsonl
          violated DIR/b.jsonl: 0 of 2 hold in 1 state
          2 journals: 1 violated, 1 failed

          """,
        errorOutput: """
          DIR/a.jsonl: error: the app 'tally' declares no checks; pass --always, --never or --eventually EXPR
          DIR/b.jsonl:2: error: check:not negative is false in state 0, after the start of the first session
          DIR/b.jsonl:2: error: check:has a total is false in state 0, after the start of the first session

          """))
    let wrong = tool.run("assert DIR --always $.count<")
    #expect(wrong.code == .usage && wrong.output == "", "\(wrong)")
    #expect(wrong.errorOutput.hasPrefix("reduxlog: error: option '--always': column 9: "), "\(wrong)")
  }
}

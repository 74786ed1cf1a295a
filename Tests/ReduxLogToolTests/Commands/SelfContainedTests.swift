import CommandLineKit
import Expectations
import Foundation
import ReducerIsolation
import ReduxJournal
import ReduxLogTool
import ReduxRecorder
import ReduxReplay
import StateTable
import StateTree
import TestSupport
import Testing

/// Self-contained journals, read by a tool without the app's reducers.
struct SelfContainedTests {
  private let tool: ToolFixture
  private let stranger: ToolFixture

  init() throws {
    tool = try ToolFixture()
    stranger = tool.with(apps: [])
    let actions = [
      #"{"add":{"_0":3}}"#, #"{"add":{"_0":4}}"#, #"{"reset":{}}"#, #"{"add":{"_0":99}}"#, #"{"add":{"_0":9}}"#,
    ]
    _ = tool.run(
      "record -o DIR/plain.jsonl --app tally", input: actions.map { $0 + "\n" }.joined())
    _ = tool.run(
      "record -o DIR/patched.jsonl --app tally --self-contained", input: actions.map { $0 + "\n" }.joined())
    _ = tool.run("bake DIR/plain.jsonl -o DIR/baked.jsonl")
  }

  @Test(arguments: ["patched", "baked"]) func `states are read without reducers`(name: String) {
    for command in [
      "show DIR/\(name).jsonl", "show DIR/\(name).jsonl@2:/history", "show DIR/\(name).jsonl@3 --format json",
      "diff DIR/\(name).jsonl@1..4", "diff DIR/\(name).jsonl@4 DIR/\(name).jsonl@1 --format json-patch",
      "log DIR/\(name).jsonl -p", "log DIR/\(name).jsonl -p --format ndjson", "stats DIR/\(name).jsonl",
      "slice DIR/\(name).jsonl@2..4 -o DIR/slice.jsonl --force",
    ] {
      let known = tool.run(command)
      expectEqual(known.code, (command.hasPrefix("diff") ? .finding : .fine), "\(command): \(known)")
      #expect(!known.output.isEmpty || command.hasPrefix("slice"), "\(command): \(known)")
      expectEqual(stranger.run(command), known, "\(command)")
    }
    let plain = stranger.run("show DIR/plain.jsonl@2")
    expectEqual(plain.code, .reducer, "\(plain)")
  }

  @Test(arguments: ["patched", "baked"]) func `states are replayed from patches without reducers`(name: String) {
    let known = tool.run("replay DIR/\(name).jsonl --to 4")
    let result = stranger.run("replay DIR/\(name).jsonl --to 4")
    #expect(result.code == .fine && result.output == known.output)
    expectEqual(
      result.errorOutput,
      "DIR/\(name).jsonl: note: rebuilt from recorded patches, without reducers; this tool doesn't contain the app's\n")
    expectEqual(stranger.run("replay DIR/\(name).jsonl --skip 2").code, .reducer)
    expectEqual(stranger.run("replay DIR/\(name).jsonl --unchecked").code, .reducer)
  }

  @Test func `without reducers, verify doesn't report success`() {
    expectEqual(tool.run("verify DIR/patched.jsonl").code, .fine)
    let result = stranger.run("verify DIR/patched.jsonl")
    expectEqual(
      result,
      CallResult(
        code: .reducer, output: "no-reducer DIR/patched.jsonl: at line 1\n",
        errorOutput: """
          DIR/patched.jsonl:1: error: the journal was recorded from the app 'tally', whose reducers this tool \
          doesn't contain; its 6 states match the recorded changes, but no reducer ran
            Run a tool that contains them with --tool PATH or REDUXLOG_TOOL=PATH. To check integrity only, add --no-replay.

          """))
  }

  @Test func `a journal that contradicts itself is refused`() throws {
    let journal = try SampleJournal(
      tool.folder.path(of: "lie.jsonl"), app: AppIdentity(name: "gone"), states: "patches")
    try journal.writer.beginAction(ActionHead(at: 1, type: "set", action: Array("{}".utf8)))
    try journal.writer.finishAction(
      ActionOutcome(
        hash: (["n": 1] as JSONValue).stateHash, patch: Array(#"[{"op":"replace","path":"/n","value":2}]"#.utf8)))
    try journal.close()
    let verified = stranger.run("verify DIR/lie.jsonl")
    expectEqual(verified.code, .trouble)
    expectEqual(
      verified.errorOutput,
      """
      DIR/lie.jsonl:3: error: state 1 doesn't match the changes that the action set recorded
        The journal was changed, or not written by a recorder.

      """)
    let shown = stranger.run("show DIR/lie.jsonl")
    #expect(shown.code == .finding && shown.errorOutput.contains("state 1 is not what was recorded"))
  }

  @Test(arguments: [
    (#"[{"op":"remove","path":"/none"}]"#, "operation 0"), (#"[{"op":"jump"}]"#, "jump"), ("[7]", "operation 0"),
  ]) func `an invalid patch is reported with its action`(patch: String, reason: String) throws {
    let journal = try SampleJournal(
      tool.folder.path(of: "wrong.jsonl"), app: AppIdentity(name: "gone"), states: "patches")
    try journal.writer.beginAction(ActionHead(at: 1, type: "set", action: Array("{}".utf8)))
    try journal.writer.finishAction(
      ActionOutcome(hash: (["n": 1] as JSONValue).stateHash, patch: Array(patch.utf8)))
    try journal.close()
    for command in ["show DIR/wrong.jsonl", "verify DIR/wrong.jsonl", "log -p DIR/wrong.jsonl"] {
      let result = stranger.run(command)
      expectEqual(result.code, .trouble, "\(command)")
      #expect(
        result.errorOutput.contains(
          "DIR/wrong.jsonl:3: error: the recorded changes of action 1 (set) don't apply to the state before it: "),
        "\(command): \(result.errorOutput)")
      #expect(result.errorOutput.contains(reason), "\(command)")
    }
  }

  /// Written values must not be redacted again: a stand-in's stand-in differs.
  @Test func `redacted states are read as they were written`() throws {
    struct State: Codable {
      var token = UUID()
      var pin: [Int: Data] = [1: Data([1, 2])]
      var credentials = EntityTable([Card(id: "token")])
      var count = 0
    }
    struct Card: Codable, Identifiable, Hashable { var id: String }
    let path = tool.folder.path(of: "redacted.jsonl")
    let recorder = try Recorder(
      path: path, app: AppIdentity(name: "gone"), options: RecorderOptions(states: .patches))
    let reduce = recorder.recording { (state: inout State, count: Int) in state.count = count }
    var state = State()
    for count in 1...3 { reduce(&state, count) }
    recorder.close()
    expectEqual(stranger.run("show DIR/redacted.jsonl@2:/count").output, "2\n")
    expectEqual(stranger.run("replay DIR/redacted.jsonl").code, .fine)
    #expect(stranger.run("verify DIR/redacted.jsonl").errorOutput.contains("its 4 states match"))
    expectEqual(stranger.run("log -p DIR/redacted.jsonl").code, .fine)
  }

  /// Some actions record no patch: one is followed by its state, and one isn't.
  @Test func `reading continues after an action without a patch`() throws {
    let journal = try SampleJournal(
      tool.folder.path(of: "mixed.jsonl"), app: AppIdentity(name: "gone"), states: "patches")
    func act(_ number: Int, patch: Bool) throws {
      try journal.writer.beginAction(ActionHead(at: number, type: "set", action: Array("[]".utf8)))
      try journal.writer.finishAction(
        ActionOutcome(
          hash: (["n": .number(JSONNumber(number))] as JSONValue).stateHash,
          patch: patch ? Array(#"[{"op":"replace","path":"/n","value":\#(number)}]"#.utf8) : nil))
    }
    try act(1, patch: true)
    try act(2, patch: false)
    try act(3, patch: true)
    try act(4, patch: false)
    try journal.writer.writeSnapshot(
      state: Array(#"{"n":4}"#.utf8), hash: (["n": 4] as JSONValue).stateHash)
    try act(5, patch: true)
    try journal.writer.rewind(to: 3, hash: (["n": 3] as JSONValue).stateHash)
    try journal.close()
    for (seq, code) in [(1, ExitCode.fine), (2, .trouble), (3, .trouble), (4, .fine), (5, .fine), (6, .trouble)] {
      let result = stranger.run("show DIR/mixed.jsonl@\(seq)")
      expectEqual(result.code, code, "\(seq): \(result)")
      if code == .fine { expectEqual(result.output, "{\n  \"n\": \(seq)\n}\n") }
    }
    let log = stranger.run("log -p DIR/mixed.jsonl")
    #expect(log.code == .fine && log.output.contains("~ /n: 0 → 1") && log.output.contains("~ /n: 4 → 5"), "\(log)")
    let verified = stranger.run("verify DIR/mixed.jsonl")
    expectEqual(verified.code, .reducer, "\(verified)")
    #expect(
      verified.errorOutput.contains(
        "the record of the action set doesn't contain its changes to the state"), "\(verified)")
  }

  /// Its reducers lead to the recorded states, but its readers would see others.
  @Test(arguments: ["", " --jobs 2", " --keep-going"]) func `verify checks patches even with reducers`(
    options: String
  ) throws {
    let tool = tool.with(apps: [JSONApp.self])
    for (name, patch, reason) in [
      (
        "other", #"[{"op":"replace","path":"/n","value":2}]"#,
        "state 1 doesn't match the changes that the action merge recorded"
      ),
      (
        "broken", #"[{"op":"remove","path":"/none"}]"#,
        "the recorded changes of action 1 (merge) don't apply to the state before it: "
      ),
    ] {
      let path = tool.folder.path(of: "\(name).jsonl")
      let journal = try SampleJournal(path, states: "patches")
      try journal.act(#"{"merge":{"n":1}}"#, at: 1, patch: patch)
      try journal.act(#"{"merge":{"n":5}}"#, at: 2, patch: #"[{"op":"replace","path":"/n","value":5}]"#)
      try journal.close()
      let result = tool.run("verify DIR/\(name).jsonl" + options)
      #expect((result.code, result.output) == (.trouble, "failed DIR/\(name).jsonl: at line 3\n"))
      #expect(result.errorOutput.hasPrefix("DIR/\(name).jsonl:3: error: \(reason)"), "\(result)")
      #expect(throws: ReplayError.self) { try Replayer<JSONApp>(path: path).verify() }
    }
  }

  @Test func `a wrong patch in a diverging journal is a warning`() throws {
    let journal = try SampleJournal(tool.folder.path(of: "both.jsonl"), states: "patches")
    try journal.act(#"{"merge":{"n":1}}"#, at: 1, patch: #"[{"op":"replace","path":"/n","value":2}]"#)
    try journal.writer.beginAction(ActionHead(at: 2, type: "merge", action: Array(#"{"merge":{"n":3}}"#.utf8)))
    try journal.writer.finishAction(
      ActionOutcome(
        hash: (["n": 4] as JSONValue).stateHash, patch: Array(#"[{"op":"replace","path":"/n","value":4}]"#.utf8)))
    try journal.close()
    let result = tool.with(apps: [JSONApp.self]).run("verify DIR/both.jsonl")
    #expect((result.code, result.output) == (.finding, "diverged DIR/both.jsonl: at state 2\n"))
    #expect(
      result.errorOutput.contains(
        "DIR/both.jsonl:3: warning: state 1 doesn't match the changes that the action merge recorded\n"), "\(result)")
  }

  @Test func `bake proves existing patches`() throws {
    let journal = try SampleJournal(tool.folder.path(of: "wrong.jsonl"), initial: [:], states: "patches")
    try journal.act(#"{"merge":{"n":1}}"#, at: 1, patch: #"[{"op":"add","path":"/n","value":2}]"#)
    try journal.close()
    let tool = tool.with(apps: [JSONApp.self])
    expectEqual(tool.run("verify DIR/wrong.jsonl").code, .trouble)
    expectEqual(tool.run("show DIR/wrong.jsonl").code, .finding)
    expectEqual(tool.run("bake DIR/wrong.jsonl -o DIR/right.jsonl").code, .fine)
    expectEqual(tool.run("show DIR/right.jsonl").output, "{\n  \"n\": 1\n}\n")
  }

  @Test func `--append keeps a journal self-contained`() throws {
    _ = tool.run("record -o DIR/patched.jsonl --append", input: #"{"add":{"_0":0}}"# + "\n")
    let shown = stranger.run("show DIR/patched.jsonl")
    #expect(shown.code == .fine && shown.output.contains(#""count": 99"#), "\(shown)")
  }

  @Test func `bake refuses what it can't prove`() {
    let result = tool.with(apps: [ChangedTallyApp.self]).run("bake DIR/plain.jsonl -o DIR/other.jsonl")
    expectEqual(result.code, .finding)
    expectEqual(tool.folder.contents(of: "other.jsonl"), nil)
    expectEqual(stranger.run("bake DIR/plain.jsonl -o DIR/other.jsonl").code, .reducer)
  }

  @Test func `bake reports how many actions record their changes`() {
    expectEqual(
      tool.run("bake DIR/plain.jsonl -o DIR/again.jsonl").errorOutput,
      "DIR/again.jsonl: 5 of 5 actions of DIR/plain.jsonl record their changes\n")
  }

  /// A cut action with a patch: it can't be reduced, and needn't be.
  @Test func `an action that can't be reduced is replayed from its patch`() throws {
    let journal = try SampleJournal(tool.folder.path(of: "cut.jsonl"), initial: [:])
    try journal.act(#"{"merge":{"n":1}}"#, at: 1)
    try journal.cut(#"{"merge":{"n":2}}"#, at: 2, patch: #"[{"op":"replace","path":"/n","value":2}]"#)
    try journal.act(#"{"merge":{"m":3}}"#, at: 3)
    try journal.close()
    let tool = tool.with(apps: [JSONApp.self])
    for options in ["", " --jobs 2"] {
      expectEqual(
        tool.run("verify DIR/cut.jsonl" + options),
        CallResult(
          code: .fine,
          output: "ok DIR/cut.jsonl: 3 actions, 1 proven by patch, 4 states proven, 1 session, closed\n"))
    }
    expectEqual(tool.run("replay DIR/cut.jsonl").output, "{\n  \"n\": 2,\n  \"m\": 3\n}\n")
    expectEqual(tool.run("show DIR/cut.jsonl").output, "{\n  \"n\": 2,\n  \"m\": 3\n}\n")
  }
}

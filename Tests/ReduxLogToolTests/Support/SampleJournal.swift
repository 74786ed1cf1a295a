import CommandLineKit
import ReducerIsolation
import ReduxJournal
import ReduxLogTool
import ReduxNotation
import ReduxReplay
import StateCoding
import StateTree

/// A journal of the app `json` with times, ids and durations that are the same in every run.
final class SampleJournal {
  /// 2026-01-01T10:00:00.123456Z.
  static let started = WallClock(microseconds: 1_767_261_600_123_456)
  static let id = JournalID("0123456789abcdef0123456789abcdef") ?? .random()

  let path: String
  let writer: JournalWriter
  private(set) var states: [JSONValue] = []
  private var state: JSONValue

  /// Begins a journal, or another session of it.
  init(
    _ path: String, app: AppIdentity = AppIdentity(name: "json", version: "1.2", schema: 3),
    initial: JSONValue = ["n": 0], started: WallClock = SampleJournal.started, context: JSONObject = JSONObject(),
    states: String? = nil
  ) throws {
    self.path = path
    state = initial
    writer = try JournalWriter.open(path: path)
    try writer.writeHeader(
      app: app, started: started, journal: SampleJournal.id, context: context, states: states, platform: "linux")
    if writer.resumed?.initialHash == nil {
      try writer.writeSnapshot(at: 0, state: bytes(state), hash: state.stateHash)
      self.states = [state]
    }
  }

  private func bytes(_ value: JSONValue) -> [UInt8] { JSONPrinter.bytes(of: value, layout: .compact) }

  /// Records an action that is reduced as the app does it.
  func act(_ json: String, type: String = "merge", at: Int, microseconds: Int = 7, cause: Int? = nil) throws {
    let action = try JSONValue(parsing: json)
    try writer.beginAction(ActionHead(at: at, type: type, cause: cause, action: Array(json.utf8)))
    let before = try StateEncoder().outline(state)
    var refusal: String?
    do {
      let decoded = try StateDecoder().decode(JSONAction.self, from: JSONDocument(bytes(action)).root)
      try JSONApp.reduce(&state, decoded)
    } catch { refusal = String(describing: error) }
    let after = try StateEncoder().outline(state)
    let changed = after.changes(since: before).map { ChangedMember(pointer: $0.pointer, short: $0.hash?.short) }
    try writer.finishAction(
      ActionOutcome(hash: after.hash, error: refusal, changed: changed, reducerMicroseconds: microseconds))
    states.append(state)
  }

  /// Writes the state out.
  func snapshot(at: Int? = nil, setsState: Bool = false) throws {
    try writer.writeSnapshot(at: at, state: bytes(state), hash: state.stateHash, setsState: setsState)
    if setsState { states.append(state) }
  }

  /// Starts another segment.
  func segment(at: Int) throws {
    try writer.startSegment(.init(at: at, state: bytes(state), hash: state.stateHash))
  }

  /// Starts another segment after missing actions, with the state after them.
  func segment(at: Int, missing json: String) throws {
    state = try JSONValue(parsing: json)
    try writer.startSegment(
      .init(
        at: at, state: bytes(state), hash: state.stateHash,
        gap: .init(why: "paused", missing: 4, changedState: true)))
    states.append(state)
  }

  /// Records an action by its name only, as one that is too long.
  func cut(_ json: String, at: Int, patch: String? = nil) throws {
    let action = try StateDecoder().decode(JSONAction.self, from: JSONDocument(Array(json.utf8)).root)
    try writer.beginAction(
      ActionHead(
        at: at, type: "big", replayability: .opaque, action: Array(#"{"$opaque":"JSONAction","bytes":99}"#.utf8)))
    try JSONApp.reduce(&state, action)
    try writer.finishAction(
      ActionOutcome(hash: state.stateHash, patch: patch.map { Array($0.utf8) }, reducerMicroseconds: 7))
    states.append(state)
  }

  /// Records a replayable action with its patch.
  func act(_ json: String, at: Int, patch: String) throws {
    let action = try StateDecoder().decode(JSONAction.self, from: JSONDocument(Array(json.utf8)).root)
    try writer.beginAction(ActionHead(at: at, type: "merge", action: Array(json.utf8)))
    try JSONApp.reduce(&state, action)
    try writer.finishAction(ActionOutcome(hash: state.stateHash, patch: Array(patch.utf8)))
    states.append(state)
  }

  /// Takes up an earlier state again.
  func rewind(to seq: Int, at: Int) throws {
    state = states[seq]
    try writer.rewind(at: at, to: seq, hash: state.stateHash)
    states.append(state)
  }

  /// Seals the session.
  func close() throws {
    try writer.seal()
    try writer.close()
  }
}

extension SampleJournal {
  /// A session with some of everything.
  static func session(_ path: String) throws -> SampleJournal {
    let journal = try SampleJournal(path)
    try journal.act(#"{"merge":{"n":1}}"#, at: 40_000)
    try journal.act(#"{"merge":{"cart":{"a":1,"b":"x"}}}"#, at: 1_500_000, microseconds: 12_345)
    try journal.writer.mark(at: 1_600_000, to: 1, name: "start", text: "here it\nbegins")
    try journal.act(#"{"patch":[{"op":"remove","path":"/none"}]}"#, type: "patch", at: 2_000_000)
    try journal.act(#"{"merge":{"cart":{"a":2}}}"#, at: 2_500_000)
    try journal.rewind(to: 2, at: 62_500_000)
    try journal.snapshot(at: 62_500_000)
    try journal.act(#"{"replace":{"n":9,"big":12345678901234567890.5}}"#, type: "replace", at: 62_600_000)
    try journal.writer.gap(at: 63_000_000, why: "paused", missing: 3)
    try journal.snapshot(at: 64_000_000, setsState: true)
    return journal
  }

  /// Four actions with patches, which set `n` to their seqs, of an app that no tool knows.
  static func ofUnknownApp(_ path: String) throws {
    let journal = try SampleJournal(path, app: AppIdentity(name: "unknown"), states: "patches")
    for number in 1...4 {
      try journal.act(
        #"{"merge":{"n":\#(number)}}"#, at: number, patch: #"[{"op":"replace","path":"/n","value":\#(number)}]"#)
    }
    try journal.close()
  }

  /// Two sessions, the first of them closed, the second in the middle of an action.
  static func crashed(_ path: String) throws -> SampleJournal {
    let first = try SampleJournal(path)
    try first.act(#"{"merge":{"n":1}}"#, at: 40_000)
    try first.close()
    let second = try SampleJournal(
      path, initial: first.states[1], started: WallClock(microseconds: started.microseconds + 3_600_000_000))
    try second.writer.writeSnapshot(at: 0, sameAs: 1, hash: first.states[1].stateHash)
    try second.act(#"{"merge":{"n":2}}"#, at: 1_000_000)
    try second.writer.beginAction(ActionHead(at: 2_000_000, type: "merge", action: Array(#"{"merge":{"n":3}}"#.utf8)))
    return second
  }
}

/// Runs the tool in this process, in UTC and with the app `json`, unless others are given.
func reduxlog(
  _ arguments: [String], commands: CommandTable = .standard, apps: [any ReplayableApp.Type] = [JSONApp.self],
  input: String = "", isTerminal: Bool = false, interruption: Interruption = .never
) -> CallResult {
  let output = BufferSink(isTerminal: isTerminal)
  let errorOutput = BufferSink(isTerminal: isTerminal)
  var context = CommandContext(
    output: output, errorOutput: errorOutput, input: InputSource.buffer(input), times: .utc, interruption: interruption)
  context.apps = AppCatalog(apps)
  let code = commands.run(arguments, in: context)
  return CallResult(code: code, output: output.text, errorOutput: errorOutput.text)
}

func reduxlog(_ arguments: String...) -> CallResult { reduxlog(arguments) }

import Expectations
import Foundation
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import ReduxStore
import ReduxTimeTravel
import StateCoding
import StateTree
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct InputsTests {
  private let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  private func recorder(_ options: RecorderOptions = RecorderOptions(inputs: true)) throws -> Recorder {
    try Recorder(path: file.path, app: AppIdentity(DiceApp.self), options: options)
  }

  /// Records the session, and returns its states.
  @discardableResult
  private func record(_ options: RecorderOptions = RecorderOptions(inputs: true)) throws -> [DiceApp.State] {
    let reduce = try recorder(options).recording(DiceApp.reduce)
    var states = [DiceApp.initialState]
    for action in DiceApp.session {
      var state = states[states.count - 1]
      reduce(&state, action)
      states.append(state)
    }
    return states
  }

  private func replayer(_ path: String? = nil) throws -> Replayer<DiceApp> { try Replayer(path: path ?? file.path) }

  @Test func `a session that declares inputs holds those of each action, before the action`() throws {
    try record(RecorderOptions(volatile: ["/luck"], inputs: true))
    let lines = try file.lines()
    #expect(lines[0].contains(#","hash":"siphash-tree/1+volatile+inputs","#))
    let actions = lines.filter { $0.hasPrefix(#"{"kind":"action""#) }
    expectEqual(actions.count, DiceApp.session.count)
    for line in actions {
      #expect(line.contains(#/,"type":"[a-z]+","inputs":\{"now":[0-9]{16},"seed":"[0-9a-f]{32}"\},"action":\{/#))
    }
  }

  @Test(arguments: [1, 3]) func `a replay leads to the same states`(jobs: Int) throws {
    let states = try record()
    let report = try replayer().verify(jobs: jobs)
    expectEqual(report.divergence, nil)
    expectEqual(report.proven, states.count)
    try expectEqual(states.indices.map { try replayer().state(at: $0) }, states)
  }

  /// Takes seconds: it starts processes. With REDUXLOG_SOAK=1, 100 of them.
  @Test func `fresh processes prove every state`() async throws {
    try record()
    let path = file.path
    for _ in 0..<(Soak.isOn ? 100 : 3) {
      try await onOwnThread {
        await #expect(processExitsWith: .success) { [path = path as String] in
          let report = try Replayer<DiceApp>(path: path).verify()
          guard report.divergence == nil, report.proven == 9 else { exit(1) }
        }
      }
    }
  }

  /// Takes a second: another process crashes.
  @Test func `an action that kills the process has its inputs, and what follows verifies`() async throws {
    let path = file.path
    try await onOwnThread {
      await #expect(processExitsWith: .failure) { [path = path as String] in
        let recorder = try Recorder(
          path: path, app: AppIdentity(DiceApp.self), options: RecorderOptions(inputs: true))
        let reduce = recorder.recording(DiceApp.reduce)
        var state = DiceApp.initialState
        reduce(&state, .roll(4))
        reduce(&state, .crash)
      }
    }
    let tail = try JournalFile(path: path).tail
    guard case .torn(let torn) = tail else {
      Issue.record("the journal ends \(tail)")
      return
    }
    #expect(torn.action?.inputs != nil)
    var state = try replayer().state(at: 1)
    expectEqual(state.rolls.count, 4)
    do {
      let reduce = try recorder().recording(DiceApp.reduce)
      for action in DiceApp.session { reduce(&state, action) }
    }
    try expectEqual(file.actions().map(\.interrupted).filter { $0 }.count, 1)
    let replayer = try replayer()
    try expectEqual(replayer.verify().divergence, nil)
    let last = try #require(try replayer.file.lastStateSeq)
    try expectEqual(replayer.state(at: last), state)
  }

  @Test func `without an action, the others get the same inputs`() throws {
    let states = try record()
    let last = try #require(states.last)
    let skipped = try replayer().state(at: 8, with: ActionEdits(skipping: [2...2]))
    expectEqual(skipped.rolls, Array(last.rolls.dropFirst(3)))
    expectEqual(skipped.players, last.players)
    expectEqual(skipped.deck, last.deck)
  }

  @Test func `replaced actions have the inputs of those that they replace, inserted ones their own`() throws {
    let states = try record()
    let join = try JSONValue(parsing: #"{"join":{}}"#)
    let replaced = try replayer().state(at: 8, with: ActionEdits(replacing: [2: join]))
    expectEqual(replaced.times, states[8].times)
    expectEqual(replaced.players.count, 3)
    let edits = ActionEdits(inserting: [0: [join, join], 1: [join]])
    let inserted = try replayer().state(at: 8, with: edits)
    expectEqual(inserted.rolls, states[8].rolls)
    expectEqual(Set(inserted.players).count, 5)
    try expectEqual(replayer().state(at: 8, with: edits), inserted)
  }

  @Test func `a session goes on after a rewind`() throws {
    let recorder = try recorder()
    let reduce = recorder.recording(DiceApp.reduce)
    var states = [DiceApp.initialState]
    func run(_ actions: [DiceApp.Action]) {
      for action in actions {
        var state = states[states.count - 1]
        reduce(&state, action)
        states.append(state)
      }
    }
    run(DiceApp.session)
    states.append(states[2])
    try recorder.recordRewind(to: 2, state: states[2])
    run(DiceApp.session)
    recorder.close()
    try expectEqual(replayer().verify().proven, states.count)
    try expectEqual(states.indices.map { try replayer().state(at: $0) }, states)
  }

  @Test func `begin and finish give inputs inside of withInputs`() throws {
    let recorder = try recorder()
    var state = DiceApp.initialState
    let recorded = recorder.begin(DiceApp.Action.join, in: state)
    recorded.withInputs { DiceApp.reduce(&state, .join) }
    recorder.finish(recorded, in: state)
    recorder.record(DiceApp.Action.roll(2), in: &state) { DiceApp.reduce(&$0, .roll(2)) }
    recorder.close()
    try expectEqual(replayer().verify().proven, 3)
  }

  @Test func `two recorders of one reducer write the same inputs`() throws {
    let other = try TemporaryFile()
    let second = try Recorder(
      path: other.path, app: AppIdentity(DiceApp.self), options: RecorderOptions(inputs: true))
    let reduce = second.recording(try recorder().recording(DiceApp.reduce))
    var state = DiceApp.initialState
    for action in DiceApp.session { reduce(&state, action) }
    second.close()
    try expectEqual(replayer().verify().proven, 9)
    try expectEqual(replayer(other.path).verify().proven, 9)
  }

  @Test func `undeclared use gets the system's values and is reported once`() async throws {
    let reports = Reports()
    do {
      let recorder = try Recorder(path: file.path, app: AppIdentity(DiceApp.self)) { reports.append($0) }
      let reduce = recorder.recording(DiceApp.reduce)
      var state = DiceApp.initialState
      for action in DiceApp.session { reduce(&state, action) }
      expectEqual(Set(state.players).count, 2)
    }
    #expect(
      try await reports.settled(1).map { "\($0)" } == [
        "the reducer of join uses ReplayInputs, but the journal doesn't hold them, so expect divergences; pass "
          + "RecorderOptions(inputs: true)"
      ])
    #expect(try file.text().contains(#""hash":"siphash-tree/1","#))
    #expect(try file.actions().allSatisfy { $0.inputs == nil })
  }

  @Test(arguments: [RecordingDetail.names, .shape])
  func `with less detail, the journal holds no inputs`(detail: RecordingDetail) throws {
    try record(RecorderOptions(detail: detail, inputs: true))
    #expect(try !file.text().contains("inputs"))
  }

  @Test func `a self-contained copy keeps the inputs`() throws {
    let states = try record()
    var bytes: [UInt8] = []
    let baked = try replayer().bake(onStep: { _ in }, write: { bytes += $0 })
    expectEqual(baked.patched, 8)
    let copy = try TemporaryFile()
    try copy.write(bytes)
    try expectEqual(copy.actions().map(\.inputs), file.actions().map(\.inputs))
    try expectEqual(replayer(copy.path).verify().proven, states.count)
  }

  @Test func `a redacted copy has patches in place of the inputs`() throws {
    let states = try record()
    let copy = try TemporaryFile()
    let writer = try JournalWriter.open(path: copy.path)
    _ = try replayer().redact(by: .usual, to: writer) { _ in }
    try writer.close()
    #expect(try !copy.text().contains("inputs"))
    #expect(try copy.actions().allSatisfy { $0.replayability == .inspectOnly && $0.patch != nil })
    try expectEqual(replayer(copy.path).verify().proven, states.count)
    try expectEqual(states.indices.map { try replayer(copy.path).state(at: $0) }, states)
  }

  @Test func `in a redacted copy, actions that need no inputs are reduced`() throws {
    do {
      let reduce = try recorder().recording(DiceApp.reduce)
      var state = DiceApp.initialState
      for action in [DiceApp.Action.join, .leave, .join, .roll(1), .leave] { reduce(&state, action) }
    }
    let copy = try TemporaryFile()
    let writer = try JournalWriter.open(path: copy.path)
    _ = try replayer().redact(by: .usual, to: writer) { _ in }
    try writer.close()
    try expectEqual(
      copy.actions().map(\.replayability),
      [
        .inspectOnly, .replayable, .inspectOnly, .inspectOnly, .replayable,
      ])
    #expect(try copy.actions().allSatisfy { $0.patch != nil })
    let report = try replayer(copy.path).verify()
    #expect((report.divergence == nil, report.proven) == (true, 6))
  }

  @Test func `timelines give a reducer its inputs again`() throws {
    let timeline = StoreTimeline<DiceApp.State, DiceApp.Action>(
      initialState: DiceApp.initialState, reducer: Reducer(DiceApp.reduce),
      live: Reducer(try recorder().recording(DiceApp.reduce)))
    var states = [timeline.store.state]
    for action in DiceApp.session {
      timeline.store.dispatch(action)
      states.append(timeline.store.state)
    }
    try expectEqual(states.indices.map { try timeline.state(at: $0) }, states)
    try expectEqual(states.indices.map { try replayer().state(at: $0) }, states)

    let live = LiveTimeline<DiceApp.State, DiceApp.Action>()
    let reduce = live.following(DiceApp.reduce)
    var kept = [DiceApp.initialState]
    for action in DiceApp.session {
      var state = kept[kept.count - 1]
      reduce(&state, action)
      kept.append(state)
    }
    try expectEqual(kept.indices.map { try live.state(at: $0) }, kept)
  }

  @Test func `a journal whose header and actions disagree about inputs is damaged`() throws {
    try record()
    for (text, replacement, problem) in [
      (#/,"inputs":\{[^}]*\}/#, "", "the action has no inputs, but the header declares them"),
      (#/\+inputs/#, "", "the action has inputs, which the header doesn't declare"),
      (#/\+inputs/#, "+other", "state hash siphash-tree/1+other"),
      (#/"seed":"[0-9a-f]{32}"/#, #""seed":"7""#, "expected an object with a time and a seed of 32 hex digits"),
    ] {
      let copy = try TemporaryFile()
      try copy.write(try resealed(file.lines().map { $0.replacing(text, with: replacement) }))
      let error = #expect(throws: JournalError.self) { _ = try copy.entries() }
      #expect("\(try #require(error))".contains(problem))
    }
  }

  /// Lines with right sums, as a file; their bases are left out.
  private func resealed(_ lines: [String]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let id = try #require(lines[0].firstMatch(of: #/"journal":"([0-9a-f]{32})"/#)).output.1
    var before = String(id)
    for line in lines {
      let members = String(line.prefix { _ in true }.dropLast(26)).replacing(#/,"(base|header)":[0-9]+/#, with: "")
      var hash = SipHash()
      hash.update(Array((before + members).utf8))
      before = hash.finalized().half
      bytes += Array("\(members),\"sum\":\"\(before)\"}\n".utf8)
    }
    return bytes
  }
}

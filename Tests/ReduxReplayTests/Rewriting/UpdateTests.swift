import Expectations
import ReduxJournal
import ReduxRecorder
import StateCoding
import StateTree
import TestSupport
import Testing

@testable import ReduxReplay

/// Updating writes the states to which today's reducers lead, and keeps everything else.
struct UpdateTests {
  /// The ledger after a change: each amount counts twice, and refused amounts stay.
  private enum ChangedLedgerApp: ReplayableApp {
    static let name = LedgerApp.name
    static var initialState: Ledger { Ledger() }

    static func reduce(_ state: inout Ledger, _ action: LedgerAction) throws {
      if case .refuse = action { throw Refused(description: "no longer") }
      try LedgerApp.reduce(&state, action)
      if case .add(let amount) = action { state.total += amount }
    }
  }

  private func update<App: ReplayableApp>(_ path: String, with app: App.Type, to copy: TemporaryFile) throws -> Int {
    var bytes: [UInt8] = []
    let states = try Replayer<App>(path: path).update(onStep: { _ in }, write: { bytes += $0 })
    try copy.write(bytes)
    return states
  }

  @Test(arguments: 0..<UInt64(Soak.count(10, soak: 400))) func `unchanged reducers write the same bytes`(seed: UInt64)
    throws
  {
    let (file, copy) = (try TemporaryFile(), try TemporaryFile())
    try LedgerJournal.write(to: file.path, records: 120, seed: seed, rewinds: 6, cuts: 4)
    try expectEqual(update(file.path, with: LedgerApp.self, to: copy), 0, "seed \(seed)")
    try expectEqual(copy.bytes(), file.bytes(), "seed \(seed)")
  }

  @Test(arguments: 0..<UInt64(Soak.count(10, soak: 400))) func `changed reducers prove what they wrote`(seed: UInt64)
    throws
  {
    let (file, copy) = (try TemporaryFile(), try TemporaryFile())
    try LedgerJournal.write(to: file.path, records: 120, seed: seed, rewinds: 6)
    let states = try update(file.path, with: ChangedLedgerApp.self, to: copy)
    #expect(states > 0, "seed \(seed)")
    let before = try Replayer<LedgerApp>(path: file.path).verify()
    let after = try Replayer<ChangedLedgerApp>(path: copy.path).verify()
    expectEqual(after.divergence, nil, "seed \(seed)")
    #expect(
      (after.proven, after.actions, after.rewinds, after.sessions, after.lastSeq)
        == (before.proven, before.actions, before.rewinds, before.sessions, before.lastSeq), "seed \(seed)")
    try expectEqual(kinds(copy.path), kinds(file.path), "seed \(seed)")
  }

  /// The kinds, seqs and actions of the records.
  private func kinds(_ path: String) throws -> [String] {
    let reader = try JournalReader(path: path)
    var lines: [String] = []
    while let entry = try reader.next() {
      var line = "\(entry.record.kind) \(entry.seq)"
      if case .action(let action) = entry.record { line += " \(action.type) \(action.action.value.compact)" }
      lines.append(line)
    }
    return lines
  }

  @Test func `patches lead to the new states`() throws {
    let (file, copy) = (try TemporaryFile(), try TemporaryFile())
    let recorder = try Recorder(
      path: file.path, app: AppIdentity(name: LedgerApp.name), options: RecorderOptions(states: .patches))
    let reduce = recorder.recording(LedgerApp.reduce)
    var ledger = Ledger()
    try reduce(&ledger, .write("first"))
    try reduce(&ledger, .add(3))
    try reduce(&ledger, .note("a", 1))
    try? reduce(&ledger, .refuse(2))
    try reduce(&ledger, .write("last"))
    recorder.close()
    try expectEqual(update(file.path, with: ChangedLedgerApp.self, to: copy), 4)
    try expectEqual(Replayer<ChangedLedgerApp>(path: copy.path).verify().confirmed, 5)
    let states = try (0...5).map { try Replayer<PatchedStates>(path: copy.path).state(at: $0).compact }
    expectEqual(
      states,
      [
        #"{"total":0,"notes":{},"log":[]}"#, #"{"total":0,"notes":{},"log":["first"]}"#,
        #"{"total":6,"notes":{},"log":["first"]}"#, #"{"total":6,"notes":{"a":1},"log":["first"]}"#,
        #"{"total":6,"notes":{"a":1},"log":["first"]}"#, #"{"total":6,"notes":{"a":1},"log":["first","last"]}"#,
      ])
  }

  @Test func `an action that can't be replayed is refused behind a changed state only`() throws {
    let (file, copy) = (try TemporaryFile(), try TemporaryFile())
    let writer = try JournalWriter.open(path: file.path)
    try writer.writeHeader(app: AppIdentity(name: LedgerApp.name), started: WallClock(microseconds: 0))
    var ledger = Ledger()
    try writer.writeSnapshot(state: StateEncoder().encode(ledger), hash: StateEncoder().hash(ledger), setsState: true)
    func act(_ action: LedgerAction, _ replayability: ActionRecord.Replayability) throws {
      try writer.beginAction(
        ActionHead(at: 0, type: "act", replayability: replayability, action: StateEncoder().encode(action)))
      try LedgerApp.reduce(&ledger, action)
      try writer.finishAction(ActionOutcome(hash: StateEncoder().hash(ledger)))
    }
    try act(.write("x"), .opaque)
    try writer.writeSnapshot(state: StateEncoder().encode(ledger), hash: StateEncoder().hash(ledger), setsState: false)
    try act(.add(1), .replayable)
    try writer.flush()
    try expectEqual(update(file.path, with: ChangedLedgerApp.self, to: copy), 1)
    try act(.write("y"), .opaque)
    try writer.close()
    let error = #expect(throws: ReplayError.self) { try update(file.path, with: ChangedLedgerApp.self, to: copy) }
    expectEqual(error?.seq, 3)
  }
}

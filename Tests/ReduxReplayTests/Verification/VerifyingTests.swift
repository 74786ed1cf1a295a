import Expectations
import Foundation
import ReduxJournal
import StateCoding
import TestSupport
import Testing

@testable import ReduxReplay

/// The ledger with an off-by-one error.
private enum GenerousLedger: ReplayableApp {
  static let name = "ledger"
  static var initialState: Ledger { Ledger() }

  static func reduce(_ state: inout Ledger, _ action: LedgerAction) throws {
    try LedgerApp.reduce(&state, action)
    if case .add = action { state.total += 1 }
  }
}

/// Checks how a verification handles single records.
struct VerifyingTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  private func begin() throws -> JournalWriter {
    let writer = try JournalWriter.open(path: file.path)
    try writer.writeHeader(app: AppIdentity(name: LedgerApp.name), started: WallClock(microseconds: 0))
    try snapshot(Ledger(), to: writer)
    return writer
  }

  private func snapshot(_ state: Ledger, to writer: JournalWriter) throws {
    try writer.writeSnapshot(state: StateEncoder().encode(state), hash: StateEncoder().hash(state))
  }

  private func add(to state: inout Ledger, isHashed: Bool = true, _ writer: JournalWriter) throws {
    state.total += 1
    try writer.beginAction(ActionHead(at: 0, type: "add", action: StateEncoder().encode(LedgerAction.add(1))))
    try writer.finishAction(
      isHashed ? ActionOutcome(hash: StateEncoder().hash(state)) : ActionOutcome(hash: nil, unhashed: "no time"))
  }

  @Test func `a snapshot proves the state of an action without a hash`() throws {
    let writer = try begin()
    var state = Ledger()
    for isHashed in [true, false] { try add(to: &state, isHashed: isHashed, writer) }
    try snapshot(state, to: writer)
    try add(to: &state, isHashed: false, writer)
    try writer.close()
    let report = try Replayer<LedgerApp>(path: file.path).verify()
    #expect((report.proven, report.unhashed) == (3, 1))
  }

  @Test func `a state without a hash diverges from its snapshot`() throws {
    let writer = try begin()
    var state = Ledger()
    try add(to: &state, isHashed: false, writer)
    try snapshot(state, to: writer)
    try writer.close()
    let divergence = try #require(try Replayer<GenerousLedger>(path: file.path).verify().divergence)
    #expect((divergence.seq, divergence.type) == (1, "add"))
    expectEqual(
      divergence.kind,
      .state(
        recorded: try StateEncoder().hash(Ledger(total: 1)), replayed: try StateEncoder().hash(Ledger(total: 2))))
  }

  @Test func `counts rewinds to states before the snapshot at which a replay begins`() throws {
    let writer = try begin()
    var states = [Ledger()]
    for _ in 0..<40 {
      var state = states[states.count - 1]
      try add(to: &state, writer)
      states.append(state)
    }
    try snapshot(states[40], to: writer)
    for seq in 1...20 { try writer.rewind(to: seq, hash: StateEncoder().hash(states[seq])) }
    try add(to: &states[20], writer)
    try writer.close()
    var replayer = try Replayer<LedgerApp>(path: file.path)
    try expectEqual(replayer.replay(to: 61, fromSnapshot: true).state, Ledger(total: 21))
    replayer.limit = Lineage.Limit(base: 100, perState: 0)
    let error = #expect(throws: ReplayError.self) { try replayer.replay(to: 61, fromSnapshot: true) }
    expectEqual(error?.problem, .tooManyRewinds(limit: 100))
  }

  @Test func `a report keeps no bytes of a gap`() throws {
    do {
      let writer = try begin()
      try writer.close()
    }
    let handle = try #require(FileHandle(forWritingAtPath: file.path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(#"{"kind":"mark","seq":0,"na"#.utf8))
    try handle.close()
    try JournalWriter.open(path: file.path).close()
    let journal = try JournalFile(path: file.path)
    guard case .gap(let gap) = try journal.lastEntry.record else {
      Issue.record("no gap")
      return
    }
    #expect(gap.bytes != nil)
    let report = try Replayer<LedgerApp>(file: journal).verify()
    expectEqual(report.gaps, [VerifyReport.Gap(line: report.gaps.first?.line, why: gap.why, missing: gap.missing)])
  }

  @Test func `a report truncates the reason of a gap like a writer`() throws {
    let writer = try begin()
    try writer.close()
    let last = try #require(try file.lines().last)
    let sum = try #require(ChainSum(digits: last.utf8.suffix(18).prefix(16)))
    var bytes = try file.bytes()
    let gap = Array(#"{"kind":"gap","seq":0,"why":"\#(String(repeating: "x", count: 100_000))""#.utf8)
    bytes += gap
    sum.next(over: gap).appendSuffix(to: &bytes)
    try file.write(bytes)
    let report = try Replayer<LedgerApp>(path: file.path).verify()
    expectEqual(report.gaps.map(\.why), [String(repeating: "x", count: 16 << 10) + "…"])
  }
}

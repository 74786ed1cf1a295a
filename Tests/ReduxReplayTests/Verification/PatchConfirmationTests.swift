import Expectations
import ReduxJournal
import StateCoding
import StateTree
import TestSupport
import Testing

@testable import ReduxReplay

/// Verification confirms patches beside the replayed states, so that no second replay is needed.
struct PatchConfirmationTests {
  private let file: TemporaryFile
  private let writer: JournalWriter

  init() throws {
    file = try TemporaryFile()
    writer = try JournalWriter.open(path: file.path)
    try writer.writeHeader(
      app: AppIdentity(name: LedgerApp.name), started: WallClock(microseconds: 0), states: "patches", rules: .off)
    try snapshot(0)
  }

  private func hash(_ total: Int) throws -> StateHash { try StateEncoder().hash(Ledger(total: total)) }

  private func snapshot(_ total: Int) throws {
    try writer.writeSnapshot(state: StateEncoder().encode(Ledger(total: total)), hash: hash(total))
  }

  private func act(
    _ action: LedgerAction, to total: Int, patch: Int?, isHashed: Bool = true, error: String? = nil
  ) throws {
    try writer.beginAction(ActionHead(at: 0, type: "action", action: StateEncoder().encode(action)))
    try writer.finishAction(
      ActionOutcome(
        hash: isHashed ? hash(total) : nil, error: error,
        patch: patch.map { Array(#"[{"op":"replace","path":"/total","value":\#($0)}]"#.utf8) }))
  }

  private func confirmed(jobs: Int) throws -> [Int] {
    let report = try Replayer<LedgerApp>(path: file.path).replay(jobs: jobs).report
    expectEqual(report.divergence, nil)
    return [report.confirmed, report.actions]
  }

  @Test func `whatever stands between them`() throws {
    try act(.add(1), to: 1, patch: 1)
    try act(.refuse(5), to: -4, patch: -4, error: "refused 5")
    try act(.add(6), to: 2, patch: 2, isHashed: false)
    try act(.add(1), to: 3, patch: 3)
    try writer.rewind(at: 0, to: 1, hash: hash(1))
    try act(.add(7), to: 8, patch: 8)
    // A state whose record had no room for the patch.
    try act(.add(1), to: 9, patch: nil)
    try snapshot(9)
    try act(.add(1), to: 10, patch: 10)
    try writer.close()
    try expectEqual(confirmed(jobs: 1), [7, 7])
    try expectEqual(confirmed(jobs: 3), [7, 7])
    _ = try Replayer<LedgerApp>(path: file.path).verify()
  }

  @Test func `up to the first that leads elsewhere`() throws {
    try act(.add(1), to: 1, patch: 1)
    try act(.add(1), to: 2, patch: 3)
    try act(.add(1), to: 3, patch: 3)
    try writer.close()
    try expectEqual(confirmed(jobs: 1), [1, 3])
    #expect(throws: ReplayError.self) { try Replayer<LedgerApp>(path: file.path).verify() }
  }
}

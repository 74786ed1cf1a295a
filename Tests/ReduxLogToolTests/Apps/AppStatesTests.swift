import Expectations
import ReducerIsolation
import ReduxJournal
import ReduxLogTool
import ReduxReplay
import StateTree
import TestSupport
import Testing

@Suite("States one after the other")
struct AppStatesTests {
  @Test(
    "are the same in whatever order they are asked for",
    arguments: [
      Array(0...30), Array((0...30).reversed()), [0, 30, 29, 30, 3, 3, 20, 21, 5, 28], [12, 13, 14, 15, 16, 17, 18],
      [1, 19, 25], [10, 11, 12],
    ])
  func orders(seqs: [Int]) throws {
    let folder = try TemporaryFolder()
    let journal = try SampleJournal(folder.path(of: "s.jsonl"))
    for number in 1...30 {
      switch number {
      case 11: try journal.rewind(to: 4, at: number)
      case 25: try journal.snapshot(setsState: true)
      default: try journal.act("{\"merge\":{\"n\":\(number),\"k\(number % 3)\":[\(number)]}}", at: number)
      }
      if number == 18 { try journal.snapshot() }
    }
    try journal.close()
    let app = try AppCatalog([JSONApp.self]).app(named: "json")
    var states = app.replayer(of: try JournalFile(path: journal.path)).states
    for seq in seqs { try expectEqual(states.state(at: seq), journal.states[seq], "state \(seq)") }
    #expect(#expect(throws: ReplayError.self) { try states.state(at: 31) }?.problem == .noSuchState(last: 30))
    try expectEqual(states.state(at: 7), journal.states[7])
  }

  @Test("are refused exactly where they differ from the recorded ones")
  func divergence() throws {
    let folder = try TemporaryFolder()
    let journal = try SampleJournal(folder.path(of: "s.jsonl"))
    try journal.act(#"{"merge":{"n":1}}"#, at: 1)
    try journal.writer.beginAction(ActionHead(at: 2, type: "merge", action: Array(#"{"merge":{"n":2}}"#.utf8)))
    try journal.writer.finishAction(ActionOutcome(hash: StateHash(low: 1, high: 2)))
    try journal.act(#"{"merge":{"n":3}}"#, at: 3)
    try journal.close()
    var states = try AppCatalog([JSONApp.self]).app(named: "json").replayer(of: JournalFile(path: journal.path)).states
    try expectEqual(states.state(at: 1), ["n": 1])
    let error = #expect(throws: ReplayError.self) { try states.state(at: 2) }
    expectEqual(error?.seq, 2)
    try expectEqual(states.state(at: 3), ["n": 3])
  }
}

import Expectations
import RecordingChild
import ReduxReplay
import StateCoding
import TestSupport
import Testing

@testable import ReduxJournal
@testable import ReduxRecorder

/// Recording while the wall clock is set.
struct ClockTests {
  private static let now = 1_767_261_600_123_456

  /// The records of a journal whose sessions begin at these times of the wall clock.
  private func journal(_ starts: [Int]) throws -> [JournalEvent] {
    let scratch = try TemporaryFile()
    var state = StepsApp.initialState
    for start in starts {
      let recorder = try Recorder(
        writer: try JournalWriter.open(path: scratch.path), app: AppIdentity(name: StepsApp.name),
        options: RecorderOptions(), wallClock: WallClock(microseconds: start), onFailure: { _ in })
      recorder.start(state)
      for _ in 0..<5 { try recorder.recording(StepsApp.reduce)(&state, StepsApp.action(state.steps)) }
      recorder.close()
    }
    let report = try Replayer<StepsApp>(path: scratch.path).verify()
    #expect(report.divergence == nil && report.proven == starts.count * 6)
    try expectEqual(SurvivingJournal(scratch.path).state, state)
    let reader = try JournalReader(path: scratch.path)
    var entries: [JournalEvent] = []
    while let entry = try reader.next() { entries.append(entry) }
    return entries
  }

  @Test
  func `setting the wall clock changes no order and no hash`() throws {
    let plain = try journal(Array(repeating: ClockTests.now, count: 5))
    let moved = try journal([
      ClockTests.now, ClockTests.now - 86_400_000_000, 0, -1_000_000, 4_102_444_800_000_000,
    ])
    expectEqual(moved.map(\.record.kind), plain.map(\.record.kind))
    expectEqual(moved.map(\.seq), plain.map(\.seq))
    expectEqual(moved.map(\.record.hash), plain.map(\.record.hash))
    // Within a session, times never decrease.
    var last = 0
    for entry in moved {
      switch entry.record {
      case .header: last = 0
      case .action(let action):
        #expect(action.at >= last)
        last = action.at
      default: break
      }
    }
  }

  @Test(arguments: [[0, 1, 2], [2, 1, 0], [5, 5, 0]])
  func `decreasing times within a session change nothing`(times: [Int]) throws {
    let scratch = try TemporaryFile()
    let writer = try JournalWriter.open(path: scratch.path)
    try writer.writeHeader(app: AppIdentity(name: StepsApp.name), started: .now())
    var state = StepsApp.initialState
    let encoder = StateEncoder()
    try writer.writeSnapshot(state: encoder.encode(state), hash: encoder.hash(state))
    for (number, time) in times.enumerated() {
      let action = StepsApp.action(number)
      try writer.beginAction(ActionHead(at: time, type: "step", action: encoder.encode(action)))
      try StepsApp.reduce(&state, action)
      try writer.finishAction(ActionOutcome(hash: encoder.hash(state)))
    }
    try writer.seal()
    try writer.close()
    let journal = try SurvivingJournal(scratch.path)
    #expect(journal.isProven && journal.completed == [0, 1, 2] && journal.state == state)
  }
}

import Expectations
import Foundation
import ReduxJournal
import ReduxReplay
import StateTree
import Synchronization
import TestSupport
import Testing

@testable import ReduxRecorder

struct SnapshotScheduleTests {
  private func schedule(
    snapshot: Int, encoding: Int = 1000, budget: Duration = .milliseconds(8)
  ) -> SnapshotSchedule {
    var schedule = SnapshotSchedule(budget: budget)
    schedule.noteSnapshot(bytes: snapshot, encoding: encoding)
    return schedule
  }

  @Test(arguments: [
    (snapshot: 100_000, records: 99_999, isDue: false), (snapshot: 100_000, records: 100_000, isDue: true),
    (snapshot: 10, records: (64 << 10) - 1, isDue: false), (snapshot: 10, records: 64 << 10, isDue: true),
  ])
  func `a snapshot is due when the records since the last are as big`(snapshot: Int, records: Int, isDue: Bool) {
    var schedule = schedule(snapshot: snapshot)
    schedule.noteAction(bytes: records, reducing: 0)
    expectEqual(schedule.isDue, isDue)
  }

  @Test func `the first snapshot is due as if the state were small`() {
    var schedule = SnapshotSchedule(budget: .milliseconds(8))
    schedule.noteAction(bytes: (64 << 10) - 1, reducing: 1_000_000)
    #expect(!schedule.isDue)
    schedule.noteAction(bytes: 1, reducing: 0)
    #expect(schedule.isDue)
  }

  @Test func `slow reducers make a snapshot due sooner, but not at once`() {
    var schedule = schedule(snapshot: 160_000)
    schedule.noteAction(bytes: 9999, reducing: 10_000_000)
    #expect(!schedule.isDue)
    schedule.noteAction(bytes: 1, reducing: 0)
    #expect(schedule.isDue)
    var fast = self.schedule(snapshot: 160_000)
    fast.noteAction(bytes: 10_000, reducing: 3000)
    #expect(!fast.isDue)
  }

  @Test func `each snapshot over the budget delays the next attempt further`() {
    var schedule = schedule(snapshot: 100_000, encoding: 9000)
    var waits: [Int] = []
    for _ in 0..<3 {
      var bytes = 0
      while !schedule.isDue {
        schedule.noteAction(bytes: 100_000, reducing: 100_000)
        bytes += 100_000
      }
      waits.append(bytes)
      schedule.noteOverrun(bytes: 90_000)
    }
    expectEqual(waits, [400_000, 800_000, 1_600_000])
    schedule.noteSnapshot(bytes: 100_000, encoding: 1000)
    schedule.noteAction(bytes: 100_000, reducing: 0)
    #expect(schedule.isDue)
  }

  @Test func `a snapshot is due after a state that no replay can rebuild`() {
    var schedule = schedule(snapshot: 300_000)
    schedule.noteAction(bytes: 100, reducing: 0)
    #expect(!schedule.isDue)
    schedule.noteUnprovable()
    #expect(schedule.isDue)
    schedule.noteSnapshot(bytes: 300_000, encoding: 1000)
    #expect(!schedule.isDue)
  }

  @Test func `snapshots after such states take no more than the records and a megabyte`() {
    var schedule = schedule(snapshot: 50_000)
    var (snapshots, records) = (0, 0)
    for _ in 0..<100_000 {
      schedule.noteAction(bytes: 100, reducing: 0)
      records += 100
      schedule.noteUnprovable()
      guard schedule.isDue else { continue }
      schedule.noteSnapshot(bytes: 50_000, encoding: 100)
      snapshots += 50_000
    }
    #expect(snapshots <= records + 1 << 20)
    #expect(snapshots > records)
  }

  @Test func `a state that takes too long to encode isn't tried after each such action`() {
    var schedule = schedule(snapshot: 100_000, encoding: 9000)
    schedule.noteAction(bytes: 100, reducing: 0)
    schedule.noteUnprovable()
    #expect(!schedule.isDue)
    schedule.noteAction(bytes: 400_000, reducing: 0)
    #expect(schedule.isDue)
  }

  @Test func `no snapshot is due without a budget`() {
    var schedule = schedule(snapshot: 100, encoding: 0, budget: .zero)
    schedule.noteAction(bytes: 1 << 30, reducing: 100_000_000)
    #expect(!schedule.isDue)
  }

  @Test func `a failed snapshot isn't retried at once`() {
    var schedule = schedule(snapshot: 70_000)
    schedule.noteAction(bytes: 70_000, reducing: 0)
    schedule.noteFailure()
    #expect(!schedule.isDue)
    schedule.noteAction(bytes: 70_000, reducing: 0)
    #expect(schedule.isDue)
  }
}

struct SnapshotTests {
  private func record(_ steps: Int, options: RecorderOptions) throws -> TemporaryFile {
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: counter, options: options)
    let reduce = recorder.recording(CounterApp.reduceQuietly)
    var state = CounterApp.State(log: (0..<200).map { "line \($0) of a state that weighs something" })
    for step in 0..<steps { reduce(&state, .note("\(step % 100)", step)) }
    recorder.close()
    return file
  }

  /// Takes seconds: several snapshots need 1,500 actions.
  @Test func `snapshots take no more than about half of the file`() throws {
    let file = try record(1500, options: unhurried)
    let entries = try file.entries()
    let snapshots = entries.filter { $0.record.kind == "snapshot" }
    let bytes = snapshots.map(\.byteCount).reduce(0, +)
    let all = entries.map(\.byteCount).reduce(0, +)
    #expect(snapshots.count > 3)
    #expect(Double(bytes) < 0.55 * Double(all))
    let report = try Replayer<CounterApp>(path: file.path).verify()
    expectEqual(report.divergence, nil)
    expectEqual(report.snapshots, snapshots.count)
  }

  /// Takes a second: it records 1,500 actions.
  @Test func `only a session's first snapshot is written without a budget`() throws {
    let file = try record(1500, options: RecorderOptions(snapshotBudget: .zero))
    try expectEqual(file.kinds().count { $0 == "snapshot" }, 1)
    try expectEqual(Replayer<CounterApp>(path: file.path).state(at: 1500).notes["99"], 1499)
  }

  /// A state that keeps its hash and takes a millisecond to encode per part.
  private struct Balloon: StateHashProviding {
    struct Part: Encodable {
      static let encoded = Mutex(0)

      func encode(to encoder: any Encoder) throws {
        Part.encoded.withLock { $0 += 1 }
        Thread.sleep(forTimeInterval: 0.001)
        var container = encoder.singleValueContainer()
        try container.encode(String(repeating: "x", count: 20_000))
      }
    }

    var parts = 0
    var stateHash: StateHash? { StateHash(low: UInt64(parts), high: 0) }
    var isFreeOfSecrets: Bool { true }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for _ in 0..<parts { try container.encode(Part()) }
    }
  }

  @Test func `encoding a large state is aborted in time`() throws {
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: counter)
    let reduce = recorder.recording { (state: inout Balloon, _: String) in state.parts = 1000 }
    var state = Balloon()
    let action = String(repeating: "y", count: 10_000)
    for _ in 0..<20 { reduce(&state, action) }
    recorder.close()
    #expect((1..<500).contains(Balloon.Part.encoded.withLock { $0 }))
    try expectEqual(file.kinds().count { $0 == "snapshot" }, 1)
    try expectEqual(file.actions().count { $0.hash == state.stateHash }, 20)
  }
}

import ReduxJournal
import ReduxReplay
import StateTree
import Testing

@testable import ReduxRecorder

@Suite struct SnapshotScheduleTests {
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
  func `one is due when the records since the last are as big`(snapshot: Int, records: Int, isDue: Bool) {
    var schedule = schedule(snapshot: snapshot)
    schedule.noteAction(bytes: records, reducing: 0)
    #expect(schedule.isDue == isDue)
  }

  @Test func `before the first, it is due as if the state were small`() {
    var schedule = SnapshotSchedule(budget: .milliseconds(8))
    schedule.noteAction(bytes: (64 << 10) - 1, reducing: 1_000_000)
    #expect(!schedule.isDue)
    schedule.noteAction(bytes: 1, reducing: 0)
    #expect(schedule.isDue)
  }

  @Test func `slow reducers make it due sooner, but not at once`() {
    var schedule = schedule(snapshot: 160_000)
    schedule.noteAction(bytes: 9999, reducing: 10_000_000)
    #expect(!schedule.isDue)
    schedule.noteAction(bytes: 1, reducing: 0)
    #expect(schedule.isDue)
    var fast = self.schedule(snapshot: 160_000)
    fast.noteAction(bytes: 10_000, reducing: 3000)
    #expect(!fast.isDue)
  }

  @Test func `what took longer than the budget is not tried again`() {
    var schedule = schedule(snapshot: 100, encoding: 9000)
    schedule.noteAction(bytes: 1 << 30, reducing: 100_000_000)
    #expect(!schedule.isDue)
  }

  @Test func `a failure is not tried again at once`() {
    var schedule = schedule(snapshot: 70_000)
    schedule.noteAction(bytes: 70_000, reducing: 0)
    schedule.noteFailure()
    #expect(!schedule.isDue)
    schedule.noteAction(bytes: 70_000, reducing: 0)
    #expect(schedule.isDue)
  }
}

@Suite struct SnapshotTests {
  private func record(_ steps: Int, options: RecorderOptions) throws -> TemporaryFile {
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: counter, options: options)
    let reduce = recorder.recording(CounterApp.reduceQuietly)
    var state = CounterApp.State(log: (0..<200).map { "line \($0) of a state that weighs something" })
    for step in 0..<steps { reduce(&state, .note("\(step % 100)", step)) }
    recorder.close()
    return file
  }

  @Test func `snapshots take no more than about half of the file`() throws {
    let file = try record(1500, options: unhurried)
    let entries = try file.entries()
    let snapshots = entries.filter { $0.record.kind == "snapshot" }
    let bytes = snapshots.map(\.byteCount).reduce(0, +)
    let all = entries.map(\.byteCount).reduce(0, +)
    #expect(snapshots.count > 10)
    #expect(Double(bytes) < 0.55 * Double(all))
    let report = try Replayer<CounterApp>(path: file.path).verify()
    #expect(report.divergence == nil)
    #expect(report.snapshots == snapshots.count)
  }

  @Test func `without any budget there is the session's first only`() throws {
    let file = try record(1500, options: RecorderOptions(snapshotBudget: .zero))
    #expect(try file.kinds().count { $0 == "snapshot" } == 1)
    #expect(try Replayer<CounterApp>(path: file.path).state(at: 1500).notes["99"] == 1499)
  }
}

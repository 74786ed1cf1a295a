import Expectations
import ReduxJournal
import ReduxReplay
import StateCoding
import SystemSupport
import TestSupport
import Testing

@testable import ReduxRecorder

/// The schedule of hashes.
struct HashScheduleTests {
  /// The hashed ones of `count` actions; each hash takes at least a millisecond.
  private func hashed(_ policy: HashPolicy, of count: Int, milliseconds: Int = 1) -> [Int] {
    var schedule = HashSchedule(policy)
    var hashed: [Int] = []
    for action in 1...count {
      if schedule.isDue {
        schedule.hashing(since: Platform.nanoseconds()) { for _ in 0..<milliseconds { passAMillisecond() } }
        hashed.append(action)
      } else {
        schedule.noteAction()
      }
    }
    return hashed
  }

  private func passAMillisecond() {
    let start = ContinuousClock.now
    while start.duration(to: .now) < .milliseconds(1) {}
  }

  @Test(arguments: [
    (HashPolicy.everyAction, [1, 2, 3, 4, 5, 6, 7]), (.every(1), [1, 2, 3, 4, 5, 6, 7]),
    (.every(0), [1, 2, 3, 4, 5, 6, 7]),
    (.every(3), [3, 6]), (.every(.max), []), (.within(.seconds(60)), [1, 2, 3, 4, 5, 6, 7]),
    (.within(.zero), [1]), (.within(.nanoseconds(10)), [1]), (.automatic, [1, 2, 3, 4, 5, 6, 7]),
  ])
  func `a schedule follows its policy`(policy: HashPolicy, expected: [Int]) {
    expectEqual(hashed(policy, of: 7), expected)
  }

  @Test func `by default, states are skipped if three hashes in a row took too long`() {
    let hashed = hashed(.automatic, of: 12, milliseconds: 10)
    // One in three actions is hashed; fewer on a slow machine.
    expectEqual(hashed.prefix(3), [1, 2, 3])
    #expect(zip(hashed.dropFirst(2), hashed.dropFirst(3)).allSatisfy { $1 - $0 >= 3 })
  }

  @Test func `hashing stays within the budget on average`() throws {
    let hashed = hashed(.within(.microseconds(100)), of: 1000)
    // With hashes of a millisecond, one in ten actions is hashed; fewer on a slow machine.
    expectEqual(hashed.first, 1)
    #expect(zip(hashed, hashed.dropFirst()).allSatisfy { $1 - $0 >= 10 })
    #expect(hashed.count > 1)
  }
}

/// Journals in which not every state has a hash.
struct HashPolicyTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  private func record(
    _ actions: [CounterApp.Action], hashing: HashPolicy, states: RecordedStates = .snapshots,
    retention: Retention? = nil, then body: (Recorder, inout CounterApp.State) throws -> Void = { _, _ in }
  ) throws {
    let options = RecorderOptions(
      states: states, hashing: hashing, rules: .off, snapshotBudget: .seconds(1000), retention: retention)
    let recorder = try Recorder(path: file.path, app: counter, options: options)
    let reduce = recorder.recording(CounterApp.reduceQuietly)
    var state = CounterApp.State()
    for action in actions { reduce(&state, action) }
    try body(recorder, &state)
    recorder.close()
  }

  @Test func `a record says since which state it lists changes`() throws {
    try record([.add(1), .note("a", 1), .write("b"), .add(1), .add(1)], hashing: .every(3))
    try expectEqual(file.actions().map(\.isUnexamined), [true, true, false, true, true])
    try expectEqual(file.actions().map(\.since), [nil, nil, 0, nil, nil])
    try expectEqual(file.actions()[2].changed.map(\.pointer), ["/count", "/notes/a", "/log"])
    try expectEqual(file.actions().map(\.hasKnownChanges), [false, false, false, false, false])
  }

  private func verify<App: ReplayableApp>(_: App.Type = CounterApp.self, jobs: Int = 1) throws -> VerifyReport {
    try Replayer<App>(path: file.path).verify(jobs: jobs)
  }

  @Test func `records between hashed states hold no hash and no changes`() throws {
    try record([.add(1), .note("a", 1), .add(2), .write("x")], hashing: .every(3))
    let text = try file.timelessText()
    #expect(text.contains(#""action":{"add":{"_0":1}},"us":0,"base":0}"#))
    #expect(text.contains(#""action":{"write":{"_0":"x"}},"us":0,"base":0}"#))
    let actions = try file.actions()
    expectEqual(actions.map { $0.hash == nil }, [true, true, false, true])
    expectEqual(actions.map(\.unhashed), [nil, nil, nil, nil])
    // The changes are those since the last hashed state.
    expectEqual(actions.map { $0.changed.map(\.pointer) }, [[], [], ["/count", "/notes/a"], []])
  }

  @Test func `verify reports how many states are proven`() throws {
    try record((1...10).map { .add($0) }, hashing: .every(3))
    let report = try verify()
    #expect((report.actions, report.proven, report.unhashed, report.unsettled) == (10, 4, 7, 1))
    expectEqual(report.divergence, nil)
  }

  @Test func `unhashed states before a session or a rewind aren't proven`() throws {
    try record((1...5).map { .add($0) }, hashing: .every(3)) { recorder, state in
      state = CounterApp.State()
      try recorder.recordRewind(to: 0, state: state)
      recorder.recording(CounterApp.reduceQuietly)(&state, .add(1))
    }
    try record((1...4).map { .add($0) }, hashing: .every(3))
    let report = try verify()
    #expect((report.unhashed, report.unsettled) == (7, 3))
    try expectEqual(verify(jobs: 2).unsettled, 3)
  }

  @Test func `a differing error reports no members`() throws {
    // The recorded reducer doesn't throw.
    try record([.add(1), .note("a", 1), .add(2000)], hashing: .every(9))
    let divergence = try #require(try verify().divergence)
    #expect((divergence.seq, divergence.since) == (3, 0))
    #expect(divergence.members.isEmpty)
  }

  /// Takes seconds: only large journals are split between threads.
  @Test func `several threads prove as much as one`() throws {
    let count = Soak.count(2000, soak: 4000)
    try record((1...count).map { .write("line \($0)") }, hashing: .every(7))
    #expect(try file.kinds().count { $0 == "snapshot" } > 2)
    let (one, two) = (try verify(), try verify(jobs: 2))
    #expect((one.proven, one.unhashed, one.unsettled) == (two.proven, two.unhashed, two.unsettled))
    // One in seven, and those with a snapshot.
    #expect(one.proven > count / 7 && one.proven < count / 6)
    #expect(one.divergence == nil && two.divergence == nil)
  }

  /// The counter, with an extra step for each note.
  private enum HastyCounter: ReplayableApp {
    static let name = CounterApp.name
    static var initialState: CounterApp.State { CounterApp.initialState }

    static func reduce(_ state: inout CounterApp.State, _ action: CounterApp.Action) throws {
      try CounterApp.reduce(&state, action)
      if case .note = action { state.count += 1 }
    }
  }

  @Test func `a divergence names the actions since the last proven state`() throws {
    try record([.add(1), .add(2), .add(3), .note("a", 1), .write("x"), .add(4)], hashing: .every(3))
    let divergence = try #require(try verify(HastyCounter.self).divergence)
    #expect((divergence.seq, divergence.since, divergence.type) == (6, 3, "add"))
    expectEqual(divergence.members.map(\.pointer), ["/count"])
  }

  @Test func `the schedule continues after a rewind, a pause and a mark`() throws {
    try record([.add(1), .add(2), .add(3), .add(4)], hashing: .every(3)) { recorder, state in
      let reduce = recorder.recording(CounterApp.reduceQuietly)
      state = CounterApp.State()
      try recorder.recordRewind(to: 0, state: state)
      reduce(&state, .add(5))
      recorder.mark("here")
      recorder.pause()
      reduce(&state, .add(6))
      recorder.resume()
      for amount in 7...9 { reduce(&state, .add(amount)) }
    }
    let report = try verify()
    expectEqual(report.divergence, nil)
    expectEqual(report.gaps.count, 1)
    let states = try (0...report.lastSeq!).map { try Replayer<CounterApp>(path: file.path).state(at: $0).count }
    expectEqual(states, [0, 1, 3, 6, 10, 0, 5, 11, 18, 26, 35])
  }

  @Test func `snapshots and initial states of segments are hashed`() throws {
    try record(
      (1...6000).map { .write("line \($0)") }, hashing: .every(.max), retention: Retention(bytes: 1 << 20))
    let set = try JournalFile(path: file.path)
    let reader = try set.entries(fromOffset: 0)
    var snapshots = 0
    while let entry = try reader.next() { if case .snapshot = entry.record { snapshots += 1 } }
    #expect(snapshots > 3)
    let report = try verify()
    expectEqual(report.divergence, nil)
    #expect(report.proven >= snapshots - 1)
  }

  @Test func `self-contained journals hash every state`() throws {
    try record([.add(1), .add(2)], hashing: .every(3), states: .patches)
    #expect(try file.actions().allSatisfy { $0.hash != nil })
  }

  /// Takes 6 ms to encode.
  final class Slow: Codable, Sendable {
    init() {}
    init(from decoder: any Decoder) throws {}

    func encode(to encoder: any Encoder) throws {
      let start = ContinuousClock.now
      while start.duration(to: .now) < .milliseconds(6) {}
      var container = encoder.singleValueContainer()
      try container.encode(1)
    }
  }

  struct SlowState: Codable {
    var count = 0
    var items = [Slow()]
  }

  @Test func `skipping states is reported once, with the member that takes the longest`() throws {
    let failures = Log<String>()
    let recorder = try Recorder(path: file.path, app: counter) { failures.append("\($0)") }
    var state = SlowState()
    let reduce = recorder.recording { (state: inout SlowState, action: CounterApp.Action) in state.count += 1 }
    for _ in 0..<40 { reduce(&state, .add(1)) }
    recorder.close()
    let report = try #require(failures.values.first)
    expectEqual(failures.values.count, 1)
    #expect(report.hasPrefix("hashing the state takes "))
    #expect(report.contains(" % of it in items (Array<HashPolicyTests.Slow>), which is hashed in full because of "))
    #expect(
      report.contains("HashPolicyTests.Slow, so only some states are hashed; use structs, arrays or an EntityTable"))
    #expect(try file.actions().filter { $0.hash == nil }.count >= 3)
  }
}

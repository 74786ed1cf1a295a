import Expectations
import Foundation
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import StateTree
import TestSupport
import Testing

struct RotationTests {
  /// Two recorders with the same actions and sessions, one of which writes segments.
  private final class Pair {
    let whole: TemporaryFile
    let segmented: TemporaryFile
    let options: [RecorderOptions]
    var recorders: [Recorder] = []
    var state = CounterApp.initialState
    /// Every state by its seq.
    var states: [Int: CounterApp.State] = [:]
    let reports = Reports()

    init(_ retention: Retention, _ durability: Durability) throws {
      whole = try TemporaryFile()
      segmented = try TemporaryFile()
      var segments = unhurried
      segments.retention = retention
      segments.durability = durability
      options = [unhurried, segments]
    }

    func open() throws {
      let reports = reports
      recorders = try zip([whole, segmented], options).map { file, options in
        try Recorder(path: file.path, app: counter, options: options) { reports.append($0) }
      }
      for recorder in recorders { recorder.start(state) }
      try note()
    }

    func close() {
      for recorder in recorders { recorder.close() }
      recorders = []
    }

    func act(_ action: CounterApp.Action) throws {
      var next = state
      for recorder in recorders {
        next = state
        let recorded = recorder.begin(action, in: next)
        var thrown: (any Error)?
        do { try CounterApp.reduce(&next, action) } catch { thrown = error }
        recorder.finish(recorded, in: next, error: thrown)
      }
      state = next
      try note()
    }

    func rewind(to seq: Int) throws {
      state = try #require(states[seq])
      for recorder in recorders { try recorder.recordRewind(to: seq, state: state) }
      try note()
    }

    private func note() throws {
      expectEqual(recorders[0].lastSeq, recorders[1].lastSeq)
      states[try #require(recorders[0].lastSeq)] = state
    }
  }

  private static func action(_ random: inout SeededGenerator) -> CounterApp.Action {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: .reset
    case 1: .add(5000)
    case 2...8: .add(Int.random(in: -9...9, using: &random))
    case 9...12: .write(String(repeating: "text ", count: Int.random(in: 0..<20, using: &random)))
    default: .note("k\(Int.random(in: 0..<9, using: &random))", Int.random(in: 0..<99, using: &random))
    }
  }

  /// The origin and the hash of each state in a journal.
  private static func steps(_ path: String) throws -> [Int: String] {
    let reader = try JournalReader(path: path)
    var steps: [Int: String] = [:]
    while let entry = try reader.next() {
      guard entry.setsState else { continue }
      switch entry.record {
      case .action(let action):
        steps[entry.seq] =
          "\(action.type) \(action.action.value.compact) \(action.error ?? "") \(action.hash.debugDescription)"
      case .rewind(let rewind): steps[entry.seq] = "rewind \(rewind.to) \(rewind.hash)"
      // The action that led to the first kept state may be dropped.
      case .snapshot(let snapshot): steps[entry.seq] = "state \(snapshot.hash)"
      default: break
      }
    }
    return steps
  }

  /// Takes seconds: it rebuilds each state of two journals in four ways. Three seeds choose each durability.
  @Test(arguments: 0..<UInt64(Soak.count(2, soak: 6)), [nil, 12_000, 30_000])
  func `a segmented journal equals one in a single file`(
    seed: UInt64, bytes: Int?
  ) throws {
    var random = SeededGenerator(seed: seed)
    let retention = Retention(bytes: bytes, age: bytes == nil ? .zero : nil)
    let pair = try Pair(retention, [.process, .buffered(bytes: 3000), .power(every: .seconds(9))][Int(seed % 3)])
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      try pair.open()
      for _ in 0..<Int.random(in: 1..<150, using: &random) {
        switch Int.random(in: 0..<30, using: &random) {
        case 0: try pair.rewind(to: Int.random(in: 0...(pair.recorders[0].lastSeq ?? 0), using: &random))
        case 1: for recorder in pair.recorders { recorder.mark("m\(seed)") }
        case 2: for recorder in pair.recorders { try recorder.flush(toDisk: true) }
        default: try pair.act(Self.action(&random))
        }
      }
      pair.close()
    }
    let view = try JournalFile(path: pair.segmented.path)
    let first = try #require(try view.firstStateSeq)
    let last = try #require(try view.lastStateSeq)
    expectEqual(last, pair.states.keys.max())
    let whole = try Self.steps(pair.whole.path).filter { $0.key > first }
    try expectEqual(Self.steps(pair.segmented.path).filter { $0.key > first }, whole, "seed \(seed)")
    // With reducers: every kept state, by seeking and by replaying everything, on one thread and on two.
    let replayer = try Replayer<CounterApp>(path: pair.segmented.path)
    for seq in first...last { try expectEqual(replayer.state(at: seq), pair.states[seq], "seed \(seed), seq \(seq)") }
    for jobs in [1, 2] {
      let report = try replayer.verify(jobs: jobs)
      #expect(report.divergence == nil && report.lastSeq == last, "seed \(seed)")
      guard case .closed = report.tail else { Issue.record("not closed, seed \(seed)"); return }
    }
    #expect(
      #expect(throws: ReplayError.self) { try replayer.state(at: first - 1) }?.problem == .droppedState(first: first))
    // Each file is a complete journal.
    for path in view.segmentPaths {
      let alone = try TemporaryFile()
      try FileManager.default.copyItem(atPath: path, toPath: alone.path)
      try expectEqual(Replayer<CounterApp>(path: alone.path).verify().divergence, nil, "seed \(seed), \(path)")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: pair.segmented.folder)
    expectEqual(names.count, view.segmentPaths.count, "seed \(seed)")
    #expect(pair.reports.all.isEmpty)
  }

  @Test(arguments: [20_000, 100_000]) func `segments keep between three fifths and all of the allowed bytes`(bytes: Int)
    throws
  {
    let file = try TemporaryFile()
    var options = unhurried
    options.retention = Retention(bytes: bytes)
    let recorder = try Recorder(path: file.path, app: counter, options: options)
    let reduce = recorder.recording(CounterApp.reduceQuietly)
    var state = CounterApp.initialState
    var written = 0
    while written < 10 * bytes {
      reduce(&state, .add(1))
      written += 200
      guard state.count % 50 == 0 else { continue }
      let paths = try JournalFile(path: file.path).segmentPaths
      let sizes = try paths.map { try FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int ?? 0 }
      let total = sizes.reduce(0, +)
      #expect(total <= bytes + 300)
      #expect(written < 2 * bytes || total >= bytes * 3 / 5)
      #expect(written < 2 * bytes || sizes.count >= 4)
    }
    recorder.close()
    try expectEqual(Replayer<CounterApp>(path: file.path).verify().divergence, nil)
  }

  @Test func `a rewind to a dropped state is followed by the state`() throws {
    let file = try TemporaryFile()
    var options = unhurried
    options.retention = Retention(bytes: 1)
    let recorder = try Recorder(path: file.path, app: counter, options: options)
    let reduce = recorder.recording(CounterApp.reduceQuietly)
    var state = CounterApp.initialState
    for _ in 0..<200 { reduce(&state, .add(1)) }
    #expect(try #require(try JournalFile(path: file.path).firstStateSeq) > 3)
    state = CounterApp.State(count: 3)
    try expectEqual(recorder.recordRewind(to: 3, state: state), 201)
    reduce(&state, .add(1))
    recorder.close()
    let kinds = try file.entries().map { "\($0.record.kind) \($0.seq)" }
    let rewind = try #require(kinds.firstIndex(of: "rewind 201"))
    expectEqual(kinds[rewind...].prefix(3), ["rewind 201", "snapshot 201", "action 202"])
    let replayer = try Replayer<CounterApp>(path: file.path)
    try expectEqual(replayer.state(at: 201).count, 3)
    try expectEqual(replayer.state(at: 202).count, 4)
    try expectEqual(replayer.state(at: 202, with: ActionEdits(skipping: [202...202])).count, 3)
    let error = #expect(throws: ReplayError.self) { try replayer.state(at: 3) }
    expectEqual(
      error?.message.hasPrefix("state 3 is in a segment that was dropped or is missing; the journal's first state is "),
      true)
    for jobs in [1, 2] { try expectEqual(replayer.verify(jobs: jobs).divergence, nil) }
  }

  @Test func `a slow state is encoded once the segment has twice its share of bytes`() throws {
    let file = try TemporaryFile()
    let options = RecorderOptions(snapshotBudget: .zero, retention: Retention(bytes: 20_000))
    let recorder = try Recorder(path: file.path, app: counter, options: options)
    let reduce = recorder.recording(CounterApp.reduceQuietly)
    var state = CounterApp.initialState
    for _ in 0..<400 { reduce(&state, .add(1)) }
    recorder.close()
    let view = try JournalFile(path: file.path)
    #expect(view.segmentPaths.count > 1)
    let sizes = try view.segmentPaths.map { try FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int ?? 0 }
    #expect(sizes.dropLast().allSatisfy { $0 >= 8000 && $0 < 11_000 })
    try expectEqual(Replayer<CounterApp>(path: file.path).verify().divergence, nil)
  }

  @Test func `an old segment is completed at the next launch, however short the sessions`() throws {
    let file = try TemporaryFile()
    var options = unhurried
    options.retention = Retention(age: .seconds(5 * 3600))
    for minutes in [1800, 30, 0] {
      let writer = try JournalWriter.open(path: file.path)
      let started = WallClock(microseconds: WallClock.now().microseconds - minutes * 60_000_000)
      let recorder = try Recorder(writer: writer, app: counter, options: options, wallClock: started) { _ in }
      let reduce = recorder.recording(CounterApp.reduceQuietly)
      var state = CounterApp.initialState
      for _ in 0..<20 { reduce(&state, .add(1)) }
      recorder.close()
    }
    // The second session started a segment with its first action; it was young enough for the third.
    let paths = try JournalFile(path: file.path).segmentPaths
    expectEqual(paths.count, 2)
    try expectEqual(Replayer<CounterApp>(path: file.path).verify().proven, 63)
  }

  @Test func `a slow state is encoded once the segment has twice its share of time`() throws {
    let file = try TemporaryFile()
    let options = RecorderOptions(snapshotBudget: .zero, retention: Retention(age: .zero))
    let recorder = try Recorder(path: file.path, app: counter, options: options)
    let reduce = recorder.recording(CounterApp.reduceQuietly)
    var state = CounterApp.initialState
    for _ in 0..<40 { reduce(&state, .add(1)) }
    recorder.close()
    #expect(try #require(try JournalFile(path: file.path).firstStateSeq) > 0)
    try expectEqual(Replayer<CounterApp>(path: file.path).verify().divergence, nil)
  }

  @Test func `recording continues in the same segment if the next can't be started`() async throws {
    let file = try TemporaryFile()
    let reports = Reports()
    var options = unhurried
    options.retention = Retention(bytes: 1)
    try FileManager.default.createDirectory(atPath: file.path + ".next", withIntermediateDirectories: false)
    let recorder = try Recorder(path: file.path, app: counter, options: options) { reports.append($0) }
    let reduce = recorder.recording(CounterApp.reduceQuietly)
    var state = CounterApp.initialState
    for _ in 0..<100 { reduce(&state, .add(1)) }
    recorder.close()
    #expect(try await reports.settled(1).count == 1)
    try expectEqual(JournalFile(path: file.path).segmentPaths.count, 1)
    try expectEqual(Replayer<CounterApp>(path: file.path).verify().proven, 101)
  }

  @Test func `a snapshot follows an action that is too long`() async throws {
    let file = try TemporaryFile()
    let reports = Reports()
    var options = unhurried
    options.maximumActionBytes = 1000
    let recorder = try Recorder(path: file.path, app: counter, options: options) { reports.append($0) }
    let reduce = recorder.recording(CounterApp.reduceQuietly)
    var state = CounterApp.initialState
    reduce(&state, .add(1))
    reduce(&state, .write(String(repeating: "x", count: 2000)))
    reduce(&state, .write(String(repeating: "y", count: 3000)))
    reduce(&state, .add(1))
    recorder.close()
    let actions = try file.actions()
    expectEqual(actions.map(\.type), ["add", "write", "write", "add"])
    expectEqual(actions.map(\.replayability), [.replayable, .opaque, .opaque, .replayable])
    expectEqual(actions[1].action.value.compact, #"{"$opaque":"CounterApp.Action","bytes":2019}"#)
    try expectEqual(
      file.kinds(),
      [
        "header", "snapshot", "action", "action", "snapshot", "action", "snapshot", "action", "seal",
      ])
    #expect(
      try await reports.settled(1).map { "\($0)" } == [
        "the action CounterApp.Action takes 2019 bytes, but the limit is 1000; "
          + "only its name is recorded"
      ])
    try expectEqual(Replayer<CounterApp>(path: file.path).state(at: 4), state)
  }
}

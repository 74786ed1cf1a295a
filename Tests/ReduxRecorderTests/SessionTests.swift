import Expectations
import Foundation
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import ReduxStore
import StateTree
import TestSupport
import Testing

struct SessionTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  /// Records one session that starts in a state and adds some numbers.
  private func session(from state: CounterApp.State, adding numbers: [Int]) throws -> CounterApp.State {
    let recorder = try Recorder(path: file.path, app: counter)
    var state = state
    recorder.start(state)
    let reduce = recorder.recording(CounterApp.reduceQuietly)
    for number in numbers { reduce(&state, .add(number)) }
    return state
  }

  private func snapshots() throws -> [String] {
    try file.records().compactMap { record in
      guard case .snapshot(let snapshot) = record else { return nil }
      switch snapshot.content {
      case .state: return "\(snapshot.seq) whole"
      case .sameAs(let seq): return "\(snapshot.seq) same as \(seq)"
      }
    }
  }

  @Test func `a session that continues the last one refers to its last state`() throws {
    let state = try session(from: .init(), adding: [1, 2])
    _ = try session(from: state, adding: [3])
    try expectEqual(snapshots(), ["0 whole", "3 same as 2"])
    let replayer = try Replayer<CounterApp>(path: file.path)
    try expectEqual((0...4).map { try replayer.state(at: $0).count }, [0, 1, 3, 3, 6])
    let report = try replayer.verify()
    #expect((report.sessions, report.proven, report.divergence == nil) == (2, 5, true))
  }

  @Test func `a session that starts like the first refers to its state`() throws {
    _ = try session(from: .init(count: 9), adding: [1, 2])
    _ = try session(from: .init(count: 9), adding: [3])
    try expectEqual(snapshots(), ["0 whole", "3 same as 0"])
    let replayer = try Replayer<CounterApp>(path: file.path)
    try expectEqual((0...4).map { try replayer.state(at: $0).count }, [9, 10, 12, 9, 12])
    let report = try replayer.verify()
    #expect((report.sessions, report.proven, report.startsElsewhere) == (2, 5, true))
  }

  @Test func `a session whose state is Codable by now doesn't refer to a reflected one`() throws {
    var recorder = try Recorder(path: file.path, app: counter)
    var state = CounterApp.State()
    recorder.recording(CounterApp.reduceQuietly, projecting: Recorder.reflection)(&state, .add(1))
    recorder.close()
    recorder = try Recorder(path: file.path, app: counter)
    state = CounterApp.State()
    recorder.recording(CounterApp.reduceQuietly)(&state, .add(1))
    recorder.close()
    try expectEqual(snapshots().last, "2 whole")
    try expectEqual(Replayer<CounterApp>(path: file.path).state(at: 3).count, 1)
  }

  @Test func `any other session begins with a snapshot`() throws {
    _ = try session(from: .init(), adding: [1, 2])
    _ = try session(from: .init(count: 70), adding: [3])
    _ = try session(from: .init(count: 80), adding: [])
    try expectEqual(snapshots(), ["0 whole", "3 whole", "5 whole"])
    let replayer = try Replayer<CounterApp>(path: file.path)
    try expectEqual((0...5).map { try replayer.state(at: $0).count }, [0, 1, 3, 70, 73, 80])
    try expectEqual(replayer.verify().proven, 6)
  }

  @Test func `a file that another recorder has open isn't changed`() async throws {
    let first = try Recorder(path: file.path, app: counter)
    first.start(CounterApp.State())
    let text = try file.text()
    let reports = Reports()
    let second = Recorder(ifPossibleAt: URL(filePath: file.path), app: counter) { reports.append($0) }
    var state = CounterApp.State()
    second.recording(CounterApp.reduceQuietly)(&state, .add(1))
    expectEqual(state.count, 1)
    expectEqual(second.lastSeq, nil)
    #expect(
      try await reports.settled(1).map(\.description) == [
        "\(file.path): another process is recording to this file; stop it, or record to another file"
      ])
    try expectEqual(file.text(), text)
  }
}

/// Code that users write and that must compile.
struct WrappingTests {
  @Test func `a function, a static function and a closure can be wrapped for a store`() throws {
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: counter)
    @Sendable func local(_ state: inout CounterApp.State, _ action: CounterApp.Action) {
      CounterApp.reduceQuietly(&state, action)
    }
    let stores = [
      Store(initialState: CounterApp.State(), reducer: Reducer(recorder.recording(local))),
      Store(initialState: CounterApp.State(), reducer: Reducer(recorder.recording(CounterApp.reduceQuietly))),
      Store(
        initialState: CounterApp.State(),
        reducer: Reducer<CounterApp.State, CounterApp.Action>(
          recorder.recording { state, action in CounterApp.reduceQuietly(&state, action) })),
    ]
    stores[0].dispatch(.add(1))
    expectEqual(recorder.lastSeq, 1)
  }

  @Test func `a damaged last line is reported once, and a gap follows`() async throws {
    let file = try TemporaryFile()
    var state = CounterApp.State()
    let reports = Reports()
    for session in 0..<2 {
      let recorder = try Recorder(path: file.path, app: counter, options: unhurried) { reports.append($0) }
      recorder.recording(CounterApp.reduceQuietly)(&state, .add(1))
      recorder.close()
      guard session == 0 else { continue }
      var bytes = [UInt8](try Data(contentsOf: URL(filePath: file.path)))
      bytes[bytes.count - 30] ^= 1
      try Data(bytes).write(to: URL(filePath: file.path))
    }
    let found = try await reports.settled(1)
    expectEqual(found.count, 1)
    let text = found.first?.description
    expectEqual(text?.hasPrefix("the last line of the journal was damaged; a gap record keeps its "), true)
    try expectEqual(file.kinds(), ["header", "snapshot", "action", "gap", "header", "snapshot", "action", "seal"])
    let report = try Replayer<CounterApp>(path: file.path).verify()
    #expect(report.divergence == nil && report.gaps.count == 1)
  }
}

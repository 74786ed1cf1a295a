import Expectations
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import TestSupport
import Testing

/// Actions that change no state by themselves.
struct NotedActionTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  @Test(arguments: [RecordedStates.snapshots, .patches])
  func `an action without a reducer is recorded, and leaves the states proven`(states: RecordedStates) throws {
    let recorder = try Recorder(path: file.path, app: counter, options: RecorderOptions(states: states, rules: .off))
    var state = CounterApp.State()
    recorder.record("too early")
    recorder.record(CounterApp.Action.add(1), in: &state) { $0.count += 1 }
    withDispatch {
      recorder.record("fetch")
      withDispatch { recorder.record(CounterApp.Action.add(2), in: &state) { $0.count += 2 } }
    }
    recorder.record(CounterApp.Action.reset)
    recorder.close()
    try expectEqual(
      file.actions().map { "\($0.type) \($0.replayability) \($0.cause ?? 0) \($0.changed.count)" },
      ["add replayable 0 1", "String inspectOnly 0 0", "add replayable 2 1", "reset inspectOnly 0 0"])
    let replayer = try Replayer<CounterApp>(path: file.path)
    try expectEqual(replayer.state(at: 4), state)
    let report = try replayer.verify()
    expectEqual(report.divergence?.seq, nil)
    expectEqual(report.proven, 5)
  }

  @Test func `one during a running reducer is left out, and reported`() async throws {
    let reports = Reports()
    let recorder = try Recorder(path: file.path, app: counter, options: RecorderOptions(rules: .off)) {
      reports.append($0)
    }
    var state = CounterApp.State()
    recorder.record(CounterApp.Action.add(1), in: &state) { state in
      recorder.record("fetch")
      state.count += 1
    }
    recorder.close()
    try expectEqual(file.kinds(), ["header", "snapshot", "action", "seal"])
    try await expectEqual(
      reports.settled(1).map { "\($0)".prefix(44) }, ["the action String began while another was be"])
  }
}

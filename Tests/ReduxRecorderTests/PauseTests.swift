import Expectations
import Foundation
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import TestSupport
import Testing

struct PauseTests {
  private let file: TemporaryFile
  private let recorder: Recorder
  private let reduce: (inout CounterApp.State, CounterApp.Action) -> Void

  init() throws {
    file = try TemporaryFile()
    recorder = try Recorder(path: file.path, app: counter, options: unhurried)
    reduce = recorder.recording(CounterApp.reduceQuietly)
  }

  @Test func `a gap counts the actions of a pause`() throws {
    var state = CounterApp.initialState
    reduce(&state, .add(1))
    recorder.pause()
    recorder.pause()
    for _ in 0..<3 { reduce(&state, .add(1)) }
    recorder.mark("late")
    recorder.resume()
    reduce(&state, .add(1))
    recorder.close()
    expectEqual(state.count, 5)
    try expectEqual(file.kinds(), ["header", "snapshot", "action", "gap", "snapshot", "mark", "action", "seal"])
    #expect(try file.gaps().map(\.why) == ["paused"] && file.gaps().map(\.missing) == [3])
    let replayer = try Replayer<CounterApp>(path: file.path)
    try expectEqual(replayer.verify().proven, 4)
    #expect(try replayer.state(at: 2).count == 4 && replayer.state(at: 3).count == 5)
    #expect(recorder.firstFailure == nil)
  }

  @Test func `a pause without actions leaves no trace`() throws {
    var state = CounterApp.initialState
    reduce(&state, .add(1))
    recorder.pause()
    recorder.resume()
    recorder.resume()
    reduce(&state, .add(1))
    recorder.close()
    try expectEqual(file.kinds(), ["header", "snapshot", "action", "action", "seal"])
  }

  @Test(arguments: [false, true]) func `a state set without an action is recorded before the next action`(
    isPaused: Bool
  ) throws {
    var state = CounterApp.initialState
    reduce(&state, .add(1))
    if isPaused { recorder.pause() }
    state.count = 7
    recorder.noteReplacedState()
    recorder.noteReplacedState()
    recorder.mark("seven")
    if isPaused { recorder.resume() }
    reduce(&state, .add(1))
    recorder.close()
    try expectEqual(file.kinds(), ["header", "snapshot", "action", "gap", "snapshot", "mark", "action", "seal"])
    try expectEqual(file.gaps().map(\.missing), [nil])
    try expectEqual(file.gaps().map(\.why), [isPaused ? "paused" : "the app went on from another state"])
    let replayer = try Replayer<CounterApp>(path: file.path)
    try expectEqual(replayer.verify().proven, 4)
    #expect(try replayer.state(at: 2).count == 7 && replayer.state(at: 3).count == 8)
    #expect(recorder.firstFailure == nil)
  }

  @Test func `noteReplacedState does nothing before the first state and in a reducer`() throws {
    var state = CounterApp.initialState
    recorder.noteReplacedState()
    let recorded = recorder.begin(CounterApp.Action.add(1), in: state)
    state.count = 1
    recorder.noteReplacedState()
    recorder.finish(recorded, in: state)
    reduce(&state, .add(1))
    recorder.close()
    try expectEqual(file.kinds(), ["header", "snapshot", "action", "action", "seal"])
  }

  @Test func `a running action is completed before a pause`() throws {
    var state = CounterApp.initialState
    let recorded = recorder.begin(CounterApp.Action.add(1), in: state)
    recorder.pause()
    state.count = 1
    recorder.finish(recorded, in: state)
    reduce(&state, .add(1))
    recorder.resume()
    recorder.resume()
    reduce(&state, .add(1))
    recorder.close()
    try expectEqual(file.kinds(), ["header", "snapshot", "action", "gap", "snapshot", "action", "seal"])
    try expectEqual(file.gaps().map(\.missing), [1])
    try expectEqual(Replayer<CounterApp>(path: file.path).verify().proven, 4)
  }

  @Test func `the end of a session counts the missing actions`() throws {
    var state = CounterApp.initialState
    reduce(&state, .add(1))
    recorder.pause()
    for _ in 0..<2 { reduce(&state, .add(1)) }
    recorder.close()
    try expectEqual(file.kinds(), ["header", "snapshot", "action", "gap", "seal"])
    try expectEqual(file.gaps().map(\.missing), [2])
  }

  @Test func `a rewind and a mark may follow a pause without actions`() throws {
    var state = CounterApp.initialState
    reduce(&state, .add(1))
    recorder.pause()
    recorder.mark("in the pause")
    recorder.resume()
    try expectEqual(recorder.recordRewind(to: 0, state: CounterApp.initialState), 2)
    recorder.pause()
    recorder.mark("at the end")
    recorder.close()
    try expectEqual(file.kinds(), ["header", "snapshot", "action", "mark", "rewind", "mark", "seal"])
    #expect(recorder.firstFailure == nil)
  }

  @Test func `a nested recorded reducer counts once in a pause`() throws {
    var state = CounterApp.initialState
    reduce(&state, .add(1))
    recorder.pause()
    for _ in 0..<2 {
      let outer = recorder.begin(CounterApp.Action.add(1), in: state)
      reduce(&state, .add(1))
      recorder.finish(outer, in: state)
    }
    recorder.resume()
    reduce(&state, .add(1))
    recorder.close()
    try expectEqual(file.gaps().map(\.missing), [2])
  }

  @Test func `an action begun in a pause blocks other threads' actions until it ends`() async throws {
    var state = CounterApp.initialState
    reduce(&state, .add(1))
    recorder.pause()
    let first = recorder.begin(CounterApp.Action.add(1), in: state)
    recorder.resume()
    let before = state
    await withCheckedContinuation { continuation in
      Thread { [recorder] in
        recorder.finish(recorder.begin(CounterApp.Action.add(5), in: before), in: before)
        continuation.resume()
      }.start()
    }
    state.count = 7
    recorder.finish(first, in: state)
    reduce(&state, .add(1))
    recorder.close()
    try expectEqual(file.kinds(), ["header", "snapshot", "action", "gap", "snapshot", "action", "seal"])
    try expectEqual(file.gaps().map(\.missing), [2])
    try expectEqual(Replayer<CounterApp>(path: file.path).verify().proven, 4)
  }

  @Test func `an action that is never finished doesn't delay a pause`() throws {
    var state = CounterApp.initialState
    do {
      let lost = recorder.begin(CounterApp.Action.add(1), in: nil as CounterApp.State?)
      recorder.start(state)
      recorder.pause()
      _ = consume lost
    }
    for _ in 0..<3 { reduce(&state, .add(1)) }
    recorder.resume()
    reduce(&state, .add(1))
    recorder.close()
    try expectEqual(file.gaps().map(\.missing), [3])
    try expectEqual(Replayer<CounterApp>(path: file.path).verify().divergence, nil)
  }

  @Test func `a pause leaves a gap in a journal of names only`() throws {
    let file = try TemporaryFile()
    var options = unhurried
    options.detail = .names
    let recorder = try Recorder(path: file.path, app: counter, options: options)
    let reduce = recorder.recording(CounterApp.reduceQuietly)
    var state = CounterApp.initialState
    reduce(&state, .add(1))
    recorder.pause()
    reduce(&state, .add(1))
    recorder.resume()
    reduce(&state, .add(1))
    recorder.close()
    try expectEqual(file.gaps().map(\.missing), [1])
    try expectEqual(file.actions().count, 2)
  }

  @Test func `a session paused before its first state begins with the state after the pause`() throws {
    var state = CounterApp.initialState
    recorder.pause()
    recorder.start(state)
    reduce(&state, .add(2))
    recorder.resume()
    reduce(&state, .add(3))
    recorder.close()
    try expectEqual(file.kinds(), ["header", "snapshot", "action", "seal"])
    try expectEqual(Replayer<CounterApp>(path: file.path).state(at: 0).count, 2)
  }

  @Test func `a pause refuses rewinds`() throws {
    var state = CounterApp.initialState
    reduce(&state, .add(1))
    recorder.pause()
    let error = #expect(throws: RecorderUnavailable.self) {
      try recorder.recordRewind(to: 0, state: CounterApp.initialState)
    }
    expectEqual(error?.reason, .paused)
    recorder.resume()
    reduce(&state, .add(1))
    try expectEqual(recorder.recordRewind(to: 0, state: CounterApp.initialState), 3)
    recorder.close()
    try expectEqual(Replayer<CounterApp>(path: file.path).verify().proven, 4)
  }
}

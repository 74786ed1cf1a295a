import Foundation
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import TestSupport
import Testing

@Suite("Pauses") struct PauseTests {
  private let file: TemporaryFile
  private let recorder: Recorder
  private let reduce: (inout CounterApp.State, CounterApp.Action) -> Void

  init() throws {
    file = try TemporaryFile()
    recorder = try Recorder(path: file.path, app: counter, options: unhurried)
    reduce = recorder.recording(CounterApp.reduceQuietly)
  }

  @Test("what is dispatched meanwhile is missing, and a gap says how many actions that is")
  func gap() throws {
    var state = CounterApp.initialState
    reduce(&state, .add(1))
    recorder.pause()
    recorder.pause()
    for _ in 0..<3 { reduce(&state, .add(1)) }
    recorder.mark("late")
    recorder.resume()
    reduce(&state, .add(1))
    recorder.close()
    #expect(state.count == 5)
    #expect(
      try file.kinds() == ["header", "snapshot", "action", "gap", "snapshot", "mark", "action", "seal"])
    #expect(try file.gaps().map(\.why) == ["paused"] && file.gaps().map(\.missing) == [3])
    let replayer = try Replayer<CounterApp>(path: file.path)
    #expect(try replayer.verify().proven == 4)
    #expect(try replayer.state(at: 2).count == 4 && replayer.state(at: 3).count == 5)
    #expect(recorder.firstFailure == nil)
  }

  @Test("one in which nothing happens leaves no trace")
  func nothing() throws {
    var state = CounterApp.initialState
    reduce(&state, .add(1))
    recorder.pause()
    recorder.resume()
    recorder.resume()
    reduce(&state, .add(1))
    recorder.close()
    #expect(try file.kinds() == ["header", "snapshot", "action", "action", "seal"])
  }

  @Test("a state that was set past the reducer is recorded before the next action", arguments: [false, true])
  func replaced(isPaused: Bool) throws {
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
    #expect(try file.kinds() == ["header", "snapshot", "action", "gap", "snapshot", "mark", "action", "seal"])
    #expect(try file.gaps().map(\.missing) == [nil])
    #expect(try file.gaps().map(\.why) == [isPaused ? "paused" : "the app went on from another state"])
    let replayer = try Replayer<CounterApp>(path: file.path)
    #expect(try replayer.verify().proven == 4)
    #expect(try replayer.state(at: 2).count == 7 && replayer.state(at: 3).count == 8)
    #expect(recorder.firstFailure == nil)
  }

  @Test("before the first state there is nothing to replace, and in a reducer nothing to learn")
  func notReplaced() throws {
    var state = CounterApp.initialState
    recorder.noteReplacedState()
    let recorded = recorder.begin(CounterApp.Action.add(1), in: state)
    state.count = 1
    recorder.noteReplacedState()
    recorder.finish(recorded, in: state)
    reduce(&state, .add(1))
    recorder.close()
    #expect(try file.kinds() == ["header", "snapshot", "action", "action", "seal"])
  }

  @Test("an action whose reducer runs is completed")
  func running() throws {
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
    #expect(try file.kinds() == ["header", "snapshot", "action", "gap", "snapshot", "action", "seal"])
    #expect(try file.gaps().map(\.missing) == [1])
    #expect(try Replayer<CounterApp>(path: file.path).verify().proven == 4)
  }

  @Test("the end of the session tells what is missing")
  func close() throws {
    var state = CounterApp.initialState
    reduce(&state, .add(1))
    recorder.pause()
    for _ in 0..<2 { reduce(&state, .add(1)) }
    recorder.close()
    #expect(try file.kinds() == ["header", "snapshot", "action", "gap", "seal"])
    #expect(try file.gaps().map(\.missing) == [2])
  }

  @Test("an earlier state can be taken up and a mark set right after it, if nothing is missing")
  func atOnce() throws {
    var state = CounterApp.initialState
    reduce(&state, .add(1))
    recorder.pause()
    recorder.mark("in the pause")
    recorder.resume()
    #expect(try recorder.recordRewind(to: 0, state: CounterApp.initialState) == 2)
    recorder.pause()
    recorder.mark("at the end")
    recorder.close()
    #expect(try file.kinds() == ["header", "snapshot", "action", "mark", "rewind", "mark", "seal"])
    #expect(recorder.firstFailure == nil)
  }

  @Test("a recorded reducer inside another counts once, as when it is recorded")
  func nested() throws {
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
    #expect(try file.gaps().map(\.missing) == [2])
  }

  @Test("an action that began in it keeps those of other threads from being recorded until it has ended")
  func overlapping() async throws {
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
    #expect(try file.kinds() == ["header", "snapshot", "action", "gap", "snapshot", "action", "seal"])
    #expect(try file.gaps().map(\.missing) == [2])
    #expect(try Replayer<CounterApp>(path: file.path).verify().proven == 4)
  }

  @Test("an action that was begun before and is never finished doesn't keep it from beginning")
  func abandoned() throws {
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
    #expect(try file.gaps().map(\.missing) == [3])
    #expect(try Replayer<CounterApp>(path: file.path).verify().divergence == nil)
  }

  @Test("where only names are recorded there is a gap as well")
  func names() throws {
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
    #expect(try file.gaps().map(\.missing) == [1])
    #expect(try file.actions().count == 2)
  }

  @Test("before the first state: the session begins with the state in which it ends")
  func first() throws {
    var state = CounterApp.initialState
    recorder.pause()
    recorder.start(state)
    reduce(&state, .add(2))
    recorder.resume()
    reduce(&state, .add(3))
    recorder.close()
    #expect(try file.kinds() == ["header", "snapshot", "action", "seal"])
    #expect(try Replayer<CounterApp>(path: file.path).state(at: 0).count == 2)
  }

  @Test("no earlier state can be taken up meanwhile")
  func rewind() throws {
    var state = CounterApp.initialState
    reduce(&state, .add(1))
    recorder.pause()
    #expect(throws: RecorderUnavailable.self) {
      try recorder.recordRewind(to: 0, state: CounterApp.initialState)
    }
    recorder.resume()
    reduce(&state, .add(1))
    #expect(try recorder.recordRewind(to: 0, state: CounterApp.initialState) == 3)
    recorder.close()
    #expect(try Replayer<CounterApp>(path: file.path).verify().proven == 4)
  }
}

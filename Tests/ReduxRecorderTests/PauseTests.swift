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

// The README's lines for the package's own store, and for a store of one's own. What stands between two markers is in
// the README, word for word; a test of the documentation holds them equal.

import ReduxJournal
import ReduxRecorder
import ReduxReplay
import ReduxStore
import TestSupport
import Testing

// README: app
struct Steps: Codable, Sendable {
  var today = 0
  var history: [Int] = []
}

enum StepsAction: Codable, Sendable {
  case walk(Int)
  case midnight
}

enum StepsApp: ReplayableApp {
  static let name = "steps"
  static var initialState: Steps { Steps() }

  static func reduce(_ state: inout Steps, _ action: StepsAction) {
    switch action {
    case .walk(let steps):
      state.today += steps
    case .midnight:
      state.history.append(state.today)
      state.today = 0
    }
  }
}
// README: end

// README: own store
final class StepsStore {
  private(set) var state = StepsApp.initialState
  private let reduce: (inout Steps, StepsAction) -> Void

  init(recorder: Recorder) {
    reduce = recorder.recording(StepsApp.reduce)
  }

  func dispatch(_ action: StepsAction) {
    reduce(&state, action)
  }
}
// README: end

@Suite("The README's lines for a store") struct ReadmeStoreTests {
  private let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  @Test func `for the store of the package, and back in time`() throws {
    let path = file.path
    // README: store
    let recorder = try Recorder(path: path, app: AppIdentity(StepsApp.self))
    let store = Store(
      initialState: StepsApp.initialState, reducer: Reducer(recorder.recording(StepsApp.reduce)))
    store.dispatch(.walk(8000))
    store.dispatch(.midnight)
    // README: end
    // README: timeline
    let timeline = ReplayTimeline<StepsApp>(store: store, recorder: recorder, path: path)
    try timeline.peek(at: 1)  // subscribers see state 1, while the store goes on underneath
    timeline.returnToHead()
    try timeline.resume(from: 1)  // the store goes on from state 1, and the journal says so
    // README: end
    #expect((store.state.today, store.state.history) == (8000, []))
    recorder.close()
    #expect(try Replayer<StepsApp>(path: path).verify().proven == 4)
  }

  @Test func `for a store of one's own`() throws {
    let recorder = try Recorder(path: file.path, app: AppIdentity(StepsApp.self))
    let store = StepsStore(recorder: recorder)
    store.dispatch(.walk(2))
    recorder.close()
    #expect(store.state.today == 2)
    #expect(try Replayer<StepsApp>(path: file.path).verify().proven == 2)
  }

  @Test func `for a reducer that can't be wrapped`() throws {
    let recorder = try Recorder(path: file.path, app: AppIdentity(StepsApp.self))
    var state = StepsApp.initialState
    let action = StepsAction.walk(3)
    // README: pair
    let recorded = recorder.begin(action, in: state)
    StepsApp.reduce(&state, action)
    recorder.finish(recorded, in: state)
    // README: end
    recorder.close()
    #expect(try Replayer<StepsApp>(path: file.path).verify().proven == 2)
  }
}

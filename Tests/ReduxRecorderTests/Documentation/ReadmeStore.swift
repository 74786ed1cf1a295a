// Code of the README and of the guide to stores. The lines between two markers appear on the page; SnippetTests compares
// them.

import Expectations
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import ReduxStore
import ReduxTimeTravel
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

// docs/guides/stores.md: own store
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
// docs/guides/stores.md: end

private func reduceSteps(_ state: inout Steps, _ action: StepsAction) { StepsApp.reduce(&state, action) }

struct ReadmeStoreTests {
  private let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  @Test func `the package's store records and shows the past`() throws {
    let path = file.path
    // README: store
    let recorder = try Recorder(path: path, app: AppIdentity(StepsApp.self))
    let store = Store(
      initialState: StepsApp.initialState, reducer: Reducer(recorder.recording(StepsApp.reduce)))
    store.dispatch(.walk(8000))
    store.dispatch(.midnight)
    // README: end
    // docs/guides/stores.md: timeline
    let timeline = ReplayTimeline<StepsApp>(store: store, recorder: recorder, path: path)
    try timeline.peek(at: 1)  // subscribers see state 1, and changes are locked
    timeline.returnToHead()
    try timeline.resume(from: 1)  // the store goes on from state 1, and the journal says so
    // docs/guides/stores.md: end
    #expect((store.state.today, store.state.history) == (8000, []))
    recorder.close()
    try expectEqual(Replayer<StepsApp>(path: path).verify().proven, 4)
  }

  @Test func `a wrapped reducer records`() throws {
    let path = file.path
    // README: wrap
    let recorder = try Recorder(path: path, app: AppIdentity(name: "steps"))
    let store = Store(initialState: Steps(), reducer: Reducer(recorder.recording(reduceSteps)))
    // README: end
    store.dispatch(.walk(3))
    recorder.close()
    #expect(try Replayer<StepsApp>(path: path).verify().proven == 2)
  }

  @Test func `a store of your own records`() throws {
    let recorder = try Recorder(path: file.path, app: AppIdentity(StepsApp.self))
    let store = StepsStore(recorder: recorder)
    store.dispatch(.walk(2))
    recorder.close()
    expectEqual(store.state.today, 2)
    try expectEqual(Replayer<StepsApp>(path: file.path).verify().proven, 2)
  }

  @Test func `record surrounds a reducer that is not wrapped`() throws {
    let recorder = try Recorder(path: file.path, app: AppIdentity(StepsApp.self))
    var state = StepsApp.initialState
    let action = StepsAction.walk(3)
    // docs/guides/stores.md: one action
    recorder.record(action, in: &state) { StepsApp.reduce(&$0, action) }
    // docs/guides/stores.md: end
    recorder.close()
    try expectEqual(Replayer<StepsApp>(path: file.path).verify().proven, 2)
  }
}

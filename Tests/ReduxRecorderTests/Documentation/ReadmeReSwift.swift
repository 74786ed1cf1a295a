// The README's lines for a store in ReSwift's shape; see ReadmeStore.swift.

import ReduxJournal
import ReduxRecorder
import ReduxReplay
import TestSupport
import Testing

enum Walking {
  protocol Action {}
  struct Walk: Action, Codable { var steps: Int }
  struct Midnight: Action, Codable {}
}

private typealias Action = Walking.Action
private typealias Walk = Walking.Walk
private typealias Midnight = Walking.Midnight

private final class Store<State> {
  private(set) var state: State
  private let reducer: (any Action, State?) -> State

  struct Start: Action {}

  init(reducer: @escaping (any Action, State?) -> State, state: State?) {
    self.reducer = reducer
    self.state = reducer(Start(), state)
  }

  func dispatch(_ action: any Action) { state = reducer(action, state) }
}

private func appReducer(action: any Action, state: Steps?) -> Steps {
  var state = state ?? Steps()
  switch action {
  case let action as Walk: state.today += action.steps
  case is Midnight: state = Steps(history: state.history + [state.today])
  default: break
  }
  return state
}

// README: ReSwift app
private enum WalkingApp: ReplayableApp {
  static let name = "walking"
  static var initialState: Steps { Steps() }
  static var actions: ActionCoding<any Action> { .found }

  static func reduce(_ state: inout Steps, _ action: any Action) {
    state = appReducer(action: action, state: state)
  }
}
// README: end

@Suite("The README's lines for ReSwift") struct ReadmeReSwiftTests {
  @Test func `wrap the reducer`() throws {
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: WalkingApp.name))
    // README: ReSwift
    let store = Store<Steps>(reducer: recorder.recording(appReducer), state: nil)
    // README: end
    store.dispatch(Walk(steps: 4))
    store.dispatch(Midnight())
    recorder.close()
    #expect(store.state.history == [4])
    #expect(try Replayer<WalkingApp>(path: file.path).verify().proven == 3)
  }
}

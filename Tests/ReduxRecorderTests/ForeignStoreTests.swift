import Expectations
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import StateTree
import TestSupport
import Testing

// A store in ReSwift's shape, independent of this package.

private protocol Action {}

private protocol Subscriber<State>: AnyObject {
  associatedtype State
  func newState(_ state: State)
}

private final class ForeignStore<State> {
  private(set) var state: State
  private let reducer: (any Action, State?) -> State
  private var subscribers: [any Subscriber<State>] = []

  struct Start: Action {}

  init(reducer: @escaping (any Action, State?) -> State) {
    self.reducer = reducer
    state = reducer(Start(), nil)
  }

  func subscribe(_ subscriber: any Subscriber<State>) { subscribers.append(subscriber) }

  func dispatch(_ action: any Action) {
    state = reducer(action, state)
    for subscriber in subscribers { subscriber.newState(state) }
  }
}

// An app with many types of actions.

private struct MovieState: Codable, Equatable {
  var titles: [Int: String] = [:]
  var wishes: Set<Int> = []
  var loads = 0
}

private enum MovieActions {
  struct Load: Action, Codable { var id: Int }
  struct SetTitle: Action, Codable {
    var id: Int
    var title: String
  }
  enum Wish: Action, Codable {
    case add(Int)
    case clear
  }
}

private func reduce(_ action: any Action, _ state: MovieState?) -> MovieState {
  var state = state ?? MovieState()
  switch action {
  case is MovieActions.Load: state.loads += 1
  case let action as MovieActions.SetTitle: state.titles[action.id] = action.title
  case MovieActions.Wish.add(let id): state.wishes.insert(id)
  case MovieActions.Wish.clear: state.wishes = []
  default: break
  }
  return state
}

private enum MovieApp: ReplayableApp {
  static let name = "movies"
  static var initialState: MovieState { MovieState() }
  static var actions: ActionCoding<any Action> {
    .types([MovieActions.Load.self, MovieActions.SetTitle.self, MovieActions.Wish.self])
  }
  static func reduce(_ state: inout MovieState, _ action: any Action) {
    state = ReduxRecorderTests.reduce(action, state)
  }
}

/// Answers each load with a title and a wish, from inside the dispatch.
private final class Loader: Subscriber {
  weak var store: ForeignStore<MovieState>?
  private var answered = 0

  func newState(_ state: MovieState) {
    guard state.loads > answered else { return }
    answered = state.loads
    store?.dispatch(MovieActions.SetTitle(id: state.loads, title: "Movie \(state.loads)"))
    store?.dispatch(MovieActions.Wish.add(state.loads))
  }
}

struct ForeignStoreTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  @Test func `one wrapped reducer records a third-party store`() throws {
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: "movies"))
    let store = ForeignStore(reducer: recorder.recording(reduce))
    store.dispatch(MovieActions.SetTitle(id: 1, title: "Alien"))
    store.dispatch(MovieActions.Wish.add(1))
    store.dispatch(MovieActions.Wish.clear)
    recorder.close()
    try expectEqual(
      file.actions().map(\.type), ["MovieActions.SetTitle", "MovieActions.Wish.add", "MovieActions.Wish.clear"])
    try expectEqual(
      file.actions().map(\.swiftType), ["MovieActions.SetTitle", "MovieActions.Wish", "MovieActions.Wish"])
    let replayer = try Replayer<MovieApp>(path: file.path)
    let report = try replayer.verify()
    #expect((report.proven, report.divergence == nil, report.startsElsewhere) == (4, true, false))
    try expectEqual(replayer.state(at: 2), MovieState(titles: [1: "Alien"], wishes: [1]))
    try expectEqual(replayer.state(at: 3), store.state)
  }

  @Test func `actions that a subscriber dispatches keep their order`() throws {
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: "movies"))
    let store = ForeignStore(reducer: recorder.recording(reduce))
    let loader = Loader()
    loader.store = store
    store.subscribe(loader)
    for id in 1...20 { store.dispatch(MovieActions.Load(id: id)) }
    recorder.close()
    try expectEqual(
      file.actions().map(\.type),
      (1...20).flatMap { _ in ["MovieActions.Load", "MovieActions.SetTitle", "MovieActions.Wish.add"] })
    let replayer = try Replayer<MovieApp>(path: file.path)
    try expectEqual(replayer.verify().proven, 61)
    try expectEqual(replayer.state(at: 60), store.state)
    try expectEqual(replayer.state(at: 5), MovieState(titles: [1: "Movie 1", 2: "Movie 2"], wishes: [1], loads: 2))
  }

  @Test func `the pair of calls records the type of an action behind a protocol`() throws {
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: "movies"))
    var state = MovieState()
    let actions: [any Action] = [MovieActions.Load(id: 1), MovieActions.Wish.add(4)]
    for action in actions {
      let recorded = recorder.begin(action, in: state)
      state = reduce(action, state)
      recorder.finish(recorded, in: state)
    }
    recorder.close()
    try expectEqual(file.actions().map(\.swiftType), ["MovieActions.Load", "MovieActions.Wish"])
    try expectEqual(Replayer<MovieApp>(path: file.path).verify().proven, 3)
  }

  @Test func `an action whose type the app doesn't list is named`() throws {
    struct Unlisted: Action, Codable {}
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: "movies"))
    let store = ForeignStore(reducer: recorder.recording(reduce))
    store.dispatch(Unlisted())
    recorder.close()
    let error = #expect(throws: ReplayError.self) { try Replayer<MovieApp>(path: file.path).verify() }
    expectEqual(error?.line, 3)
    let text = error?.description ?? ""
    #expect(text.hasPrefix("\(file.path):3: action 1 ("))
    #expect(text.contains("the app lists MovieActions.Load, MovieActions.SetTitle, MovieActions.Wish"))
  }

  @Test func `a store, an action and a reducer need not be Sendable`() throws {
    final class Model: Codable {
      var number = 0
    }
    struct State: Codable { var model = Model() }
    struct Step { var reference = Model() }
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: "models"))
    let offset = Model()
    offset.number = 3
    let plain: (inout State, Step) -> Void = { state, _ in state.model.number += offset.number }
    let reduce: (inout State, Step) -> Void = recorder.recording(plain)
    var state = State()
    reduce(&state, Step())
    expectEqual(state.model.number, 3)
    expectEqual(recorder.lastSeq, 1)
  }
}

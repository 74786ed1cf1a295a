// Code of the guide to ReSwift. The lines between two markers appear in `docs/guides/stores.md`; SnippetTests compares
// them.

import Expectations
import ReSwiftShape
import ReduxJournal
import ReduxLogTool
import ReduxRecorder
import ReduxReplay
import Testing

private struct ShopState: Codable, Equatable {
  var items: [String] = []
  var notices = 0
}

// docs/guides/stores.md: ReSwift actions
struct AddItem: Action, Codable { var name: String }
struct PostNotice: Action, Codable {}
// docs/guides/stores.md: end

/// A type that can't be `Codable`.
private struct Ask: Action {
  var answer: (Bool) -> Void
}

private func shopReducer(action: any Action, state: ShopState?) -> ShopState {
  var state = state ?? ShopState()
  switch action {
  case let action as AddItem: state.items.append(action.name)
  case is PostNotice, is Ask: state.notices += 1
  default: break
  }
  return state
}

// docs/guides/stores.md: ReSwift app
private enum ShopApp: ReplayableApp {
  static let name = "shop"
  static var initialState: ShopState { ShopState() }
  static var actions: ActionCoding<any Action> { .found }

  static func reduce(_ state: inout ShopState, _ action: any Action) {
    state = shopReducer(action: action, state: state)
  }
}
// docs/guides/stores.md: end

/// Middleware that drops items without a name, and makes all names lowercase.
private func tidying(
  _ dispatch: @escaping DispatchFunction, _ state: @escaping () -> ShopState?
) -> (@escaping DispatchFunction) -> DispatchFunction {
  { next in
    { action in
      guard let add = action as? AddItem else { return next(action) }
      if !add.name.isEmpty { next(AddItem(name: add.name.lowercased())) }
    }
  }
}

/// A subscriber that answers each item with a notice, inside the dispatch.
private final class Notifier: StoreSubscriber {
  weak var store: Store<ShopState>?
  private var known = 0

  func newState(state: ShopState) {
    guard state.items.count > known else { return }
    known = state.items.count
    store?.dispatch(PostNotice())
  }
}

@Suite("Guide: ReSwift") struct ReSwiftTests {
  private let file: RecordedFile

  init() throws { file = try RecordedFile() }

  @Test func `actions that reach the reducer are recorded and verify`() throws {
    let path = file.path
    // docs/guides/stores.md: ReSwift store
    let recorder = try Recorder(path: path, app: AppIdentity(ShopApp.self))
    let store = Store<ShopState>(
      reducer: recorder.recording(shopReducer), state: nil, middleware: [tidying])
    // docs/guides/stores.md: end
    expectEqual(store.state, ShopState())
    store.dispatch(AddItem(name: "Tea"))
    store.dispatch(AddItem(name: ""))
    store.dispatch(PostNotice())
    recorder.close()
    try expectEqual(file.actions(), ["AddItem replayable /items", "PostNotice replayable /notices"])
    try expectEqual(Replayer<ShopApp>(path: path).state(at: 1), ShopState(items: ["tea"]))
    #expect(file.verify(ShopApp.self) == (.fine, "ok FILE: 2 actions, 3 states proven, 1 session, closed\n"))
  }

  @Test func `a store with an initial state begins with it`() throws {
    let recorder = try Recorder(path: file.path, app: AppIdentity(ShopApp.self))
    let store = Store<ShopState>(reducer: recorder.recording(shopReducer), state: ShopState(items: ["tea"]))
    store.dispatch(AddItem(name: "oats"))
    recorder.close()
    try expectEqual(Replayer<ShopApp>(path: file.path).state(at: 0), ShopState(items: ["tea"]))
    #expect(file.verify(ShopApp.self) == (.fine, "ok FILE: 1 action, 2 states proven, 1 session, closed\n"))
  }

  @Test func `an action from a subscriber is recorded after the one it answers`() throws {
    let recorder = try Recorder(path: file.path, app: AppIdentity(ShopApp.self))
    let store = Store<ShopState>(reducer: recorder.recording(shopReducer), state: nil)
    let notifier = Notifier()
    notifier.store = store
    store.subscribe(notifier)
    store.dispatch(AddItem(name: "tea"))
    store.dispatch(AddItem(name: "oats"))
    recorder.close()
    let added = ["AddItem replayable /items", "PostNotice replayable /notices"]
    try expectEqual(file.actions(), added + added)
    #expect(file.verify(ShopApp.self) == (.fine, "ok FILE: 4 actions, 5 states proven, 1 session, closed\n"))
  }

  @Test func `an action that isn't Codable is inspect-only, and a snapshot follows it`() throws {
    let recorder = try Recorder(path: file.path, app: AppIdentity(ShopApp.self))
    let store = Store<ShopState>(reducer: recorder.recording(shopReducer), state: nil)
    store.dispatch(AddItem(name: "tea"))
    store.dispatch(Ask { _ in })
    recorder.close()
    try expectEqual(file.actions(), ["AddItem replayable /items", "Ask inspect-only /notices"])
    #expect(
      file.verify(ShopApp.self)
        == (.trouble, "unproven FILE: 2 actions, 2 states proven, 1 action not proven, 1 session, closed\n"))
  }

  @Test func `a state set without an action is a step of its own`() throws {
    let recorder = try Recorder(path: file.path, app: AppIdentity(ShopApp.self))
    let store = Store<ShopState>(reducer: recorder.recording(shopReducer), state: nil)
    store.dispatch(AddItem(name: "tea"))
    store.state?.items = []
    store.dispatch(PostNotice())
    recorder.close()
    try expectEqual(
      file.actions(),
      ["AddItem replayable /items", "changed outside an action opaque /items", "PostNotice replayable /notices"])
    #expect(
      file.verify(ShopApp.self)
        == (
          .trouble,
          "unproven FILE: 2 actions, 1 change outside an action, 3 states proven, 1 step not proven, 1 session, closed\n"
        ))
  }
}

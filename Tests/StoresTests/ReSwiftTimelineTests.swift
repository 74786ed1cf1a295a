// Live time travel in ReSwift. The lines between two markers appear in `docs/guides/stores.md`; SnippetTests compares
// them.

import Expectations
import ReSwiftShape
import ReduxJournal
import ReduxLogTool
import ReduxRecorder
import ReduxReplay
import ReduxTimeTravel
import Testing

/// A type that can't be encoded.
private struct Ask: Action {
  var answer: (inout TodoState) -> Void
}

struct AddTodo: Action, Codable { var title: String }

struct CountTodos: Action, Codable {}

private struct TodoState: Codable, Equatable {
  var titles: [String] = []
  var counted = 0
}

private func todoReducer(action: any Action, state: TodoState?) -> TodoState {
  var state = state ?? TodoState()
  switch action {
  case let action as AddTodo: state.titles.append(action.title)
  case let action as Ask: action.answer(&state)
  case is CountTodos: state.counted = state.titles.count
  default: break
  }
  return state
}

private enum TodoApp: ReplayableApp {
  static let name = "todo"
  static var initialState: TodoState { TodoState() }
  static var actions: ActionCoding<any Action> { .found }
  static func reduce(_ state: inout TodoState, _ action: any Action) {
    state = todoReducer(action: action, state: state)
  }
}

/// The module's name, as an app writes it.
private enum ReSwift { typealias Action = ReSwiftShape.Action }

// docs/guides/stores.md: ReSwift look
extension ReduxTimeTravel.TimelineLook: ReSwift.Action {}
// docs/guides/stores.md: end

private final class Screen: StoreSubscriber {
  private(set) var shown: [[String]] = []
  func newState(state: TodoState) { shown.append(state.titles) }
}

/// A subscriber that dispatches as long as a state isn't what it wants.
private final class Counter: StoreSubscriber {
  weak var store: Store<TodoState>?
  func newState(state: TodoState) {
    if state.counted != state.titles.count { store?.dispatch(CountTodos()) }
  }
}

@Suite("Live time travel in ReSwift") struct ReSwiftTimelineTests {
  @Test func `subscribers see the past with any actions`() throws {
    // docs/guides/stores.md: ReSwift timeline
    let timeline = LiveTimeline<TodoState, any Action>()
    let store = Store<TodoState>(
      reducer: timeline.following(todoReducer), state: nil, middleware: [timeline.middleware])
    timeline.onLook = { [weak store] in store?.dispatch(TimelineLook()) }
    // docs/guides/stores.md: end
    let screen = Screen()
    store.subscribe(screen)
    store.dispatch(AddTodo(title: "tea"))
    store.dispatch(Ask { $0.titles.append("oats") })
    store.dispatch(AddTodo(title: "milk"))
    expectEqual(timeline.seqs, 0...3)
    try timeline.back()
    try timeline.toggle(1)
    timeline.onLocked = { _ in }
    store.dispatch(AddTodo(title: "salt"))
    expectEqual(timeline.lockedCount, 1)
    timeline.changes = .reduced
    store.dispatch(AddTodo(title: "bran"))
    timeline.returnToHead()
    expectEqual(
      screen.shown,
      [
        ["tea"], ["tea", "oats"], ["tea", "oats", "milk"], ["tea", "oats"], ["oats"],
        ["tea", "oats", "milk", "bran"],
      ])
    try timeline.peek(at: 1)
    timeline.resume()
    store.dispatch(AddTodo(title: "rye"))
    expectEqual(store.state, TodoState(titles: ["rye"]))
  }

  @Test func `a journal continues after resuming and holds no looks`() throws {
    let file = try RecordedFile()
    let path = file.path
    // docs/guides/stores.md: recorded timeline
    let recorder = try Recorder(path: path, app: AppIdentity(TodoApp.self))
    let timeline = LiveTimeline<TodoState, any Action>()
    let store = Store<TodoState>(
      reducer: timeline.following(todoReducer, live: recorder.recording(todoReducer)), state: nil,
      middleware: [timeline.middleware])
    timeline.onLook = { [weak store] in store?.dispatch(TimelineLook()) }
    timeline.onResume = { recorder.noteReplacedState() }
    // docs/guides/stores.md: end
    timeline.changes = .reduced
    for title in ["tea", "oats"] { store.dispatch(AddTodo(title: title)) }
    try timeline.toggle(1)
    store.dispatch(AddTodo(title: "milk"))
    try timeline.toggle(3)
    timeline.resume()
    store.dispatch(AddTodo(title: "rye"))
    recorder.close()
    expectEqual(store.state, TodoState(titles: ["oats", "rye"]))
    try expectEqual(file.actions(), Array(repeating: "AddTodo replayable /titles", count: 4))
    #expect(file.verify(TodoApp.self) == (.fine, "ok FILE: 4 actions, 6 states proven, 1 session, closed\n"))
  }

  /// What the subscriber answers in the past, and what the journal holds afterwards.
  @Test(arguments: [(TimelineChanges.locked, 1, 4), (.held, 1, 5), (.reduced, 0, 5)])
  func `a subscriber that answers every state stops in the past`(
    changes: TimelineChanges, locked: Int, recorded: Int
  ) throws {
    let file = try RecordedFile()
    let recorder = try Recorder(path: file.path, app: AppIdentity(TodoApp.self))
    let timeline = LiveTimeline<TodoState, any Action>()
    timeline.changes = changes
    timeline.onLocked = { _ in }
    let store = Store<TodoState>(
      reducer: timeline.following(todoReducer, live: recorder.recording(todoReducer)), state: nil,
      middleware: [timeline.middleware])
    timeline.onLook = { [weak store] in store?.dispatch(TimelineLook()) }
    let counter = Counter()
    counter.store = store
    store.subscribe(counter)
    for title in ["tea", "oats"] { store.dispatch(AddTodo(title: title)) }
    expectEqual(timeline.seqs, 0...4)

    // State 3 holds a todo that isn't counted.
    try timeline.back()
    expectEqual(store.state, TodoState(titles: ["tea", "oats"], counted: 1))
    expectEqual(timeline.lockedCount, locked)
    timeline.returnToHead()
    expectEqual(store.state, TodoState(titles: ["tea", "oats"], counted: 2))
    recorder.close()
    try expectEqual(file.actions().count, recorded)
    #expect(
      file.verify(TodoApp.self)
        == (.fine, "ok FILE: \(recorded) actions, \(recorded + 1) states proven, 1 session, closed\n"))
  }
}

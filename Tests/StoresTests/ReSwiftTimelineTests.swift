// Live time travel in ReSwift. The lines between two markers appear in `docs/guides/stores.md`; SnippetTests compares
// them.

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

private struct TodoState: Codable, Equatable { var titles: [String] = [] }

private func todoReducer(action: any Action, state: TodoState?) -> TodoState {
  var state = state ?? TodoState()
  switch action {
  case let action as AddTodo: state.titles.append(action.title)
  case let action as Ask: action.answer(&state)
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

// docs/guides/stores.md: ReSwift look
extension TimelineLook: Action {}
// docs/guides/stores.md: end

private final class Screen: StoreSubscriber {
  private(set) var shown: [[String]] = []
  func newState(state: TodoState) { shown.append(state.titles) }
}

@Suite("Live time travel in ReSwift") struct ReSwiftTimelineTests {
  @Test func `subscribers see the past with any actions`() throws {
    // docs/guides/stores.md: ReSwift timeline
    let timeline = LiveTimeline<TodoState, any Action>()
    let store = Store<TodoState>(reducer: timeline.following(todoReducer), state: nil)
    timeline.onLook = { [weak store] in store?.dispatch(TimelineLook()) }
    // docs/guides/stores.md: end
    let screen = Screen()
    store.subscribe(screen)
    store.dispatch(AddTodo(title: "tea"))
    store.dispatch(Ask { $0.titles.append("oats") })
    store.dispatch(AddTodo(title: "milk"))
    #expect(timeline.seqs == 0...3)
    try timeline.back()
    try timeline.toggle(1)
    store.dispatch(AddTodo(title: "salt"))
    timeline.returnToHead()
    #expect(
      screen.shown == [
        ["tea"], ["tea", "oats"], ["tea", "oats", "milk"], ["tea", "oats"], ["oats"], ["oats"],
        ["tea", "oats", "milk", "salt"],
      ])
    try timeline.peek(at: 1)
    timeline.resume()
    store.dispatch(AddTodo(title: "rye"))
    #expect(store.state == TodoState(titles: ["rye"]))
  }

  @Test func `a journal continues after resuming and holds no looks`() throws {
    let file = try RecordedFile()
    let path = file.path
    // docs/guides/stores.md: recorded timeline
    let recorder = try Recorder(path: path, app: AppIdentity(TodoApp.self))
    let timeline = LiveTimeline<TodoState, any Action>()
    let store = Store<TodoState>(
      reducer: timeline.following(todoReducer, live: recorder.recording(todoReducer)), state: nil)
    timeline.onLook = { [weak store] in store?.dispatch(TimelineLook()) }
    timeline.onResume = { recorder.noteReplacedState() }
    // docs/guides/stores.md: end
    for title in ["tea", "oats"] { store.dispatch(AddTodo(title: title)) }
    try timeline.toggle(1)
    store.dispatch(AddTodo(title: "milk"))
    try timeline.toggle(3)
    timeline.resume()
    store.dispatch(AddTodo(title: "rye"))
    recorder.close()
    #expect(store.state == TodoState(titles: ["oats", "rye"]))
    #expect(try file.actions() == Array(repeating: "AddTodo replayable /titles", count: 4))
    #expect(file.verify(TodoApp.self) == (.fine, "ok FILE: 4 actions, 6 states proven, 1 session, closed\n"))
  }
}

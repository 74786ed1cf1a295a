import ComposableShape
import Expectations
import ReduxJournal
import ReduxLogTool
import ReduxRecorder
import ReduxReplay
import Testing

/// Features whose states a macro observes: the macro's code is written out.
@Suite("The Composable Architecture: observed states") @MainActor struct ComposableObservedTests {
  private let file: RecordedFile

  init() throws { file = try RecordedFile() }

  @Test(arguments: [RecordedStates.snapshots, .patches])
  func `the elements of an identified array are named`(states: RecordedStates) throws {
    let recorder = try recorder(states)
    let store = Store(initialState: Todos.State()) {
      Todos().recorded(by: recorder)
    }
    store.send(.todos(.element(id: 3, action: .binding(.set(\.title, "milk")))))
    store.send(.todos(.element(id: 17, action: .toggle)))
    store.send(.search("m"))
    store.send(.add)
    recorder.close()
    let element = states == .patches ? ["", "", ""] : ["/3", "/17", "/40"]
    try expectEqual(
      file.changes(),
      [
        "todos.element.binding /todos\(element[0])", "todos.element.toggle /todos\(element[1])", "search /query",
        "add /todos\(element[2])",
      ])
  }

  @Test func `a Codable state is followed although its elements are observed`() throws {
    let recorder = try recorder(.snapshots)
    let store = Store(initialState: CodableTodos.State()) {
      CodableTodos().recorded(by: recorder)
    }
    for id in [3, 3, 17] { store.send(.toggle(id)) }
    recorder.close()
    try expectEqual(file.changes(), ["toggle /_todos/3", "toggle /_todos/3", "toggle /_todos/17"])
    expectEqual(file.verify(CodableTodosApp.self).0, .fine)
  }

  private func recorder(_ states: RecordedStates) throws -> Recorder {
    try Recorder(
      path: file.path, app: AppIdentity(name: "todos"), options: RecorderOptions(states: states, hashing: .everyAction))
  }
}

private struct Todo: Codable, Identifiable, Sendable {
  let id: Int
  private var _title: String
  private var _isDone = false
  private var _$observationRegistrar = ObservationStateRegistrar()

  init(id: Int, title: String) { (self.id, _title) = (id, title) }

  var title: String {
    get { _title }
    set {
      _$observationRegistrar.willModify()
      _title = newValue
    }
  }

  mutating func toggle() {
    _$observationRegistrar.willModify()
    _isDone.toggle()
  }

  enum Action: Sendable {
    case binding(BindingAction<Todo>)
    case toggle
  }
}

private struct Todos: Reducer {
  struct State: Sendable {
    private var _query = ""
    private var _todos = IdentifiedArray((0..<40).map { Todo(id: $0, title: "todo \($0)") })
    private var _$observationRegistrar = ObservationStateRegistrar()

    var query: String {
      get { _query }
      set {
        _$observationRegistrar.willModify()
        _query = newValue
      }
    }

    var todos: IdentifiedArray<Int, Todo> {
      get { _todos }
      set {
        _$observationRegistrar.willModify()
        _todos = newValue
      }
    }
  }

  enum Action: Sendable {
    case todos(IdentifiedAction<Int, Todo.Action>)
    case search(String)
    case add
  }

  func _reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .todos(.element(let id, .binding(let binding))):
      guard var todo = state.todos[id: id] else { break }
      binding.set(&todo)
      state.todos[id: id] = todo
    case .todos(.element(let id, .toggle)): state.todos[id: id]?.toggle()
    case .search(let text): state.query = text
    case .add: state.todos[id: state.todos.count] = Todo(id: state.todos.count, title: "new")
    }
    return .none
  }
}

private struct CodableTodos: Reducer {
  struct State: Codable, Sendable {
    private var _todos = IdentifiedArray((0..<40).map { Todo(id: $0, title: "todo \($0)") })
    private var _$observationRegistrar = ObservationStateRegistrar()

    var todos: IdentifiedArray<Int, Todo> {
      get { _todos }
      set {
        _$observationRegistrar.willModify()
        _todos = newValue
      }
    }
  }

  enum Action: Codable, Sendable { case toggle(Int) }

  func _reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .toggle(let id): state.todos[id: id]?.toggle()
    }
    return .none
  }
}

private enum CodableTodosApp: ReplayableApp {
  static let name = "todos"
  static var initialState: CodableTodos.State { CodableTodos.State() }

  static func reduce(_ state: inout CodableTodos.State, _ action: CodableTodos.Action) {
    _ = CodableTodos()._reduce(into: &state, action: action)
  }
}

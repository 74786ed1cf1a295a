import ReduxReplay

/// An action, for apps whose actions are many types behind a protocol.
protocol TodoStep: Sendable {
  /// Applies the action to a state.
  func apply(to state: inout TodoState)
}

/// The changes of `TodoAction`, with one type for each.
enum TodoSteps {
  struct Fill: TodoStep, Codable {
    var count: Int
    func apply(to state: inout TodoState) { TodoState.reduce(&state, .fill(count: count)) }
  }

  struct SetDone: TodoStep, Codable {
    var id: Int
    var done: Bool
    func apply(to state: inout TodoState) { TodoState.reduce(&state, .setDone(id: id, done: done)) }
  }

  struct SetTitle: TodoStep, Codable {
    var id: Int
    var title: String
    func apply(to state: inout TodoState) { TodoState.reduce(&state, .setTitle(id: id, title: title)) }
  }

  struct Move: TodoStep, Codable {
    var id: Int
    var position: Int
    func apply(to state: inout TodoState) { TodoState.reduce(&state, .move(id: id, to: position)) }
  }

  struct Add: TodoStep, Codable {
    var item: TodoItem
    func apply(to state: inout TodoState) { TodoState.reduce(&state, .add(item)) }
  }

  struct Remove: TodoStep, Codable {
    var id: Int
    func apply(to state: inout TodoState) { TodoState.reduce(&state, .remove(id: id)) }
  }

  /// Returns the step that corresponds to an action.
  static func step(_ action: TodoAction) -> any TodoStep {
    switch action {
    case .fill(let count): Fill(count: count)
    case .setDone(let id, let done): SetDone(id: id, done: done)
    case .setTitle(let id, let title): SetTitle(id: id, title: title)
    case .move(let id, let position): Move(id: id, position: position)
    case .add(let item): Add(item: item)
    case .remove(let id): Remove(id: id)
    }
  }

  static func reduce(_ state: inout TodoState, _ step: any TodoStep) { step.apply(to: &state) }
}

/// An app that lists no action types.
enum FindingApp: ReplayableApp {
  static let name = "todo-steps"
  static var initialState: TodoState { TodoState() }
  static var actions: ActionCoding<any TodoStep> { .found }
  static func reduce(_ state: inout TodoState, _ step: any TodoStep) { TodoSteps.reduce(&state, step) }
}

/// The same app with all action types listed.
enum ListingApp: ReplayableApp {
  static let name = FindingApp.name
  static var initialState: TodoState { TodoState() }
  static var actions: ActionCoding<any TodoStep> {
    .types([
      TodoSteps.Fill.self, TodoSteps.SetDone.self, TodoSteps.SetTitle.self, TodoSteps.Move.self, TodoSteps.Add.self,
      TodoSteps.Remove.self,
    ])
  }
  static func reduce(_ state: inout TodoState, _ step: any TodoStep) { TodoSteps.reduce(&state, step) }
}

import ReduxReplay

/// An action as apps have them whose actions are many types behind a protocol.
protocol TodoStep: Sendable {
  /// Does to the state what the action is about.
  func apply(to state: inout TodoState)
}

/// The same changes as `TodoAction`, a type for each.
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

  /// The step that does what an action does.
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

/// The app that lists no type of action.
enum FindingApp: ReplayableApp {
  static let name = "todo-steps"
  static var initialState: TodoState { TodoState() }
  static var actions: ActionCoding<any TodoStep> { .found }
  static func reduce(_ state: inout TodoState, _ step: any TodoStep) { TodoSteps.reduce(&state, step) }
}

/// The same app, which lists them all.
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

import ReduxReplay

/// The app whose sessions are recorded, replayed and inspected.
enum TodoApp: ReplayableApp {
  static let name = "todos"
  static var initialState: TodoState { TodoState() }

  static func reduce(_ state: inout TodoState, _ action: TodoAction) { TodoState.reduce(&state, action) }
}

import ReduxReplay

/// The app whose sessions are recorded, replayed and inspected.
enum TodoApp: ReplayableApp {
  static let name = "todos"
  static var initialState: TodoState { TodoState() }

  static func reduce(_ state: inout TodoState, _ action: TodoAction) { TodoState.reduce(&state, action) }
}

/// Replays edits of a dictionary. Journals start with a snapshot, so its initial state has no items.
enum EntriesApp<Key: ItemKey>: ReplayableApp {
  static var name: String { "plain" }
  static var initialState: PlainEdits.Entries<Key> { PlainEdits.Entries(count: 0) }

  static func reduce(_ state: inout PlainEdits.Entries<Key>, _ action: PlainEdits.Edit) {
    PlainEdits.Entries.reduce(&state, action)
  }
}

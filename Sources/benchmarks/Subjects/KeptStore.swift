import Foundation
import ReduxPersistence
import ReduxStore
import TestSupport

/// The todo app with its state stored in files: the items in one, the filter in another.
struct KeptStore {
  /// An action of the app.
  enum Action: Sendable {
    case launch
    case todo(TodoAction)
  }

  let store: Store<TodoState, Action>
  let persister: Persister<TodoState, Action>

  /// Launches the app, which restores its state.
  private init(_ persistence: StatePersistence<TodoState>, storing policy: StoringPolicy<Action>) {
    persister = Persister(persistence, storing: policy, onFailure: { print("not stored: \($0)") })
    store = Store(
      initialState: TodoState(),
      reducer: Reducer { state, action in
        if case .todo(let action) = action { TodoState.reduce(&state, action) }
      },
      middleware: [persister.middleware(restoringAt: { if case .launch = $0 { true } else { false } })])
    store.dispatch(.launch)
  }

  private func fill(_ items: Int) throws(PersistenceError) {
    store.dispatch(.todo(.fill(count: items)))
    try persister.flush()
  }

  /// Opens the files. They don't wait for the disk, as their baseline doesn't.
  private static func files(in path: String) throws(PersistenceError) -> StatePersistence<TodoState> {
    let folder = try FileFolder(path: path, survivesPowerLoss: false)
    return .combine(
      .slice(\.items, in: FileSlice("items", in: folder)), .slice(\.filter, in: FileSlice("filter", in: folder)))
  }

  /// Launches the app for the first time and fills its table.
  ///
  /// - Throws: `PersistenceError` if it can't be stored.
  init(items: Int, in path: String, storing policy: StoringPolicy<Action>) throws(PersistenceError) {
    self.init(try KeptStore.files(in: path), storing: policy)
    try fill(items)
  }

  #if SQLite
    /// Launches the app for the first time with its items in a database table, and fills it.
    ///
    /// - Throws: `PersistenceError` if it can't be stored.
    init(items: Int, inDatabase path: String, storing policy: StoringPolicy<Action>) throws(PersistenceError) {
      let database = try SQLiteDatabase(
        path: path,
        migrations: [
          """
          CREATE TABLE items (
            id INTEGER PRIMARY KEY, position INTEGER NOT NULL, title TEXT NOT NULL, done INTEGER NOT NULL,
            tags TEXT NOT NULL, amount REAL NOT NULL
          ) STRICT
          """
        ])
      let table = SQLiteTable<TodoItem>(
        "items", in: database,
        columns: [
          .column("title", \.title), .column("done", \.done), .column("tags") { $0.tags.joined(separator: " ") },
          .column("amount", \.amount),
        ]
      ) { row in
        var item = TodoItem(try row["id"])
        let tags: String = try row["tags"]
        (item.title, item.done, item.amount) = (try row["title"], try row["done"], try row["amount"])
        item.tags = tags.split(separator: " ").map(String.init)
        return item
      }
      self.init(.slice(\.items, in: table), storing: policy)
      try fill(items)
    }
  #endif

  /// Returns the nanoseconds of a launch that restores the items of a folder.
  ///
  /// - Throws: `PersistenceError` if the folder can't be opened.
  static func launch(items: Int, in path: String) throws -> Double {
    try Stopwatch.nanoseconds {
      let kept = KeptStore(try files(in: path), storing: .after { _ in false })
      precondition(kept.store.withState { $0.items.count } == items)
      // The folder can't be opened again until the queue has released it.
      try kept.persister.flush()
    }
  }

  /// Returns the nanoseconds per action; `flushing` stores each change before the next action.
  ///
  /// - Throws: `PersistenceError` if it can't be stored.
  func dispatch(_ actions: [TodoAction], flushing: Bool) throws -> Double {
    let time = try Stopwatch.nanoseconds {
      for action in actions {
        store.dispatch(.todo(action))
        if flushing { try persister.flush() }
      }
    }
    return time / Double(actions.count)
  }
}

/// A handwritten baseline: after each action, writes the whole state with `JSONEncoder` to a file that replaces the
/// last.
struct NaiveKeeper {
  private var state: PlainTodoState
  private let url: URL
  private let encoder = JSONEncoder()

  init(items: Int, path: String) {
    state = PlainTodoState(count: items)
    url = URL(fileURLWithPath: path)
  }

  /// Returns the nanoseconds per action.
  ///
  /// - Throws: `EncodingError`, or the disk's error.
  mutating func dispatch(_ actions: [TodoAction]) throws -> Double {
    let time = try Stopwatch.nanoseconds {
      for action in actions {
        PlainTodoState.reduce(&state, action)
        try encoder.encode(state).write(to: url, options: .atomic)
      }
    }
    return time / Double(actions.count)
  }

  /// Returns the nanoseconds of reading the state.
  ///
  /// - Throws: `DecodingError`, or the disk's error.
  func restore() throws -> Double {
    try Stopwatch.nanoseconds {
      let state = try JSONDecoder().decode(PlainTodoState.self, from: Data(contentsOf: url))
      precondition(state.items.count == self.state.items.count)
    }
  }
}

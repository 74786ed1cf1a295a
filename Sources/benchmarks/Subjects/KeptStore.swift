import Foundation
import ReduxPersistence
import ReduxStore
import TestSupport

/// The todo app with a state that is kept in files: the items in one, the filter in another.
struct KeptStore {
  /// What can happen in it.
  enum Action: Sendable {
    case launch
    case todo(TodoAction)
    /// Something that changes nothing that is kept.
    case select(Int)
  }

  let store: Store<TodoState, Action>
  let persister: Persister<TodoState, Action>

  /// When a store is to have stored what has changed.
  enum Flushing { case never, each, last }

  /// Launches the app, which restores its state.
  private init(
    _ persistence: StatePersistence<TodoState>, storing policy: StoringPolicy<Action>
  ) {
    persister = Persister(persistence, storing: policy, onFailure: { print("not stored: \($0)") })
    store = Store(
      initialState: TodoState(),
      reducer: Reducer { state, action in
        switch action {
        case .launch: break
        case .todo(let action): TodoState.reduce(&state, action)
        case .select(let id): state.selected = id
        }
      },
      middleware: [persister.middleware(restoringAt: { if case .launch = $0 { true } else { false } })])
    store.dispatch(.launch)
  }

  private func fill(_ items: Int) throws(PersistenceError) {
    store.dispatch(.todo(.fill(count: items)))
    try persister.flush()
  }

  /// The places in a folder. What they are compared with doesn't wait for the disk either, if nothing else is said.
  private static func files(
    in path: String, survivesPowerLoss: Bool = false
  ) throws(PersistenceError) -> StatePersistence<TodoState> {
    let folder = try FileFolder(path: path, survivesPowerLoss: survivesPowerLoss)
    return .combine(
      .slice(\.items, in: FileSlice("items", in: folder)), .slice(\.filter, in: FileSlice("filter", in: folder)))
  }

  /// Launches the app for the first time, and fills its table.
  ///
  /// - Throws: `PersistenceError` if it can't be stored.
  init(
    items: Int, in path: String, survivesPowerLoss: Bool = false, storing policy: StoringPolicy<Action>
  ) throws(PersistenceError) {
    self.init(try KeptStore.files(in: path, survivesPowerLoss: survivesPowerLoss), storing: policy)
    try fill(items)
  }

  #if SQLite
    /// Launches the app for the first time, with its items in a table of a database, and fills it.
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

  /// The nanoseconds that a launch takes which finds so many items in a folder.
  ///
  /// - Throws: `PersistenceError` if the folder can't be opened.
  static func launch(items: Int, in path: String) throws -> Double {
    try Stopwatch.nanoseconds {
      let kept = KeptStore(try files(in: path), storing: .after { _ in false })
      precondition(kept.store.withState { $0.items.count } == items)
      // Until the queue has let go of it, nobody else can open the folder.
      try kept.persister.flush()
    }
  }

  /// The nanoseconds that each of some actions takes.
  ///
  /// - Throws: `PersistenceError` if it can't be stored.
  func dispatch(_ actions: [Action], flushing: Flushing = .never) throws -> Double {
    let time = try Stopwatch.nanoseconds {
      for action in actions {
        store.dispatch(action)
        if flushing == .each { try persister.flush() }
      }
      if flushing == .last { try persister.flush() }
    }
    return time / Double(actions.count)
  }
}

/// What one would write by hand: after each action all of the state, by `JSONEncoder`, to a file that takes the place of
/// the one before.
struct NaiveKeeper {
  private var state: PlainTodoState
  private let url: URL
  private let encoder = JSONEncoder()

  init(items: Int, path: String) {
    state = PlainTodoState(count: items)
    url = URL(fileURLWithPath: path)
  }

  /// The nanoseconds that each of some actions takes.
  ///
  /// - Throws: `EncodingError`, or what the disk says.
  mutating func dispatch(_ actions: [TodoAction]) throws -> Double {
    let time = try Stopwatch.nanoseconds {
      for action in actions {
        PlainTodoState.reduce(&state, action)
        try encoder.encode(state).write(to: url, options: .atomic)
      }
    }
    return time / Double(actions.count)
  }

  /// The nanoseconds that it takes to read the state again.
  ///
  /// - Throws: `DecodingError`, or what the disk says.
  func restore() throws -> Double {
    try Stopwatch.nanoseconds {
      let state = try JSONDecoder().decode(PlainTodoState.self, from: Data(contentsOf: url))
      precondition(state.items.count == self.state.items.count)
    }
  }
}

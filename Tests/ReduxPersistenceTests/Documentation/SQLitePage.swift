#if SQLite
  import Expectations
  import ReduxPersistence
  import ReduxStore
  import StateTable
  import StateTree
  import Synchronization
  import TestSupport
  import Testing

  private struct Article: Codable, Equatable, Identifiable, Sendable {
    var id: Int
    var title: String
    var isRead = false
  }

  private struct Reader: Codable, Equatable, Sendable {
    var name: String
  }

  private struct ShelfState: Codable, Sendable {
    var reader: Reader?
    var articles: EntityTable<Article> = []
  }

  private enum ShelfAction: Equatable, Sendable {
    case launch
    case sign(String)
    case add(Int, String)
    case read(Int)
    case throwAway(Int)
  }

  private let shelf = Reducer<ShelfState, ShelfAction> { state, action in
    switch action {
    case .launch: break
    case .sign(let name): state.reader = Reader(name: name)
    case .add(let id, let title): state.articles.add(Article(id: id, title: title), at: 0)
    case .read(let id): state.articles[id: id]?.isRead = true
    case .throwAway(let id): state.articles.remove(id)
    }
  }

  // docs/guides/persistence.md: SQLite
  private func places(in database: SQLiteDatabase) -> StatePersistence<ShelfState> {
    let reader = SQLiteRow<Reader?>("reader", in: database, columns: [.column("name", \.name)]) { row in
      Reader(name: try row["name"])
    }
    let articles = SQLiteTable<Article>(
      "articles", in: database,
      columns: [.column("title", \.title), .column("is_read", \.isRead)]
    ) { row in
      Article(id: try row["id"], title: try row["title"], isRead: try row["is_read"])
    }
    return .combine(.slice(\.reader, in: reader), .slice(\.articles, in: articles))
  }
  // docs/guides/persistence.md: end

  /// The code about SQLite that docs/guides/persistence.md shows does what the page says.
  struct SQLitePage {
    private let folder: TemporaryFolder
    private let log = StatementLog()

    init() throws { folder = try TemporaryFolder() }

    /// Launches the app, does something, and leaves it; returns the state and what was stored.
    private func run(_ actions: ShelfAction...) throws -> (state: ShelfState, changes: [String: Int]) {
      let log = log
      let path = folder.path(of: "shelf.sqlite")
      // docs/guides/persistence.md: schema
      let database = try SQLiteDatabase(
        path: path,
        migrations: [
          """
          CREATE TABLE reader (name TEXT NOT NULL) STRICT;
          CREATE TABLE articles (id INTEGER PRIMARY KEY, position INTEGER NOT NULL, title TEXT NOT NULL) STRICT;
          """,
          "ALTER TABLE articles ADD COLUMN is_read INTEGER NOT NULL DEFAULT 0",
        ],
        onStatement: { log.note($0) })
      // docs/guides/persistence.md: end
      let persister = Persister<ShelfState, ShelfAction>(places(in: database)) { Issue.record("\($0)") }
      let store = Store(
        initialState: ShelfState(), reducer: shelf,
        middleware: [persister.middleware(restoringAt: { $0 == .launch })])
      store.dispatch(.launch)
      let changes = try log.changes {
        for action in actions { store.dispatch(action) }
        try persister.flush()
      }
      return (store.state, changes)
    }

    @Test func `a session starts from the previous one's state, and stores its changes`() throws {
      try expectEqual(run(.sign("Ada"), .add(1, "One"), .add(2, "Two"), .add(3, "Three")).changes, ["INSERT": 4])
      try expectEqual(run().changes, [:])
      try expectEqual(run(.read(2), .throwAway(1)).changes, ["UPDATE": 1, "DELETE": 1])
      let (state, changes) = try run(.add(4, "Four"))
      expectEqual(changes, ["INSERT": 1])
      expectEqual(state.reader, Reader(name: "Ada"))
      expectEqual(
        Array(state.articles),
        [
          Article(id: 4, title: "Four"), Article(id: 3, title: "Three"), Article(id: 2, title: "Two", isRead: true),
        ])
    }
  }
#endif

#if SQLite
  import Foundation
  import ReduxPersistence
  import StateTable
  import StateTree
  import Synchronization
  import TestSupport

  struct Post: Codable, Hashable, Identifiable, Sendable {
    var id: String
    var text = ""
    var likes = 0
  }

  extension Post {
    static let schema: SQLiteMigration = """
      CREATE TABLE posts (id TEXT PRIMARY KEY, position INTEGER NOT NULL, text TEXT NOT NULL, likes INTEGER NOT NULL) STRICT
      """

    static func table(in database: SQLiteDatabase) -> SQLiteTable<Post> {
      SQLiteTable("posts", in: database, columns: [.column("text", \.text), .column("likes", \.likes)]) { row in
        Post(id: try row["id"], text: try row["text"], likes: try row["likes"])
      }
    }
  }

  extension EntityTable<Post> {
    /// Makes posts with numbered ids.
    static func posts(_ count: Int) -> EntityTable<Post> {
      EntityTable((0..<count).map { Post(id: "p\($0)", text: "post \($0)", likes: $0 % 7) })
    }
  }

  extension RestoredSlice {
    struct NotRestored: Error { var slice: String }

    /// The value that was restored.
    func value() throws -> Value {
      guard case .restored(let value, _) = self else { throw NotRestored(slice: "\(self)") }
      return value
    }
  }

  /// The statements that a database has run.
  final class StatementLog: Sendable {
    private let statements = Mutex<[String]>([])

    func note(_ sql: String) { statements.withLock { $0.append(sql) } }

    /// How often each changing statement ran in the meantime, by its first word, or its first two where one is ambiguous.
    func changes(in body: () throws -> Void) rethrows -> [String: Int] {
      statements.withLock { $0 = [] }
      try body()
      let changes = statements.withLock { $0 }.filter { sql in
        ["INSERT", "UPDATE", "DELETE"].contains { sql.hasPrefix($0) } && !sql.contains("redux_stored_slices")
      }
      return Dictionary(grouping: changes) { String($0.prefix { $0 != " " }) }.mapValues(\.count)
    }

    /// All statements that ran in the meantime.
    func all(in body: () throws -> Void) rethrows -> [String] {
      statements.withLock { $0 = [] }
      try body()
      return statements.withLock { $0 }
    }
  }

  /// A database of posts in a folder of its own.
  struct PostsFile {
    let folder: TemporaryFolder
    var path: String { folder.path(of: "feed.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    func open(
      _ migrations: [SQLiteMigration] = [Post.schema], log: StatementLog? = nil
    ) throws -> SQLiteDatabase {
      try SQLiteDatabase(
        path: path, migrations: migrations, patience: .zero, onStatement: { log?.note($0) })
    }

    /// Reads the rows like a new process.
    func restored() throws -> RestoredSlice<EntityTable<Post>> { try Post.table(in: open()).restore() }

    /// Restores the posts like a new process.
    func posts() throws -> [Post] { Array(try restored().value()) }

    /// Runs statements like another program, with all apps closed.
    func change(_ statements: String) throws { _ = try open([Post.schema, .sql(statements)]) }
  }
#endif

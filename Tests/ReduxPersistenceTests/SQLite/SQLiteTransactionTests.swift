#if SQLite
  import Expectations
  import ReduxPersistence
  import StateTable
  import StateTree
  import TestSupport
  import Testing

  /// A failure in the middle leaves the database, and its tables' memory, unchanged.
  struct SQLiteTransactionTests {
    private static let noFools: SQLiteMigration = """
      CREATE TRIGGER no_fool BEFORE INSERT ON posts WHEN NEW.id = 'fool' BEGIN SELECT RAISE(ABORT, 'no fools'); END
      """

    private static let refused = PersistenceError.Problem.database(
      statement: #"INSERT INTO "posts" ("id", "position", "text", "likes") VALUES (?, ?, ?, ?)"#, reason: "no fools")

    private let file: PostsFile
    private let log = StatementLog()
    private let database: SQLiteDatabase
    private let posts: SQLiteTable<Post>

    init() throws {
      file = try PostsFile()
      database = try file.open([Post.schema, SQLiteTransactionTests.noFools], log: log)
      posts = Post.table(in: database)
      try posts.store([Post(id: "top"), Post(id: "a"), Post(id: "b")])
    }

    private func restored() throws -> [String] { try posts.restore().value().map(\.id) }

    @Test func `an error gives the place, SQLite's message and the statement`() throws {
      #expect(throws: PersistenceError(SQLiteTransactionTests.refused, place: file.path)) {
        try posts.store([Post(id: "top"), Post(id: "fool")])
      }
    }

    @Test func `a refused row rolls back the rows before it, and the next storing is whole`() throws {
      #expect(throws: PersistenceError(SQLiteTransactionTests.refused, place: file.path)) {
        try posts.store([Post(id: "new"), Post(id: "b", likes: 5), Post(id: "top"), Post(id: "fool")])
      }
      let next: EntityTable = [Post(id: "b", likes: 5), Post(id: "top"), Post(id: "new")]
      // `b` is edited, and moved with that.
      try expectEqual(log.changes { try posts.store(next) }, ["INSERT": 1, "UPDATE": 1, "DELETE": 1])
      try expectEqual(posts.restore(), .restored(next))
    }

    @Test func `a failing slice rolls back the slices before it`() throws {
      #expect(throws: PersistenceError(.notRestored, place: "other")) {
        try database.perform { () throws(PersistenceError) in
          try posts.store([Post(id: "top"), Post(id: "c")])
          throw PersistenceError(.notRestored, place: "other")
        }
      }
      try expectEqual(log.changes { try posts.store([Post(id: "top"), Post(id: "a"), Post(id: "b")]) }, [:])
      try expectEqual(log.changes { try posts.store([Post(id: "top"), Post(id: "b")]) }, ["DELETE": 1])
      try expectEqual(restored(), ["top", "b"])
    }

    @Test func `a failing part leaves the rest of its transaction alone`() throws {
      try database.perform { () throws(PersistenceError) in
        try posts.store([Post(id: "top"), Post(id: "c")])
        do throws(PersistenceError) {
          try posts.store([Post(id: "top"), Post(id: "d"), Post(id: "fool")])
          Issue.record("it was not refused")
        } catch {}
        try posts.store([Post(id: "top"), Post(id: "c"), Post(id: "e")])
      }
      try expectEqual(restored(), ["top", "c", "e"])
    }

    @Test func `a full disk rolls back the transaction, even if the caller ignores the error`() throws {
      let file = try PostsFile()
      let small: SQLiteMigration = "PRAGMA max_page_count = 20"
      let posts = Post.table(in: try file.open([Post.schema, small]))
      let database = try #require(posts.transaction)
      try posts.store([Post(id: "a")])
      let large = Post(id: "large", text: String(repeating: "x", count: 200_000))
      let full = PersistenceError(
        .database(
          statement: #"INSERT INTO "posts" ("id", "position", "text", "likes") VALUES (?, ?, ?, ?)"#,
          reason: "database or disk is full"), place: file.path)
      #expect(throws: full) { try posts.store([Post(id: "a"), large]) }
      #expect(throws: full) {
        try database.perform { () throws(PersistenceError) in
          try posts.store([Post(id: "a"), Post(id: "b")])
          do throws(PersistenceError) { try posts.store([large]) } catch {}
          do throws(PersistenceError) { try posts.store([Post(id: "c")]) } catch {}
        }
      }
      try expectEqual(posts.restore(), .restored([Post(id: "a")]))
      try posts.store([Post(id: "a"), Post(id: "b")])
      try expectEqual(posts.restore(), .restored([Post(id: "a"), Post(id: "b")]))
    }

    @Test func `a value that SQLite can't store is refused`() throws {
      struct Reading: Codable, Identifiable, Sendable {
        var id: Int
        var value: Double
      }
      let file = try PostsFile()
      let database = try file.open([
        "CREATE TABLE readings (id INTEGER PRIMARY KEY, position INTEGER NOT NULL, value REAL) STRICT"
      ])
      let readings = SQLiteTable<Reading>("readings", in: database, columns: [.column("value", \.value)]) { row in
        Reading(id: try row["id"], value: try row["value"])
      }
      let statement = #"INSERT INTO "readings" ("id", "position", "value") VALUES (?, ?, ?)"#
      #expect(throws: PersistenceError(.encoding(reason: "SQLite has no NaN, in: \(statement)"), place: file.path)) {
        try readings.store([Reading(id: 1, value: .nan)])
      }
      try readings.store([Reading(id: 1, value: .infinity), Reading(id: .min, value: 0.1)])
      try expectEqual(readings.restore().value().map(\.value), [.infinity, 0.1])
    }

    @Test func `several threads take turns`() async throws {
      let file = try PostsFile()
      let database = try file.open()
      let posts = Post.table(in: database)
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask {
            for round in 0..<20 {
              do throws(PersistenceError) {
                try database.perform { () throws(PersistenceError) in
                  try posts.store([Post(id: "a", likes: number), Post(id: "\(number)")])
                  try posts.store([
                    Post(id: "a", likes: number), Post(id: "\(number)"), Post(id: "\(round)", likes: -1),
                  ])
                }
              } catch {
                Issue.record(error)
              }
            }
          }
        }
      }
      let last = try posts.restore().value()
      #expect(last.count == 3 || last.count == 2)
      expectEqual(last[1].id, "\(last[0].likes)")
    }
  }
#endif

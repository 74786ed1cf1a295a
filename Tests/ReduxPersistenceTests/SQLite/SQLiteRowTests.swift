#if SQLite
  import Expectations
  import ReduxPersistence
  import StateTree
  import Testing

  struct SQLiteRowTests {
    struct Profile: Codable, Hashable, Sendable {
      var name: String
      var follows = 0
    }

    private let file: PostsFile

    init() throws { file = try PostsFile() }

    private func open(_ more: SQLiteMigration...) throws -> SQLiteDatabase {
      try file.open(["CREATE TABLE profile (name TEXT, follows INTEGER)"] + more)
    }

    private func profile(in database: SQLiteDatabase) -> SQLiteRow<Profile?> {
      SQLiteRow("profile", in: database, columns: [.column("name", \.name), .column("follows", \.follows)]) { row in
        Profile(name: try row["name"], follows: try row["follows"])
      }
    }

    private func settings(in database: SQLiteDatabase) -> SQLiteRow<Profile> {
      SQLiteRow("profile", in: database, columns: [.column("name", \.name), .column("follows", \.follows)]) { row in
        Profile(name: try row["name"], follows: try row["follows"])
      }
    }

    @Test func `an optional value is a row or none`() throws {
      try expectEqual(profile(in: open()).restore(), .absent)
      try profile(in: open()).store(Profile(name: "Ada", follows: 3))
      try expectEqual(profile(in: open()).restore(), .restored(Profile(name: "Ada", follows: 3)))
      try profile(in: open()).store(Profile(name: "Ada", follows: 4))
      try expectEqual(profile(in: open()).restore(), .restored(Profile(name: "Ada", follows: 4)))
      try profile(in: open()).store(nil)
      try expectEqual(profile(in: open()).restore(), .restored(nil))
    }

    @Test func `a value that always exists is a row`() throws {
      try expectEqual(settings(in: open()).restore(), .absent)
      try settings(in: open()).store(Profile(name: ""))
      try expectEqual(settings(in: open()).restore(), .restored(Profile(name: "")))
      // Another program removed the row.
      try expectEqual(settings(in: open("DELETE FROM profile")).restore(), .absent)
    }

    @Test func `each storing is one statement in a transaction`() throws {
      let log = StatementLog()
      let database = try file.open(["CREATE TABLE profile (name TEXT, follows INTEGER)"], log: log)
      let profile = profile(in: database)
      try expectEqual(log.changes { try profile.store(Profile(name: "Ada")) }, ["INSERT": 1])
      try expectEqual(log.changes { try profile.store(Profile(name: "Bea")) }, ["INSERT": 1])
      try expectEqual(log.changes { try profile.store(nil) }, ["DELETE": 1])
    }

    @Test func `a row and a table are stored together or not at all`() throws {
      let steps: [SQLiteMigration] = [
        Post.schema, "CREATE TABLE profile (name TEXT NOT NULL, follows INTEGER CHECK (follows < 5))",
      ]
      let database = try file.open(steps)
      let (posts, profile) = (Post.table(in: database), profile(in: database))
      let error = PersistenceError(
        .database(
          statement: #"INSERT OR REPLACE INTO "profile" (rowid, "name", "follows") VALUES (1, ?, ?)"#,
          reason: "CHECK constraint failed: follows < 5"),
        place: file.path)
      #expect(throws: error) {
        try database.perform { () throws(PersistenceError) in
          try posts.store(.posts(3))
          try profile.store(Profile(name: "Ada", follows: 7))
        }
      }
      try expectEqual(posts.restore(), .absent)
      try expectEqual(profile.restore(), .absent)
      try database.perform { () throws(PersistenceError) in
        try posts.store(.posts(3))
        try profile.store(Profile(name: "Ada", follows: 4))
      }
      try expectEqual(posts.restore(), .restored(.posts(3)))
      try expectEqual(profile.restore(), .restored(Profile(name: "Ada", follows: 4)))
    }

    @Test func `an unreadable row moves to another table`() throws {
      try profile(in: open()).store(Profile(name: "Ada"))
      let profile = profile(in: try open("UPDATE profile SET follows = 'all'"))
      let place = file.path + ", table profile_aside_1"
      try expectEqual(
        profile.restore(),
        .setAside(
          place: place, reason: "the row 1 can't be read: follows holds a text, which can't be read as Int"))
      try expectEqual(profile.restore(), .absent)
      try profile.store(Profile(name: "Bea"))
      try expectEqual(profile.restore(), .restored(Profile(name: "Bea"), migratedFrom: 1))
    }
  }
#endif

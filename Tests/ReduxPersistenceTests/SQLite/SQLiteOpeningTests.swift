#if SQLite
  import Expectations
  import Foundation
  import ReduxPersistence
  import StateTable
  import StateTree
  import TestSupport
  import Testing

  /// Opening a database over an existing file.
  struct SQLiteOpeningTests {
    private let file: PostsFile

    init() throws { file = try PostsFile() }

    private func bytes(_ name: String = "feed.sqlite") throws -> [UInt8] {
      [UInt8](try Data(contentsOf: URL(filePath: file.folder.path(of: name))))
    }

    private func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: file.path)) }

    // MARK: Migrations

    @Test func `an older file migrates to the newest schema, step by step`() throws {
      do {
        let version1: SQLiteMigration = """
          CREATE TABLE posts (id TEXT PRIMARY KEY, position INTEGER NOT NULL, body TEXT NOT NULL) STRICT
          """
        let old = SQLiteTable<Post>("posts", in: try file.open([version1]), columns: [.column("body", \.text)]) { row in
          Post(id: try row["id"], text: try row["body"])
        }
        try old.store([Post(id: "b", text: "x"), Post(id: "a", text: "four")])
      }
      let database = try file.open([
        "SELECT 'is not run again'; CREATE TABLE posts (id TEXT)",
        """
        ALTER TABLE posts RENAME COLUMN body TO text;;
        -- Likes came with version 2.
        ALTER TABLE posts ADD COLUMN likes INTEGER NOT NULL DEFAULT 0;
        """,
        .step { connection in
          for row in try connection.rows("SELECT id, text FROM posts WHERE text <> ?", "x") {
            let (id, text): (String, String) = (try row["id"], try row["text"])
            try connection.execute("UPDATE posts SET likes = ? WHERE id = ?", text.count, id)
          }
        },
      ])
      let posts = Post.table(in: database)
      try expectEqual(
        posts.restore(), .restored([Post(id: "b", text: "x"), Post(id: "a", text: "four", likes: 4)], migratedFrom: 1))
    }

    @Test func `a migrated file stays at the newest schema`() throws {
      try Post.table(in: file.open()).store([Post(id: "a")])
      let more: [SQLiteMigration] = [Post.schema, "ALTER TABLE posts ADD COLUMN more TEXT"]
      _ = try file.open(more)
      try expectEqual(Post.table(in: file.open(more)).restore(), .restored([Post(id: "a")]))
    }

    @Test func `a file that a migration fails on is moved aside unchanged`() throws {
      try Post.table(in: file.open()).store([Post(id: "a")])
      let steps: [SQLiteMigration] = [
        Post.schema, "UPDATE posts SET likes = 7", "ALTER TABLE poosts ADD COLUMN x TEXT",
      ]
      // The same steps fail on a new file too: the mistake is an error, and moves nothing aside.
      let error = PersistenceError(
        .database(statement: "ALTER TABLE poosts ADD COLUMN x TEXT", reason: "no such table: poosts"), place: file.path)
      #expect(throws: error) { try file.open(steps) }
      try expectEqual(file.folder.names(), ["feed.sqlite", "feed.sqlite.aside-1"])
      let posts = Post.table(
        in: try SQLiteDatabase(path: file.path + ".aside-1", migrations: [Post.schema], patience: .zero))
      try expectEqual(posts.restore(), .restored([Post(id: "a")]))
    }

    @Test func `a step that fails only on an older file starts it afresh, and the slices report it`() throws {
      try Post.table(in: file.open()).store([Post(id: "a"), Post(id: "b")])
      let posts = Post.table(in: try file.open([Post.schema, "CREATE UNIQUE INDEX by_text ON posts (text)"]))
      let reason =
        "the migration to version 2 failed: UNIQUE constraint failed: posts.text, in: CREATE UNIQUE INDEX by_text ON posts (text)"
      try expectEqual(posts.restore(), .setAside(place: file.path + ".aside-1", reason: reason))
      try posts.store([Post(id: "c", text: "new")])
      try expectEqual(posts.restore(), .restored([Post(id: "c", text: "new")]))
    }

    @Test func `a mistake in the first schema is an error, and moves nothing aside`() throws {
      let error = PersistenceError(
        .database(statement: "CREATE TABEL posts", reason: #"near "TABEL": syntax error"#), place: file.path)
      for _ in 0..<2 { #expect(throws: error) { try file.open([Post.schema, "CREATE TABEL posts"]) } }
      try expectEqual(file.folder.names(), ["feed.sqlite"])
    }

    @Test func `a step that finds the disk full leaves the file to the next launch`() throws {
      try Post.table(in: file.open()).store([Post(id: "a")])
      let steps: [SQLiteMigration] = [
        Post.schema, "PRAGMA max_page_count = 10; CREATE TABLE large AS SELECT zeroblob(1000000)",
      ]
      let error = PersistenceError(
        .database(
          statement: "CREATE TABLE large AS SELECT zeroblob(1000000)", reason: "database or disk is full"),
        place: file.path)
      #expect(throws: error) { try file.open(steps) }
      try expectEqual(file.folder.names(), ["feed.sqlite"])
      try expectEqual(file.posts(), [Post(id: "a")])
    }

    static let mistakes: [(step: SQLiteMigration, reason: String)] = [
      (
        .step { try $0.execute("UPDATE posts SET likes = ?; DELETE FROM posts", 1) },
        "values need a single statement, not several"
      ),
      (.step { try $0.execute("UPDATE posts SET likes = ? WHERE id = ?", 1) }, "it takes 2 values, and got 1"),
      (.step { _ = try $0.rows("SELECT ?") }, "it takes 1 values, and got 0"),
      ("DELETE FROM posts; COMMIT", "it ended the transaction"),
      (.step { _ in throw CocoaError(.fileNoSuchFile) }, "\(CocoaError(.fileNoSuchFile))"),
    ]

    @Test(arguments: mistakes)
    func `a step with a mistake is refused`(mistake: (step: SQLiteMigration, reason: String)) throws {
      let error = #expect(throws: PersistenceError.self) { try file.open([Post.schema, mistake.step]) }
      guard case .database(_, let reason) = error?.problem else {
        Issue.record("\(String(describing: error))")
        return
      }
      expectEqual(reason, mistake.reason)
    }

    // MARK: What can't be used

    @Test func `a file of a newer schema is moved aside`() throws {
      do {
        let database = try file.open([Post.schema, "CREATE TABLE more (x)"])
        try Post.table(in: database).store([Post(id: "a")])
      }
      let before = try bytes()
      let posts = Post.table(in: try file.open())
      try expectEqual(
        posts.restore(),
        .setAside(
          place: file.path + ".aside-1", reason: "it has schema version 2; this app supports versions up to 1"))
      try expectEqual(bytes("feed.sqlite.aside-1"), before)
    }

    @Test func `a file that isn't a database is moved aside, each time under a new name`() throws {
      for number in 1...3 {
        let text = Array("This is no database, but a text that is long enough to be read as one, page \(number).".utf8)
        try write(text)
        let restored = try Post.table(in: file.open()).restore()
        let reason = "it can't be read: file is not a database, in: PRAGMA journal_mode = WAL"
        expectEqual(restored, .setAside(place: file.path + ".aside-\(number)", reason: reason))
        try expectEqual(bytes("feed.sqlite.aside-\(number)"), text)
        #expect(try bytes().count > 0)
      }
    }

    @Test func `a damaged file is moved aside`() throws {
      try Post.table(in: file.open()).store(.posts(500))
      var damaged = try bytes()
      for index in 4096..<(4096 + 200) { damaged[index] = 0xaa }
      try write(damaged)
      let posts = Post.table(in: try file.open())
      let restored = try posts.restore()
      guard case .setAside(let place, let reason) = restored else {
        Issue.record("\(restored)")
        return
      }
      expectEqual(place, file.path + ".aside-1")
      #expect(reason.hasPrefix("it is damaged: ") || reason.hasPrefix("it can't be read: "), "\(reason)")
      try expectEqual(bytes("feed.sqlite.aside-1"), damaged)
      try posts.store(.posts(3))
      try expectEqual(posts.restore(), .restored(.posts(3)))
    }

    @Test func `a truncated file is restored whole or moved aside`() throws {
      try Post.table(in: file.open()).store(.posts(100))
      let whole = try bytes()
      for length in stride(from: 0, to: whole.count, by: 1500) {
        try write(Array(whole[..<length]))
        let posts = Post.table(in: try file.open())
        switch try posts.restore() {
        case .restored(let table, _): expectEqual(table, .posts(100))
        case .absent: expectEqual(length, 0)
        case .setAside: #expect(length > 0)
        }
      }
    }

    @Test func `anything but a regular file is an error, and stays`() throws {
      let error = PersistenceError(
        .io(operation: "open", reason: "it isn't a regular file that this user owns"), place: file.path)
      try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: false)
      #expect(throws: error) { try file.open() }
      try FileManager.default.removeItem(atPath: file.path)
      try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: file.folder.path(of: "other"))
      #expect(throws: error) { try file.open() }
      try expectEqual(file.folder.names(), ["feed.sqlite"])
    }

    @Test func `a file that others could read is restricted to its owner`() throws {
      try Post.table(in: file.open()).store([Post(id: "a")])
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
      try expectEqual(file.posts(), [Post(id: "a")])
      try expectEqual(Platform.rights(of: file.path), 0o600)
    }

    // MARK: Rows that others have changed

    @Test(arguments: [
      ("UPDATE posts SET likes = 'many'", "the row b can't be read: likes holds a text, which can't be read as Int"),
      ("UPDATE posts SET likes = NULL", "the row b can't be read: likes holds a NULL, which can't be read as Int"),
      (
        "UPDATE posts SET text = CAST(x'ff' AS TEXT)",
        "the row b can't be read: text holds a blob, which can't be read as String"
      ),
      ("UPDATE posts SET position = NULL WHERE id = 'a'", "the row a has a NULL for its position"),
      (
        "UPDATE posts SET id = 7 WHERE id = 'b'",
        "the row 7 can't be read: id holds an integer, which can't be read as String"
      ),
      (
        "INSERT INTO posts VALUES (CAST(x'c3a9' AS TEXT), 1, '', 0), (CAST(x'65cc81' AS TEXT), 2, '', 0)",
        "two rows have the id e\u{301}"
      ),
    ])
    func `unreadable rows move to another table`(change: String, reason: String) throws {
      let lax: SQLiteMigration = "CREATE TABLE posts (id PRIMARY KEY, position, text, likes)"
      try Post.table(in: file.open([lax])).store([Post(id: "b"), Post(id: "a", likes: 2)])
      do {
        let posts = Post.table(in: try file.open([lax, .sql(change)]))
        try expectEqual(posts.restore(), .setAside(place: file.path + ", table posts_aside_1", reason: reason))
        try expectEqual(posts.restore(), .absent)
        try posts.store([Post(id: "c")])
      }
      let count: SQLiteMigration = .step { connection in
        let count: Int? = try connection.rows("SELECT count(*) AS rows FROM posts_aside_1").first?["rows"]
        expectEqual(count, (change.hasPrefix("INSERT") ? 4 : 2))
      }
      let posts = Post.table(in: try file.open([lax, "", count]))
      try expectEqual(posts.restore(), .restored([Post(id: "c")], migratedFrom: 2))
    }

    @Test func `reading an undeclared column is a mistake, and moves nothing aside`() throws {
      let database = try file.open()
      try Post.table(in: database).store([Post(id: "a")])
      let wrong = SQLiteTable<Post>("posts", in: database, columns: [.column("text", \.text)]) { row in
        Post(id: try row["id"], text: try row["text"], likes: try row["likes"])
      }
      let reason = "likes is not a declared column: id, position, text"
      #expect(
        throws: PersistenceError(.database(statement: "SELECT … FROM posts", reason: reason), place: file.path)
      ) { try wrong.restore() }
      try expectEqual(Post.table(in: database).restore(), .restored([Post(id: "a")]))
    }
  }
#endif

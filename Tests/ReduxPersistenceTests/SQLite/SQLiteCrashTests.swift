#if SQLite
  import Expectations
  import Foundation
  import ReduxPersistence
  import StateTable
  import StateTree
  import Synchronization
  import TestSupport
  import Testing

  /// Kills processes while they store.
  struct SQLiteCrashTests {
    /// Posts and a profile that are stored together, numbered by their storing.
    struct Slices {
      static let schema: [SQLiteMigration] = [
        Post.schema, "CREATE TABLE profile (name TEXT NOT NULL, follows INTEGER) STRICT",
      ]

      let database: SQLiteDatabase
      let posts: SQLiteTable<Post>
      let profile: SQLiteRow<SQLiteRowTests.Profile>

      init(path: String, onStatement: (@Sendable (String) -> Void)? = nil) throws {
        database = try SQLiteDatabase(path: path, migrations: Slices.schema, onStatement: onStatement)
        posts = Post.table(in: database)
        profile = SQLiteRow(
          "profile", in: database, columns: [.column("name", \.name), .column("follows", \.follows)]
        ) { row in
          SQLiteRowTests.Profile(name: try row["name"], follows: try row["follows"])
        }
      }

      /// One more post at the front each time, the last one gone, and all others changed.
      static func posts(_ number: Int) -> EntityTable<Post> {
        EntityTable(
          (0..<40).map { Post(id: "p\(number - $0)", text: String(repeating: "text ", count: 50), likes: number) })
      }

      func store(_ number: Int) throws(PersistenceError) {
        try database.perform { () throws(PersistenceError) in
          try posts.store(Slices.posts(number))
          try profile.store(SQLiteRowTests.Profile(name: "Ada", follows: number))
        }
      }

      /// The number of the stored state, if it is whole.
      func number() throws -> Int? {
        let number = try profile.restore().value().follows
        return try posts.restore() == .restored(Slices.posts(number)) ? number : nil
      }
    }

    /// 49 statements: begin, savepoint, 1 deletion, 39 updates, 1 insertion, release, savepoint, …, commit.
    @Test(arguments: [0, 1, 2, 3, 42, 43, 47, 48])
    func `a process killed before any statement of a transaction leaves the old state`(statement: Int) async throws {
      let folder = try TemporaryFolder()
      let path = folder.path(of: "feed.sqlite")
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, statement = statement as Int] in
        let left = Mutex<Int?>(nil)
        let slices = try Slices(path: path) { _ in
          let isLast = left.withLock { left in
            defer { left = left.map { $0 - 1 } }
            return left == 0
          }
          if isLast { Platform.die() }
        }
        try slices.store(1)
        left.withLock { $0 = statement }
        try slices.store(2)
      }
      try expectEqual(Slices(path: path).number(), 1)
    }

    @Test func `a process killed after the last statement leaves the new state`() async throws {
      let folder = try TemporaryFolder()
      let path = folder.path(of: "feed.sqlite")
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
        let slices = try Slices(path: path)
        try slices.store(1)
        try slices.store(2)
        Platform.die()
      }
      try expectEqual(Slices(path: path).number(), 2)
    }

    @Test func `a process killed at any instant leaves the last stored state, or the next`() async throws {
      let folder = try TemporaryFolder()
      let (path, count) = (folder.path(of: "feed.sqlite"), folder.path(of: "count"))
      let seed = UInt64.random(in: 0...UInt64.max)
      var random = SeededGenerator(seed: seed)
      try Slices(path: path).store(0)
      for _ in 0..<8 {
        let instant = Int.random(in: 1000..<60_000, using: &random)
        await #expect(processExitsWith: .signal(SIGKILL)) {
          [path = path as String, count = count as String, instant = instant as Int] in
          let slices = try Slices(path: path)
          let first = try slices.number() ?? -1
          try Data().write(to: URL(filePath: count))
          let counter = try FileHandle(forWritingTo: URL(filePath: count))
          Thread.detachNewThread {
            usleep(UInt32(instant))
            Platform.die()
          }
          for number in (first + 1)... {
            try slices.store(number)
            counter.write(Data("\(number)\n".utf8))
          }
        }
        let number = try #require(try Slices(path: path).number(), "seed \(seed)")
        let reported = try Platform.text(of: count).split(separator: "\n").last.flatMap { Int($0) }
        if let reported { #expect(number == reported || number == reported + 1, "seed \(seed)") }
      }
    }

    /// 14 statements: three settings, two for the lock, three to look at the file; begin, the two steps, two for the list of stored slices,
    /// commit.
    @Test(arguments: [0, 4, 9, 10, 12, 13])
    func `a process killed during a migration leaves the older file`(statement: Int) async throws {
      let folder = try TemporaryFolder()
      let path = folder.path(of: "feed.sqlite")
      try Slices(path: path).store(1)
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, statement = statement as Int] in
        let count = Mutex(0)
        let more: [SQLiteMigration] = ["UPDATE posts SET likes = 7", "DROP TABLE profile"]
        _ = try SQLiteDatabase(path: path, migrations: Slices.schema + more) { _ in
          let isLast = count.withLock { count in
            defer { count += 1 }
            return count == statement
          }
          if isLast { Platform.die() }
        }
      }
      try expectEqual(Slices(path: path).number(), 1)
    }

    @Test func `a full disk at the end of a transaction leaves the old state, and the next storing is whole`()
      async throws
    {
      let folder = try TemporaryFolder()
      let path = folder.path(of: "feed.sqlite")
      await #expect(processExitsWith: .success) { [path = path as String] in
        let slices = try Slices(path: path)
        try slices.store(1)
        let size = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
        Platform.limitFileSize(to: (size ?? 0) + 5000)
        for _ in 0..<2 {
          let error = #expect(throws: PersistenceError.self) { try slices.store(2) }
          try #require(
            error?.problem == .database(statement: "COMMIT", reason: "disk I/O error"),
            "\(String(describing: error))")
          try #require(try slices.number() == 1)
        }
        Platform.limitFileSize(to: nil)
        try slices.store(2)
        try #require(try slices.number() == 2)
        try slices.store(3)
        Platform.limitFileSize(to: 0)
      }
      try expectEqual(Slices(path: path).number(), 3)
    }
  }
#endif

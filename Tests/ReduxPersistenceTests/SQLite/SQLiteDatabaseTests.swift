#if SQLite
  import Expectations
  import Foundation
  import ReduxPersistence
  import StateTree
  import Synchronization
  import TestSupport
  import Testing

  struct SQLiteDatabaseTests {
    @Test func `only the owner can access a database and its files`() throws {
      let file = try PostsFile()
      let database = try file.open()
      try Post.table(in: database).store(.posts(3))
      try expectEqual(file.folder.names(), ["feed.sqlite", "feed.sqlite-wal"])
      for name in try file.folder.names() {
        try expectEqual(Platform.rights(of: file.folder.path(of: name)), 0o600, "\(name)")
      }
    }

    @Test func `only one object can have a database open`() throws {
      let file = try PostsFile()
      let database = try file.open()
      #expect(throws: PersistenceError(.inUse, place: file.path)) { try file.open() }
      try Post.table(in: database).store(.posts(3))
      #expect(throws: PersistenceError(.inUse, place: file.path)) { try file.open() }
      try expectEqual(file.folder.names(), ["feed.sqlite", "feed.sqlite-wal"])
    }

    @Test func `another process is refused`() async throws {
      let file = try PostsFile()
      let database = try file.open()
      await #expect(processExitsWith: .success) { [path = file.path as String] in
        #expect(throws: PersistenceError(.inUse, place: path)) {
          try SQLiteDatabase(path: path, migrations: [Post.schema], patience: .zero)
        }
      }
      try Post.table(in: database).store(.posts(3))
    }

    @Test func `opening waits for an object about to be closed`() throws {
      let file = try PostsFile()
      let other = Mutex<SQLiteDatabase?>(try file.open())
      Thread.detachNewThread {
        Platform.sleep(milliseconds: 100)
        other.withLock { $0 = nil }
      }
      _ = try SQLiteDatabase(path: file.path, migrations: [Post.schema], patience: .seconds(60))
      #expect(other.withLock { $0 == nil })
    }

    @Test func `a missing folder is the system's error`() throws {
      let folder = try TemporaryFolder()
      let path = folder.path(of: "none/feed.sqlite")
      #expect(throws: PersistenceError(.io(operation: "open", reason: "No such file or directory"), place: path)) {
        try SQLiteDatabase(path: path, migrations: [])
      }
    }
  }
#endif

#if SQLite
  import Expectations
  import Feed
  import Foundation
  import ReduxPersistence
  import ReduxReplay
  import ReduxStore
  import StateTree
  import TestSupport
  import Testing

  /// The profile and the posts in a real database.
  struct DatabaseTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path(of: "feed.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    private func host() throws -> FeedHost { FeedHost(keeping: try FeedPersistence.inDatabase(of: folder.path)) }

    @Test func `a damaged database is set aside, the session survives, and the app starts afresh`() throws {
      let before = try Run(actions: Sample.actions("Sessions/monday")).go(in: folder, .database)
      try Data("no database at all".utf8).write(to: URL(filePath: path))
      let host = try host()
      host.store.dispatch(.launch(at: 0))
      expectEqual(host.store.state.session, before.session)
      expectEqual(host.store.state.user, nil)
      expectEqual(host.store.state.feed, Feed())
      expectEqual(
        host.store.state.notices,
        ["profile", "posts", "position"].map {
          "Your saved \($0) could not be read. It will be loaded again."
        })
      try expectEqual(String(contentsOfFile: path + ".aside-1", encoding: .utf8), "no database at all")
    }

    @Test func `a profile of version 1_0 migrates`() throws {
      do {
        let secrets = try SecretFolder(path: folder.path(of: "secrets"))
        try SecretSlice<Session?>("session", in: secrets).store(ReducerTests.session)
        let database = try SQLiteDatabase(
          path: path,
          migrations: [
            """
            CREATE TABLE profile (id INTEGER NOT NULL, name TEXT NOT NULL, bio TEXT NOT NULL) STRICT;
            CREATE TABLE posts (
              id INTEGER PRIMARY KEY, position INTEGER NOT NULL, author TEXT NOT NULL, text TEXT NOT NULL,
              date REAL NOT NULL, likes INTEGER NOT NULL, is_liked INTEGER NOT NULL
            ) STRICT;
            CREATE TABLE position (older_than INTEGER, read_down_to INTEGER) STRICT;
            """
          ])
        try SQLiteRow<User?>(
          "profile", in: database, columns: [.column("id", \.id), .column("name", \.name), .column("bio", \.about)],
          read: { row in User(id: try row["id"], name: try row["name"], about: try row["bio"]) }
        ).store(User(id: 7, name: "ada", about: "Beans."))
      }
      for _ in 1...2 {
        let host = try host()
        host.store.dispatch(.launch(at: 0))
        expectEqual(host.store.state.user, User(id: 7, name: "ada", about: "Beans."))
        try host.quit()
      }
    }
  }
#endif

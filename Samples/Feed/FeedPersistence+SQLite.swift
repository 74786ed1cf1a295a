#if SQLite
  public import ReduxPersistence

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  extension FeedPersistence {
    /// The migrations from an empty database to the current schema. Released ones never change.
    static let schema: [SQLiteMigration] = [
      """
      CREATE TABLE profile (id INTEGER NOT NULL, name TEXT NOT NULL, bio TEXT NOT NULL) STRICT;
      CREATE TABLE posts (
        id INTEGER PRIMARY KEY, position INTEGER NOT NULL, author TEXT NOT NULL, text TEXT NOT NULL, date REAL NOT NULL,
        likes INTEGER NOT NULL, is_liked INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE position (older_than INTEGER, read_down_to INTEGER) STRICT;
      """,
      // Version 1.0 of the app called it `bio`.
      "ALTER TABLE profile RENAME COLUMN bio TO about",
    ]

    /// Stores the parts in a database.
    public static func inDatabase(of folder: String) throws(PersistenceError) -> StatePersistence<FeedState> {
      let database = try SQLiteDatabase(path: folder + "/feed.sqlite", migrations: schema)
      let profile = SQLiteRow<User?>(
        "profile", in: database,
        columns: [.column("id", \.id), .column("name", \.name), .column("about", \.about)]
      ) { row in
        User(id: try row["id"], name: try row["name"], about: try row["about"])
      }
      let posts = SQLiteTable<Post>(
        "posts", in: database,
        columns: [
          .column("author", \.author), .column("text", \.text), .column("date", \.date), .column("likes", \.likes),
          .column("is_liked", \.isLiked),
        ]
      ) { row in
        Post(
          id: try row["id"], author: try row["author"], text: try row["text"], date: try row["date"],
          likes: try row["likes"], isLiked: try row["is_liked"])
      }
      let position = SQLiteRow<Feed.Position>(
        "position", in: database,
        columns: [.column("older_than", \.olderThan), .column("read_down_to", \.readDownTo)]
      ) { row in
        Feed.Position(olderThan: try row["older_than"], readDownTo: try row["read_down_to"])
      }
      let feed = StatePersistence<Feed>.combine(.slice(\.posts, in: posts), .slice(\.position, in: position))
      return .combine(try session(in: folder), .slice(\.user, in: profile), feed.pullback(state: \.feed))
    }
  }
#endif

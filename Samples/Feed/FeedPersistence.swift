public import ReduxPersistence
import StateTree

/// Stores the parts of the state, in a tree with the shape of the state.
public enum FeedPersistence {
  /// Opens the storage: a database with the package trait `SQLite`, otherwise files, and a secret store for the
  /// session.
  ///
  /// - Parameter folder: An existing folder.
  /// - Returns: The storage; all parts but the secret one change together.
  /// - Throws: `PersistenceError` if it can't be opened.
  public static func places(in folder: String) throws(PersistenceError) -> StatePersistence<FeedState> {
    #if SQLite
      try inDatabase(of: folder)
    #else
      try inFiles(of: folder)
    #endif
  }

  /// Stores the parts in files.
  public static func inFiles(of folder: String) throws(PersistenceError) -> StatePersistence<FeedState> {
    let files = try FileFolder(path: folder + "/cache")
    let feed = StatePersistence<Feed>.combine(
      .slice(\.posts, in: FileSlice("posts", in: files)),
      .slice(\.position, in: FileSlice("position", in: files)))
    return .combine(
      try session(in: folder),
      .slice(\.user, in: FileSlice("profile", in: files, schema: 2, migrations: [.profileFrom1])),
      feed.pullback(state: \.feed))
  }

  static func session(in folder: String) throws(PersistenceError) -> StatePersistence<FeedState> {
    .slice(\.session, in: SecretSlice("session", in: try SecretFolder(path: folder + "/secrets")))
  }
}

extension SliceMigration {
  /// Version 1.0 of the app called it `bio`.
  static let profileFrom1 = SliceMigration(from: 1) { profile in
    guard profile != .null else { return }
    try JSONPatch([.move(from: JSONPointer("/bio"), to: JSONPointer("/about"))]).apply(to: &profile)
  }
}

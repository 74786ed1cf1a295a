public import ReduxPersistence
import StateTree

/// Where the parts of the state are kept: a tree in the shape of the state.
public enum FeedPersistence {
  /// The parts in their places: in a database if the package is built with the trait `SQLite`, or else in files, and the
  /// session in a secret store.
  ///
  /// - Parameter folder: where all of it is; it must exist.
  /// - Returns: the places; what is not secret changes together.
  /// - Throws: `PersistenceError` if a place can't be opened.
  public static func places(in folder: String) throws(PersistenceError) -> StatePersistence<FeedState> {
    #if SQLite
      try inDatabase(of: folder)
    #else
      try inFiles(of: folder)
    #endif
  }

  /// The parts in files.
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

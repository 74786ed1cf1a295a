public import ReduxPersistence

/// Where the app's state is kept: the slice of each feature in a file of its own, all of them changing together.
public enum AccountsPersistence {
  /// The files in a folder.
  ///
  /// Nothing in them lets anybody into the bank, but they are a statement: only their owner can read them, and when the
  /// customer leaves, or the session expires, nothing of it stays in them. What was set aside, because it could not be used, stays until
  /// somebody takes it away.
  ///
  /// - Parameter folder: where they are; it must exist.
  /// - Returns: the places.
  /// - Throws: `PersistenceError` if the files can't be used.
  public static func files(in folder: String) throws(PersistenceError) -> StatePersistence<AccountsState> {
    let files = try FileFolder(path: folder + "/state")
    return .combine(
      .slice(\.session, in: FileSlice("session", in: files)),
      .slice(\.list, in: FileSlice("list", in: files)),
      .slice(\.detail, in: FileSlice("detail", in: files)),
      .slice(\.transfer, in: FileSlice("transfer", in: files)))
  }
}

public import ReduxPersistence

/// Stores each feature's slice in its own file; all files change together.
public enum AccountsPersistence {
  /// Opens the files in a folder.
  ///
  /// They hold no credentials but a bank statement, so only their owner can read them. When the customer signs out or
  /// the session expires, the files lose that data. Unusable files that were set aside stay until removed by hand.
  ///
  /// - Parameter folder: An existing folder.
  /// - Returns: The slices' files.
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

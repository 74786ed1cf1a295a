public import ReduxPersistence

/// Stores the state between runs.
public enum TasksPersistence {
  /// Opens the files of tasks, trends, and settings, which change together. The calendar's day isn't stored.
  ///
  /// - Parameter folder: An existing folder.
  /// - Returns: The files.
  /// - Throws: `PersistenceError` if they can't be opened.
  public static func files(in folder: String) throws(PersistenceError) -> StatePersistence<AppState> {
    let files = try FileFolder(path: folder + "/tasks")
    return .combine(
      .slice(\.tasks, in: FileSlice("tasks", in: files)),
      .slice(\.trends, in: FileSlice("trends", in: files)),
      .slice(\.settings, in: FileSlice("settings", in: files)))
  }
}

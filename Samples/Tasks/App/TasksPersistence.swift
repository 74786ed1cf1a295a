public import ReduxPersistence

/// Where the state is kept while the app doesn't run.
public enum TasksPersistence {
  /// The places in files: tasks, trends and settings, which change together. Which day the calendar shows is kept nowhere.
  ///
  /// - Parameter folder: where they are; it must exist.
  /// - Returns: the places.
  /// - Throws: `PersistenceError` if they can't be opened.
  public static func files(in folder: String) throws(PersistenceError) -> StatePersistence<AppState> {
    let files = try FileFolder(path: folder + "/tasks")
    return .combine(
      .slice(\.tasks, in: FileSlice("tasks", in: files)),
      .slice(\.trends, in: FileSlice("trends", in: files)),
      .slice(\.settings, in: FileSlice("settings", in: files)))
  }
}

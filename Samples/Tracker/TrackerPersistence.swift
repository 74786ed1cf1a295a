public import ReduxPersistence
import StateTree

/// Stores the projects and their items, but neither the route nor the drafts.
public enum TrackerPersistence {
  /// Opens the storage: a database with the package trait `SQLite`, otherwise files.
  ///
  /// - Parameter folder: An existing folder.
  /// - Returns: The storage of projects and items, which change together.
  /// - Throws: `PersistenceError` if it can't be opened.
  public static func places(in folder: String) throws(PersistenceError) -> StatePersistence<TrackerState> {
    #if SQLite
      try inDatabase(of: folder)
    #else
      try inFiles(of: folder)
    #endif
  }

  /// Stores the slices in files.
  public static func inFiles(of folder: String) throws(PersistenceError) -> StatePersistence<TrackerState> {
    let files = try FileFolder(path: folder + "/tracker")
    return .combine(
      .slice(\.projectList, in: FileSlice("projects", in: files)), .slice(\.items, in: FileSlice("items", in: files)))
  }
}

/// The projects and their order, as one table.
struct ProjectList: Codable, Sendable {
  var projects: [Project.ID: Project]
  var projectIDs: [Project.ID]
}

extension TrackerState {
  var projectList: ProjectList {
    get { ProjectList(projects: projects, projectIDs: projectIDs) }
    set {
      projects = newValue.projects
      projectIDs = newValue.projectIDs
    }
  }
}

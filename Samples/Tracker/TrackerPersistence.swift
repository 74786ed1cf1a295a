public import ReduxPersistence
import StateTree

/// Where the projects and their items are kept. Where the user is in the app is kept nowhere, and neither are drafts.
public enum TrackerPersistence {
  /// The places: a database if the package is built with the trait `SQLite`, or else files.
  ///
  /// - Parameter folder: where all of it is; it must exist.
  /// - Returns: the places of the projects and of the items, which change together.
  /// - Throws: `PersistenceError` if they can't be opened.
  public static func places(in folder: String) throws(PersistenceError) -> StatePersistence<TrackerState> {
    #if SQLite
      try inDatabase(of: folder)
    #else
      try inFiles(of: folder)
    #endif
  }

  /// The places in files.
  public static func inFiles(of folder: String) throws(PersistenceError) -> StatePersistence<TrackerState> {
    let files = try FileFolder(path: folder + "/tracker")
    return .combine(
      .slice(\.projectList, in: FileSlice("projects", in: files)), .slice(\.items, in: FileSlice("items", in: files)))
  }
}

/// The projects with their order: one table.
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

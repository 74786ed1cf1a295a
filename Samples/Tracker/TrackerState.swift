/// The whole state of the tracker, normalised: each project and item is in one place, and others name its id.
public struct TrackerState: Codable, Hashable, Sendable {
  /// The projects by their ids.
  public var projects: [Project.ID: Project]
  /// The ids of all projects, in the order in which they are shown.
  public var projectIDs: [Project.ID]
  /// The items of all projects by their ids.
  public var items: [Item.ID: Item]
  /// Where the user is; `nil` before the first screen, and all the time in a session without any.
  public var navigation: TrackerNavigation?

  /// Creates a state; without arguments, that of a tracker just installed.
  public init(
    projects: [Project.ID: Project] = [:], projectIDs: [Project.ID] = [], items: [Item.ID: Item] = [:],
    navigation: TrackerNavigation? = nil
  ) {
    self.projects = projects
    self.projectIDs = projectIDs
    self.items = items
    self.navigation = navigation
  }
}

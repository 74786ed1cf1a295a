/// The tracker's whole state, normalised: each project and item is stored once, and others refer to it by id.
public struct TrackerState: Codable, Hashable, Sendable {
  /// The projects by id.
  public var projects: [Project.ID: Project]
  /// The ids of all projects, in display order.
  public var projectIDs: [Project.ID]
  /// The items of all projects by id.
  public var items: [Item.ID: Item]
  /// The navigation; `nil` before the first screen, and in sessions without screens.
  public var navigation: TrackerNavigation?

  /// Creates a state; by default, that of a fresh install.
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

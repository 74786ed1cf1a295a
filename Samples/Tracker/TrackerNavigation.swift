public import ReduxStore

/// The user's current route and the unsaved drafts.
public typealias TrackerNavigation = Navigation<ItemDraft>

extension Route {
  /// The list of all projects, the first screen.
  public static let projects: Route = ["projects"]

  /// Returns the route of a project's screen.
  public static func project(_ id: Project.ID) -> Route {
    projects.appending(id)
  }

  /// Returns the route of an item's editor on top of its project; an unknown id means a new item.
  public static func item(_ id: Item.ID, of projectID: Project.ID) -> Route {
    project(projectID).appending(id)
  }
}

extension TrackerNavigation {
  /// Removes the data of a closed screen and those above it; a user there returns to the screen below.
  mutating func leave(_ gone: Route) {
    data = data.filter { !$0.key.segments.starts(with: gone.segments) }
    if route.segments.starts(with: gone.segments) { route = gone.parent }
  }
}

extension TrackerState {
  /// The user's current route; empty before the first screen.
  public var route: Route {
    navigation?.route ?? []
  }

  /// Returns the content of an item's editor: the unsaved draft, else the item, else `nil`.
  public func draft(of id: Item.ID, in projectID: Project.ID) -> ItemDraft? {
    navigation?.data[.item(id, of: projectID)] ?? items[id].map(ItemDraft.init)
  }
}

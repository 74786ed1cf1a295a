public import ReduxStore

/// Where the user of the tracker is, and the drafts that were not saved yet.
public typealias TrackerNavigation = Navigation<ItemDraft>

extension Route {
  /// The list of all projects, the first screen.
  public static let projects: Route = ["projects"]

  /// The screen of a project.
  public static func project(_ id: Project.ID) -> Route {
    projects.appending(id)
  }

  /// The editor of an item, on top of its project; of a new one, if there is none with this id.
  public static func item(_ id: Item.ID, of projectID: Project.ID) -> Route {
    project(projectID).appending(id)
  }
}

extension TrackerNavigation {
  /// Forgets what is kept for a screen that is gone and for those on top of it; a user who is there goes back to the one below.
  mutating func leave(_ gone: Route) {
    data = data.filter { !$0.key.segments.starts(with: gone.segments) }
    if route.segments.starts(with: gone.segments) { route = gone.parent }
  }
}

extension TrackerState {
  /// Where the user is; nowhere before the first screen.
  public var route: Route {
    navigation?.route ?? []
  }

  /// What the editor of an item shows: what was typed there and not saved, or else the item; nothing for a new one that
  /// nobody has begun.
  public func draft(of id: Item.ID, in projectID: Project.ID) -> ItemDraft? {
    navigation?.data[.item(id, of: projectID)] ?? items[id].map(ItemDraft.init)
  }
}

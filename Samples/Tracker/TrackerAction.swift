public import ReduxStore

/// An action of the tracker.
///
/// Actions carry the ids and times they need, so reducing them depends on nothing else.
public enum TrackerAction: Codable, Hashable, Sendable {
  /// An action of a project.
  case project(ProjectAction)
  /// An action of an item.
  case item(ItemAction)
  /// The user navigates or types a draft.
  case navigation(TrackerNavigation.Action)
}

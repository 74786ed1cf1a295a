public import ReduxStore

/// Everything that can happen in the tracker.
///
/// Actions carry the ids and times they need, so that reducing them depends on nothing else.
public enum TrackerAction: Codable, Hashable, Sendable {
  /// Something happens to a project.
  case project(ProjectAction)
  /// Something happens to an item.
  case item(ItemAction)
  /// The user goes somewhere, or types a draft.
  case navigation(TrackerNavigation.Action)
}

import ReduxScope
import SystemSupport

/// Counts the actions that are dispatched while a timeline shows the past, and holds them.
struct ActionLock<Action> {
  var changes: TimelineChanges
  /// The number of actions that were locked or held.
  private(set) var count = 0
  /// The actions that wait.
  private(set) var held: [HeldAction<Action>] = []

  /// Counts an action, and holds or drops it; returns whether it is the first one to be dropped.
  mutating func stop(_ action: Action) -> Bool {
    count += 1
    if changes == .held { held.append(HeldAction(action)) }
    return changes == .locked && count == 1
  }

  /// Returns the actions that wait, which no longer do.
  mutating func release() -> [HeldAction<Action>] {
    defer { held = [] }
    return held
  }
}

/// Prints the first locked action to standard error, in debug builds.
func reportLocked(_ action: Any) {
  #if DEBUG
    Platform.write(
      "reduxlog: \(type(of: action)) was dispatched while the app shows the past, where changes are locked: it was neither "
        + "reduced nor recorded\n(reported once, in debug builds; onLocked redirects it, and changes: .held or .reduced "
        + "keeps such actions)\n",
      to: Platform.standardError)
  #endif
}

extension ActionLock: Sendable where Action: Sendable {}

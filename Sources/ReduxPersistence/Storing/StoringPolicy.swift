/// When the slices that have changed are stored.
///
/// In no case does an action wait for it, and a state that is older than the newest one is skipped: while one is being
/// stored others may pass, and the last of them is stored next.
public struct StoringPolicy<Action>: Sendable {
  enum Kind: Sendable {
    case everyAction
    case afterQuiet(Duration, atMost: Duration)
    case after(@Sendable (Action) -> Bool)
  }

  let kind: Kind

  /// After each action, as soon as what is being stored has been.
  public static var everyAction: Self { Self(kind: .everyAction) }

  /// When no action has come for a while.
  ///
  /// - Parameters:
  ///   - interval: how long none must have come.
  ///   - longest: how long after the first action that isn't stored it is stored even so.
  /// - Returns: the policy.
  public static func afterQuiet(
    _ interval: Duration = .milliseconds(300), atMost longest: Duration = .seconds(5)
  ) -> Self {
    Self(kind: .afterQuiet(interval, atMost: longest))
  }

  /// After certain actions, as they reached the reducer; what others change is stored with the next of them, or when it is
  /// flushed. The closure runs in the store's reduce lock: it must be short, and must not call the store.
  public static func after(_ isOccasion: @escaping @Sendable (Action) -> Bool) -> Self {
    Self(kind: .after(isOccasion))
  }
}

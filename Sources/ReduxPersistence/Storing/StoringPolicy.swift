/// When changed slices are stored.
///
/// No action ever waits for storing. While one state is being stored, later ones are skipped, except for the newest, which
/// is stored next.
public struct StoringPolicy<Action>: Sendable {
  enum Kind: Sendable {
    case everyAction
    case afterQuiet(Duration, atMost: Duration)
    case after(@Sendable (Action) -> Bool)
  }

  let kind: Kind

  /// After each action, as soon as the previous storing is done.
  public static var everyAction: Self { Self(kind: .everyAction) }

  /// After a pause without actions.
  ///
  /// - Parameters:
  ///   - interval: the length of the pause.
  ///   - longest: the longest time after the first unstored action, even without a pause.
  /// - Returns: the policy.
  public static func afterQuiet(
    _ interval: Duration = .milliseconds(300), atMost longest: Duration = .seconds(5)
  ) -> Self {
    Self(kind: .afterQuiet(interval, atMost: longest))
  }

  /// After certain actions. Changes by other actions are stored with the next of them, or by `flush()`.
  ///
  /// - Parameter isOccasion: whether to store after this action, as it reached the reducer. It runs inside the store's
  ///   reduce lock, so it must be short and not call the store.
  /// - Returns: the policy.
  public static func after(_ isOccasion: @escaping @Sendable (Action) -> Bool) -> Self {
    Self(kind: .after(isOccasion))
  }
}

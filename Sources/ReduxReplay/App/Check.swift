/// A condition on an app's state that every state should satisfy.
///
///     static var checks: [Check<CartState>] {
///       [Check("total adds up") { $0.total == $0.lines.reduce(0) { $0 + $1.price } }]
///     }
///
/// `reduxlog bisect J --expect 'check:total adds up'` finds the action that broke it, and `reduxlog assert J` checks all.
public struct Check<State>: Sendable {
  /// The name, for the command line.
  public let name: String
  let passes: @Sendable (State) -> Bool

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - name: The name, which differs from those of the app's other checks.
  ///   - passes: Returns whether a state satisfies the condition.
  public init(_ name: String, _ passes: @escaping @Sendable (State) -> Bool) {
    self.name = name
    self.passes = passes
  }
}

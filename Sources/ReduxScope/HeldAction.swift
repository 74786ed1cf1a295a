/// An action that waits to be reduced, and the scope in which it was dispatched.
package struct HeldAction<Action> {
  package let action: Action
  package let cause = ActionCause.current

  /// Makes an action wait.
  package init(_ action: Action) { self.action = action }
}

extension HeldAction: Sendable where Action: Sendable {}

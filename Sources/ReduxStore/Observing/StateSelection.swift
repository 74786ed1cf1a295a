/// Which part of the state a subscriber receives, and which values it skips as repeats.
///
/// `Equatable` values are skipped if equal to the previous one. For other types, call `skipRepeats` after the last
/// `select`; otherwise a subscriber receives equal values as well.
///
/// ```swift
/// store.subscribe(screen) { $0.select(\.title) }
/// store.subscribe(chart) { $0.select(\.points).skipRepeats { $0.count == $1.count } }
/// ```
public struct StateSelection<State: Sendable, Value: Sendable>: Sendable {
  let value: @Sendable (State) -> Value
  let isRepeat: @Sendable (_ previous: Value, _ next: Value) -> Bool

  /// Selects a part of what has been selected so far, and forgets any `skipRepeats` before it.
  ///
  /// - Parameter part: returns the part; runs inside the reduce lock, as in `Store.subscribe`.
  /// - Returns: the selection of the part.
  public func select<Part: Sendable>(
    _ part: @escaping @Sendable (Value) -> Part
  ) -> StateSelection<State, Part> {
    StateSelection<State, Part>(value: { [value] in part(value($0)) }, isRepeat: { _, _ in false })
  }

  /// Selects a part of what has been selected so far, and skips equal values in a row.
  ///
  /// - Parameter part: returns the part; runs inside the reduce lock, as in `Store.subscribe`.
  /// - Returns: the selection of the part.
  public func select<Part: Sendable & Equatable>(
    _ part: @escaping @Sendable (Value) -> Part
  ) -> StateSelection<State, Part> {
    StateSelection<State, Part>(value: { [value] in part(value($0)) }, isRepeat: { $0 == $1 })
  }

  /// Skips exactly those values that repeat the one that the subscriber received last.
  ///
  /// - Parameter isRepeat: whether a value is a repeat. It must be pure, and may run on any thread.
  /// - Returns: the same selection with this rule.
  public func skipRepeats(
    _ isRepeat: @escaping @Sendable (_ previous: Value, _ next: Value) -> Bool
  ) -> Self {
    Self(value: value, isRepeat: isRepeat)
  }
}

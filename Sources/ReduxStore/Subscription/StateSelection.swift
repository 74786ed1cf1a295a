/// What a subscriber is told of, and what counts as a repeat.
///
/// Equal values in a row are skipped where values can be compared. For others, `skipRepeats` or `only(when:)` behind the
/// last `select` says what a repeat is; without either, a subscriber is told of equal values as well.
///
/// ```swift
/// store.subscribe(screen) { $0.select(\.title) }
/// store.subscribe(chart) { $0.select(\.points).only(when: { $0.count != $1.count }) }
/// ```
public struct StateSelection<State: Sendable, Value: Sendable>: Sendable {
  let value: @Sendable (State) -> Value
  let isRepeat: @Sendable (_ previous: Value, _ next: Value) -> Bool

  /// Selects a part of what has been selected so far. What was said about repeats of that is forgotten.
  ///
  /// - Parameter part: finds the part; runs inside the reduce lock, as in `Store.subscribe`.
  /// - Returns: the selection of the part.
  public func select<Part: Sendable>(
    _ part: @escaping @Sendable (Value) -> Part
  ) -> StateSelection<State, Part> {
    StateSelection<State, Part>(value: { [value] in part(value($0)) }, isRepeat: { _, _ in false })
  }

  /// Selects a part of what has been selected so far, and skips equal values in a row.
  ///
  /// - Parameter part: finds the part; runs inside the reduce lock, as in `Store.subscribe`.
  /// - Returns: the selection of the part.
  public func select<Part: Sendable & Equatable>(
    _ part: @escaping @Sendable (Value) -> Part
  ) -> StateSelection<State, Part> {
    StateSelection<State, Part>(value: { [value] in part(value($0)) }, isRepeat: { $0 == $1 })
  }

  /// Skips a value if this says that it is a repeat of the one that the subscriber was told of last, and none else. It may run
  /// on any thread, and must be pure.
  public func skipRepeats(
    _ isRepeat: @escaping @Sendable (_ previous: Value, _ next: Value) -> Bool
  ) -> Self {
    Self(value: value, isRepeat: isRepeat)
  }

  /// Skips a value unless this says that it is a change from the one that the subscriber was told of last. It may run on any
  /// thread, and must be pure.
  public func only(when isChange: @escaping @Sendable (_ previous: Value, _ next: Value) -> Bool) -> Self {
    skipRepeats { !isChange($0, $1) }
  }
}

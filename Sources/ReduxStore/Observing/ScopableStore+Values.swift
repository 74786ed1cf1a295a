extension ScopableStore {
  /// Returns a part of the presented state as an asynchronous sequence: the current value, then changes.
  ///
  /// After each change the sequence gives the newest value, and it skips repeats.
  ///
  /// ```swift
  /// for await title in store.values(of: \.title) { print(title) }
  /// ```
  ///
  /// - Parameters:
  ///   - select: returns the part of the state; runs inside the reduce lock, as in `subscribe`.
  ///   - isDuplicate: whether the second value repeats the first, which the sequence gave last. It must be pure, and may run
  ///     on any thread.
  /// - Returns: the sequence; each iteration makes its own subscription.
  public func values<Value: Sendable>(
    of select: @escaping @Sendable (State) -> Value,
    isDuplicate: @escaping @Sendable (_ previous: Value, _ next: Value) -> Bool
  ) -> StateValues<Value> {
    StateValues(
      subscribe: { self.subscribe(select, initial: true, isDuplicate: { _, _ in false }, receive: $0) },
      isDuplicate: isDuplicate)
  }

  /// Returns a part of the presented state as an asynchronous sequence that skips equal values in a row.
  ///
  /// - Parameter select: returns the part of the state; runs inside the reduce lock, as in `subscribe`.
  /// - Returns: the sequence; each iteration makes its own subscription.
  public func values<Value: Sendable & Equatable>(
    of select: @escaping @Sendable (State) -> Value
  ) -> StateValues<Value> {
    values(of: select, isDuplicate: { $0 == $1 })
  }
}

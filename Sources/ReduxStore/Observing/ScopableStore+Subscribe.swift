extension ScopableStore {
  /// Calls back with a part of the presented state whenever that part changes.
  ///
  /// `select` runs inside the reduce lock, once per reduction: it should be short, must be pure, and must not call the
  /// store. `receive` and `isDuplicate` run outside the lock, on the thread that delivers, never two at once; `receive`
  /// may dispatch.
  ///
  /// The subscription keeps the last selected value and nothing else of the state. If that is a large collection, the next
  /// action that changes the collection copies it.
  ///
  /// - Parameters:
  ///   - select: returns the part of the state.
  ///   - initial: whether to call back with the current value before any change.
  ///   - isDuplicate: whether the second value repeats the first and is to be skipped.
  ///   - receive: receives each value.
  /// - Returns: the subscription, which ends when you cancel or release it.
  public func subscribe<Value: Sendable>(
    _ select: @escaping @Sendable (State) -> Value,
    initial: Bool = false,
    isDuplicate: @escaping @Sendable (_ previous: Value, _ next: Value) -> Bool,
    receive: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    host(of: select).subscribe(initial: initial, isDuplicate: isDuplicate, current: { _ in }, receive: receive)
  }

  /// Calls back with a part of the presented state whenever that part is no longer equal to what it was.
  ///
  /// ```swift
  /// let subscription = store.subscribe(\.title) { print($0) }
  /// ```
  ///
  /// See the variant with `isDuplicate` for where each closure runs.
  ///
  /// - Parameters:
  ///   - select: returns the part of the state.
  ///   - initial: whether to call back with the current value before any change.
  ///   - receive: receives each value.
  /// - Returns: the subscription, which ends when you cancel or release it.
  public func subscribe<Value: Sendable & Equatable>(
    _ select: @escaping @Sendable (State) -> Value,
    initial: Bool = false,
    receive: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    subscribe(select, initial: initial, isDuplicate: { $0 == $1 }, receive: receive)
  }
}

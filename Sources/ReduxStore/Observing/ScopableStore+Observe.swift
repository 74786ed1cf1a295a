extension ScopableStore {
  /// Makes an observable object, isolated to the main actor, that follows a part of the presented state until released.
  ///
  /// - Parameters:
  ///   - select: returns the part of the state; runs inside the reduce lock, as in `subscribe`.
  ///   - isDuplicate: whether the second value repeats the first, which was the latest one shown. It must be pure, and may
  ///     run on any thread.
  /// - Returns: an object whose `value` starts as the current value.
  @MainActor
  public func observe<Value: Sendable>(
    _ select: @escaping @Sendable (State) -> Value,
    isDuplicate: @escaping @Sendable (_ previous: Value, _ next: Value) -> Bool
  ) -> ObservedValue<Value> {
    ObservedValue(of: host(of: select), isDuplicate: isDuplicate)
  }

  /// Makes an observable object, isolated to the main actor, that follows a part of the presented state until released.
  ///
  /// ```swift
  /// let title = store.observe(\.title)
  /// // in a view: Text(title.value)
  /// ```
  ///
  /// - Parameter select: returns the part of the state; runs inside the reduce lock, as in `subscribe`.
  /// - Returns: an object whose `value` starts as the current value.
  @MainActor
  public func observe<Value: Sendable & Equatable>(
    _ select: @escaping @Sendable (State) -> Value
  ) -> ObservedValue<Value> {
    observe(select, isDuplicate: { $0 == $1 })
  }
}

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

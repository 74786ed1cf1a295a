extension FeatureStore {
  /// Calls back with a part of the feature's presented state whenever that part has changed.
  ///
  /// What runs where is told at `Store.subscribe`.
  ///
  /// - Parameters:
  ///   - select: the part of the feature's state to look at.
  ///   - initial: whether to call back with the current value, too, before any change.
  ///   - isDuplicate: whether the second value is a repeat of the first, to be skipped.
  ///   - receive: is given each value.
  /// - Returns: the subscription, which ends when it is cancelled or released.
  public func subscribe<Value: Sendable>(
    _ select: @escaping @Sendable (State) -> Value,
    initial: Bool = false,
    isDuplicate: @escaping @Sendable (_ previous: Value, _ next: Value) -> Bool,
    receive: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    host.subscribe(select, initial: initial, isDuplicate: isDuplicate, receive: receive)
  }

  /// Calls back with a part of the feature's presented state whenever that part is no longer equal to what it was.
  ///
  /// - Parameters:
  ///   - select: the part of the feature's state to look at.
  ///   - initial: whether to call back with the current value, too, before any change.
  ///   - receive: is given each value.
  /// - Returns: the subscription, which ends when it is cancelled or released.
  public func subscribe<Value: Sendable & Equatable>(
    _ select: @escaping @Sendable (State) -> Value,
    initial: Bool = false,
    receive: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    subscribe(select, initial: initial, isDuplicate: { $0 == $1 }, receive: receive)
  }

  /// A part of the feature's presented state as an observable object on the main actor, which follows the app's store
  /// until it is released.
  ///
  /// - Parameters:
  ///   - select: the part of the feature's state to look at; runs inside the reduce lock.
  ///   - isDuplicate: whether the second value is a repeat of the first, the one that was given last; may run on any thread, and
  ///     must be pure.
  /// - Returns: an object whose `value` is the current value, to begin with.
  @MainActor
  public func observe<Value: Sendable>(
    _ select: @escaping @Sendable (State) -> Value,
    isDuplicate: @escaping @Sendable (_ previous: Value, _ next: Value) -> Bool
  ) -> ObservedValue<Value> {
    host.observe(select, isDuplicate: isDuplicate)
  }

  /// A part of the feature's presented state as an observable object on the main actor, which follows the app's store
  /// until it is released.
  ///
  /// - Parameter select: the part of the feature's state to look at; runs inside the reduce lock.
  /// - Returns: an object whose `value` is the current value, to begin with.
  @MainActor
  public func observe<Value: Sendable & Equatable>(
    _ select: @escaping @Sendable (State) -> Value
  ) -> ObservedValue<Value> {
    observe(select, isDuplicate: { $0 == $1 })
  }

  /// A part of the feature's presented state as an asynchronous sequence: the current value, then the newest one after
  /// each change, without repeats; see `Store.values(of:isDuplicate:)`.
  ///
  /// - Parameters:
  ///   - select: the part of the feature's state to look at; runs inside the reduce lock.
  ///   - isDuplicate: whether the second value is a repeat of the first, the one that was given last, to be skipped; may run on any
  ///     thread, and must be pure.
  /// - Returns: the sequence; each iteration of it subscribes anew.
  public func values<Value: Sendable>(
    of select: @escaping @Sendable (State) -> Value,
    isDuplicate: @escaping @Sendable (_ previous: Value, _ next: Value) -> Bool
  ) -> StateValues<Value> {
    StateValues(
      subscribe: { self.subscribe(select, initial: true, isDuplicate: { _, _ in false }, receive: $0) },
      isDuplicate: isDuplicate)
  }

  /// A part of the feature's presented state as an asynchronous sequence: the current value, then the newest one after
  /// each change, without equal ones in a row.
  ///
  /// - Parameter select: the part of the feature's state to look at; runs inside the reduce lock.
  /// - Returns: the sequence; each iteration of it subscribes anew.
  public func values<Value: Sendable & Equatable>(
    of select: @escaping @Sendable (State) -> Value
  ) -> StateValues<Value> {
    values(of: select, isDuplicate: { $0 == $1 })
  }
}

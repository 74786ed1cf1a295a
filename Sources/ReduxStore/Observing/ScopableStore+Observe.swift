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

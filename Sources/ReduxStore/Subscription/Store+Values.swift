extension Store {
  /// A part of the presented state as an asynchronous sequence: the current value, then the newest one after each
  /// change, without repeats.
  ///
  /// ```swift
  /// for await title in store.values(of: \.title) { print(title) }
  /// ```
  ///
  /// - Parameters:
  ///   - select: the part of the state to look at; runs inside the reduce lock, as in `subscribe`.
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

  /// A part of the presented state as an asynchronous sequence: the current value, then the newest one after each
  /// change, without equal ones in a row.
  ///
  /// - Parameter select: the part of the state to look at; runs inside the reduce lock, as in `subscribe`.
  /// - Returns: the sequence; each iteration of it subscribes anew.
  public func values<Value: Sendable & Equatable>(
    of select: @escaping @Sendable (State) -> Value
  ) -> StateValues<Value> {
    values(of: select, isDuplicate: { $0 == $1 })
  }
}

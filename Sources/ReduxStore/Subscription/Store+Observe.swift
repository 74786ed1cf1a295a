extension Store {
  /// A part of the presented state as an observable object on the main actor, which follows the store until it is
  /// released.
  ///
  /// - Parameters:
  ///   - select: the part of the state to look at; runs inside the reduce lock, as in `subscribe`.
  ///   - isDuplicate: whether the second value is a repeat of the first, the one that was given last; may run on any thread, and
  ///     must be pure.
  /// - Returns: an object whose `value` is the current value, to begin with.
  @MainActor
  public func observe<Value: Sendable>(
    _ select: @escaping @Sendable (State) -> Value,
    isDuplicate: @escaping @Sendable (_ previous: Value, _ next: Value) -> Bool
  ) -> ObservedValue<Value> {
    ObservedValue(of: self, select: select, isDuplicate: isDuplicate)
  }

  /// A part of the presented state as an observable object on the main actor, which follows the store until it is
  /// released.
  ///
  /// ```swift
  /// let title = store.observe(\.title)
  /// // in a view: Text(title.value)
  /// ```
  ///
  /// - Parameter select: the part of the state to look at; runs inside the reduce lock, as in `subscribe`.
  /// - Returns: an object whose `value` is the current value, to begin with.
  @MainActor
  public func observe<Value: Sendable & Equatable>(
    _ select: @escaping @Sendable (State) -> Value
  ) -> ObservedValue<Value> {
    observe(select, isDuplicate: { $0 == $1 })
  }

  /// Reads a part of the presented state in place. `call` is the public call that needs it.
  func withPresentedState<Value: Sendable>(call: StaticString, _ read: (State) -> Value) -> Value {
    core.withLock(for: .selecting, call: call) { read($0.presented ?? $0.head) }
  }
}

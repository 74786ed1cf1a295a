extension Store {
  /// Calls back with a part of the presented state whenever that part has changed.
  ///
  /// `select` runs inside the reduce lock, once per reduction: it should be short, must be pure, and must not call the
  /// store. `receive` and `isDuplicate` run outside the lock, on the thread that delivers, never two at once; `receive`
  /// may dispatch. The subscription keeps the last value selected, nothing else of the state; one that selects a large
  /// collection makes the next action that changes this collection copy it.
  ///
  /// - Parameters:
  ///   - select: the part of the state to look at.
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
    let subscriber = core.withLock(for: .selecting, call: "subscribe") { core in
      let current = initial ? nil : select(core.presented ?? core.head)
      let subscriber = SelectingSubscriber(
        current: current, select: select, isDuplicate: isDuplicate, receive: receive)
      core.subscribers.append(subscriber)
      if initial {
        core.pending.append(subscriber.notification(of: core.presented ?? core.head))
      }
      return subscriber
    }
    deliverPending()
    return subscription(of: subscriber)
  }

  /// Calls back with a part of the presented state whenever that part is no longer equal to what it was.
  ///
  /// ```swift
  /// let subscription = store.subscribe(\.title) { print($0) }
  /// ```
  ///
  /// See the variant with `isDuplicate` for what runs where.
  ///
  /// - Parameters:
  ///   - select: the part of the state to look at.
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

  /// Calls back with a part of the presented state whenever that part has changed, and before all that with the current value,
  /// inside the reduce lock: so that is known at once, also while notifications are being delivered.
  func subscribe<Value: Sendable>(
    _ select: @escaping @Sendable (State) -> Value,
    isDuplicate: @escaping @Sendable (_ previous: Value, _ next: Value) -> Bool,
    current: (Value) -> Void,
    receive: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    let subscriber = core.withLock(for: .selecting, call: "subscribe") { core in
      let value = select(core.presented ?? core.head)
      let subscriber = SelectingSubscriber(
        current: value, select: select, isDuplicate: isDuplicate, receive: receive)
      core.subscribers.append(subscriber)
      current(value)
      return subscriber
    }
    return subscription(of: subscriber)
  }

  private func subscription(of subscriber: some Subscriber<State>) -> Subscription {
    // Weak, so that a subscription keeps neither the store alive nor what the callback owns once the store is gone.
    Subscription { [weak self, weak subscriber] in
      subscriber?.cancel()
      self?.removeCancelledSubscribers()
    }
  }

  private func removeCancelledSubscribers() {
    // A subscription may be released by a reducer that drops its owner. It is cancelled already; the next one that ends
    // outside the lock clears it away.
    guard !core.isHeldByCurrentThread else { return }
    _ = core.withLock(call: "cancel") { $0.removeCancelled() }
  }
}

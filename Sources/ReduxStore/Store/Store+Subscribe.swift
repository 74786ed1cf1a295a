extension Store {
  /// Subscribes to a part of the presented state.
  ///
  /// `current` runs inside the reduce lock with the value of that moment, so that the caller knows it at once, even while
  /// notifications are being delivered. `initial` queues that value as the first notification, too.
  func subscribe<Value: Sendable>(
    _ select: @escaping @Sendable (State) -> Value, initial: Bool,
    isDuplicate: @escaping @Sendable (_ previous: Value, _ next: Value) -> Bool,
    current: (Value) -> Void,
    receive: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    let subscriber = core.withLock(for: .selecting, call: "subscribe") { core in
      let value = select(core.presented ?? core.head)
      let subscriber = SelectingSubscriber(
        last: initial ? nil : value, select: select, isDuplicate: isDuplicate, receive: receive)
      core.subscribers.append(subscriber)
      if initial { core.enqueue { subscriber.deliver(value) } }
      current(value)
      return subscriber
    }
    if initial { deliverPending() }
    // Weak, so that a subscription keeps neither the store alive nor what the callback owns once the store is gone.
    return Subscription { [weak self, weak subscriber] in
      subscriber?.cancel()
      self?.removeCancelledSubscribers()
    }
  }

  private func removeCancelledSubscribers() {
    // A reducer may release a subscription by dropping its owner. The subscription is cancelled already; the next one that
    // ends outside the lock removes it.
    guard !core.isHeldByCurrentThread else { return }
    _ = core.withLock(call: "cancel") { $0.removeCancelled() }
  }
}

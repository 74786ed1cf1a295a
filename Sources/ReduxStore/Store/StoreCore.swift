/// What a store guards with its reduce lock.
struct StoreCore<State: Sendable, Action: Sendable>: Sendable {
  /// The state that the latest reduction has led to.
  var head: State
  /// What subscribers see instead of the head, if anything.
  var presented: State?
  /// In the order of subscription.
  var subscribers: [any Subscriber<State>] = []
  /// Who is told of each head in the lock.
  var headObservers: [HeadObserver] = []
  /// Notifications in the order of the reductions, not yet taken by the thread that delivers.
  var pending: [Notification] = []
  var isDelivering = false

  /// Calls one subscriber with the value selected for it.
  typealias Notification = @Sendable () -> Void
  /// Is given what led to a head, `nil` if it was set past the reducer, and the head.
  typealias HeadObserver = @Sendable (_ action: Action?, _ head: State) -> Void

  init(head: State) {
    self.head = head
  }

  func tellHeadObservers(of action: Action?) {
    for observer in headObservers { observer(action, head) }
  }

  /// Selects each subscriber's part of what is visible now, and queues it.
  mutating func notifySubscribers() {
    for subscriber in subscribers where !subscriber.isCancelled {
      if let presented {
        pending.append(subscriber.notification(of: presented))
      } else {
        pending.append(subscriber.notification(of: head))
      }
    }
  }

  /// Takes the queued notifications for the thread that begins, or goes on, to deliver; `nil` when another thread (or
  /// this one, further up its stack) is delivering or nothing is left.
  mutating func takePending(continuing: Bool) -> [Notification]? {
    if isDelivering && !continuing { return nil }
    isDelivering = !pending.isEmpty
    guard isDelivering else { return nil }
    defer { pending = [] }
    return pending
  }

  /// Removes the cancelled subscribers, and returns them so that they are released outside the lock: their closures
  /// may own objects whose `deinit` calls the store.
  mutating func removeCancelled() -> [any Subscriber<State>] {
    let cancelled = subscribers.filter(\.isCancelled)
    if !cancelled.isEmpty {
      subscribers.removeAll(where: \.isCancelled)
    }
    return cancelled
  }
}

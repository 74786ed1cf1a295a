import ReduxScope

/// The data that a store guards with its reduce lock.
struct StoreCore<State: Sendable, Action: Sendable>: Sendable {
  /// The state after the latest reduction.
  var head: State
  /// The state that subscribers see instead of the head, if any.
  var presented: State?
  /// Receives actions instead of the reducer, while a state is presented.
  var lock: PresentationLock<Action>? { didSet { isLocked = lock != nil } }
  /// Whether there is a lock. Each action asks for it, and asking the optional costs more.
  private(set) var isLocked = false
  /// In the order of subscription.
  var subscribers: [any Subscriber<State>] = []
  /// Called with each head, inside the lock.
  var headObservers: [HeadObserver] = []
  /// Notifications in the order of the reductions, not yet taken by the delivering thread.
  var pending: [Notification] = []
  var isDelivering = false

  /// Calls one subscriber with its selected value.
  typealias Notification = @Sendable () -> Void
  /// Receives the action that led to a head, or `nil` if the head was set without one, and the head.
  typealias HeadObserver = @Sendable (_ action: Action?, _ head: State) -> Void

  init(head: State) {
    self.head = head
  }

  func notifyHeadObservers(of action: Action?) {
    for observer in headObservers { observer(action, head) }
  }

  /// Selects each subscriber's part of the visible state, and queues a notification.
  mutating func notifySubscribers() {
    for subscriber in subscribers where !subscriber.isCancelled {
      if let presented {
        enqueue(subscriber.notification(of: presented))
      } else {
        enqueue(subscriber.notification(of: head))
      }
    }
  }

  /// Queues a notification. The thread that delivers it may be in the scope of another action.
  mutating func enqueue(_ notification: @escaping Notification) {
    guard DispatchScope.isUsed else { return pending.append(notification) }
    let cause = ActionCause.current
    pending.append { withCause(cause, notification) }
  }

  /// Takes the queued notifications for the thread that starts or continues to deliver.
  ///
  /// Returns `nil` if nothing is queued, or if another thread, or this one further up its stack, is delivering.
  mutating func takePending(continuing: Bool) -> [Notification]? {
    if isDelivering && !continuing { return nil }
    isDelivering = !pending.isEmpty
    guard isDelivering else { return nil }
    defer { pending = [] }
    return pending
  }

  /// Removes the cancelled subscribers, and returns them to be released outside the lock: their closures may own objects
  /// whose `deinit` calls the store.
  mutating func removeCancelled() -> [any Subscriber<State>] {
    let cancelled = subscribers.filter(\.isCancelled)
    if !cancelled.isEmpty {
      subscribers.removeAll(where: \.isCancelled)
    }
    return cancelled
  }
}

import Synchronization

/// A subscription's part inside the store.
protocol Subscriber<State>: AnyObject, Sendable {
  associatedtype State

  var isCancelled: Bool { get }
  func cancel()

  /// Selects from `state` now, and returns the notification to run later, outside the lock.
  func notification(of state: State) -> @Sendable () -> Void
}

/// Selects a value of each state, and calls back unless it repeats the previous one.
final class SelectingSubscriber<State, Value: Sendable>: Subscriber {
  private let select: @Sendable (State) -> Value
  private let isDuplicate: @Sendable (Value, Value) -> Bool
  private let receive: @Sendable (Value) -> Void
  private let cancelled = Atomic<Bool>(false)
  /// The value that the next one is compared with. Only the delivering thread uses it, one at a time.
  private let last: Mutex<Value?>

  init(
    last: Value?,
    select: @escaping @Sendable (State) -> Value,
    isDuplicate: @escaping @Sendable (Value, Value) -> Bool,
    receive: @escaping @Sendable (Value) -> Void
  ) {
    self.select = select
    self.isDuplicate = isDuplicate
    self.receive = receive
    self.last = Mutex(last)
  }

  var isCancelled: Bool {
    cancelled.load(ordering: .acquiring)
  }

  func cancel() {
    cancelled.store(true, ordering: .releasing)
  }

  func notification(of state: State) -> @Sendable () -> Void {
    let value = select(state)
    return { self.deliver(value) }
  }

  func deliver(_ value: Value) {
    guard !isCancelled else { return }
    if let previous = last.withLock({ $0 }), isDuplicate(previous, value) { return }
    last.withLock { $0 = value }
    receive(value)
  }
}

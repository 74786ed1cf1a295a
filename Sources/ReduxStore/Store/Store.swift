import ReduxScope
import Synchronization

/// Holds the state of an app, changes it only by reducing actions, and notifies subscribers.
///
/// **Order.** You may dispatch on any thread. The store reduces one action at a time, under a lock, so all actions have one
/// total order. It notifies subscribers in that order, one callback at a time, outside the lock: never on two threads at
/// once, and never with a later state before an earlier one.
///
/// **Nesting.** A middleware or a subscriber may dispatch. The nested action is reduced at once; its notifications follow
/// those already under way. So a callback gets the value selected when its action was reduced, while `state` may already
/// be newer.
///
/// **No copies.** The reducer changes the state in place, and the store keeps no old state: subscribers keep only their
/// selected value. If you keep a copy from `state`, the next action copies what it changes.
///
/// **Programming errors.** If a reducer or a `select` closure dispatches to its own store, or reads it, the process stops
/// with a message that names the error. A reducer that waits for another thread's dispatch can't be detected and waits
/// forever.
///
/// ```swift
/// let store = Store(initialState: 0, reducer: counter)
/// let subscription = store.subscribe({ $0 }) { print("now \($0)") }
/// store.dispatch(.add(2))  // prints "now 2"
/// ```
public final class Store<State: Sendable, Action: Sendable>: Sendable {
  let core: ReduceLock<StoreCore<State, Action>>
  private let reducer: Reducer<State, Action>
  private let middleware: [Middleware<State, Action>]
  /// How often the visible state was set without an action; counted inside the reduce lock.
  let presentations = Atomic<Int>(0)
  /// Keyed by the identity of each object, which may have been released.
  @MainActor var objectSubscriptions: [ObjectIdentifier: any ObjectSubscription] = [:]

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - initialState: the state before any action.
  ///   - reducer: the root reducer; wrap a recorder around it here.
  ///   - middleware: the middleware that each action passes through before it is reduced, outermost first.
  public init(
    initialState: State, reducer: Reducer<State, Action>, middleware: [Middleware<State, Action>] = []
  ) {
    core = ReduceLock(StoreCore(head: initialState))
    self.reducer = reducer
    self.middleware = middleware
  }

  /// The head: the state after the latest reduction, whatever is presented.
  ///
  /// This is a copy; to read a part, use `withState(_:)`.
  public var state: State {
    core.withLock(call: "state") { $0.head }
  }

  /// Reads a part of the head in place, without copying the whole.
  ///
  /// `read` runs inside the reduce lock: it should be short, and must not call the store.
  public func withState<Value: Sendable, Failure: Error>(
    _ read: (State) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try core.withLock(for: .reading, call: "withState(_:)") { core throws(Failure) in try read(core.head) }
  }

  /// Sends an action through the middleware to the reducer, and notifies subscribers.
  ///
  /// When this returns, the action has been reduced, unless a middleware held it back, and subscribers have been called,
  /// with two exceptions:
  /// - Inside a subscriber's callback or a middleware's `context.dispatch`, the notification follows those under way.
  /// - While another thread is delivering, that thread delivers this notification too.
  ///
  /// Calling this from inside a reducer of the same store is a programming error, and stops the process.
  public func dispatch(_ action: Action) {
    core.requireNotHeld(call: "dispatch(_:)")
    // A closure costs something, also if it runs at once.
    if DispatchScope.isUsed { DispatchScope.open { send(action) } } else { send(action) }
    deliverPending()
  }

  /// Passes an action through the whole chain.
  private func send(_ action: Action) {
    if middleware.isEmpty { return reduce(action) }
    let run = ChainRun()
    pass(action, toMiddlewareAt: 0, in: run)
    run.finish()
  }

  func dispatch(_ action: Action, nestedIn run: ChainRun) {
    core.requireNotHeld(call: "dispatch(_:)")
    guard !run.isFinished else { return dispatch(action) }
    DispatchScope.open { pass(action, toMiddlewareAt: 0, in: run) }
  }

  func pass(_ action: Action, toMiddlewareAt position: Int, in run: ChainRun) {
    if position < middleware.count {
      middleware[position].handle(action, .init(link: .store(self, run: run, position: position)))
    } else {
      reduce(action)
      if run.isFinished { deliverPending() }
    }
  }

  private func reduce(_ action: Action) {
    core.withLock(for: .reducing, call: "dispatch(_:)") { core in
      if core.isLocked { return stop(action, core.lock) }
      reducer.reduce(&core.head, action)
      if !core.headObservers.isEmpty {
        self.core.note(.observing)
        core.notifyHeadObservers(of: action)
      }
      guard core.presented == nil else { return }
      self.core.note(.selecting)
      core.notifySubscribers()
    }
  }

  /// Passes an action to the lock, inside the reduce lock.
  private func stop(_ action: Action, _ lock: PresentationLock<Action>?) {
    core.note(.observing)
    lock?.stop(action)
  }

  /// Reduces an action that a lock released, inside the reduce lock.
  func reduceReleased(_ held: HeldAction<Action>, in core: inout StoreCore<State, Action>) {
    self.core.note(.reducing)
    withCause(held.cause) { reducer.reduce(&core.head, held.action) }
    self.core.note(.observing)
    core.notifyHeadObservers(of: held.action)
  }

  /// Calls subscribers until nothing is queued, unless a delivery is already under way.
  package func deliverPending() {
    var batch = core.withLock(call: "dispatch(_:)") { $0.takePending(continuing: false) }
    while var notifications = batch {
      // Each is released once delivered: it owns a value that a nested dispatch may be about to change.
      notifications.reverse()
      while let notification = notifications.popLast() {
        notification()
      }
      batch = core.withLock(call: "dispatch(_:)") { $0.takePending(continuing: true) }
    }
  }
}

extension Store {
  /// The state that subscribers see: the one given to `present(_:)` if there is one, otherwise the head.
  public var presentedState: State {
    withPresentedState { $0 }
  }

  /// Reads a part of the presented state in place.
  func withPresentedState<Value: Sendable>(_ read: (State) -> Value) -> Value {
    core.withLock(for: .selecting, call: "presentedState") { read($0.presented ?? $0.head) }
  }

  /// Whether the store presents a state other than the head.
  public var isPresenting: Bool {
    core.withLock(call: "isPresenting") { $0.presented != nil }
  }

  /// Shows subscribers another state than the head, or with `nil` the head again, and notifies them.
  ///
  /// While a state is presented, the store still reduces actions, but doesn't notify subscribers of new heads; `state` and
  /// middleware see only the head. To continue from the presented state, call `replaceState(_:committing:)`.
  public func present(_ state: State?) {
    present(state, lockedBy: nil)
  }

  /// Shows subscribers another state, as `present(_:)` does. If there is a lock, it receives the actions until the
  /// presentation ends; the store then reduces those that the lock releases.
  package func present(_ state: State?, lockedBy lock: PresentationLock<Action>?) {
    // The previous state leaves the lock with the result: releasing it may run a `deinit`.
    _ = core.withLock(for: .selecting, call: "present(_:)") { core in
      let previous = (presented: core.presented, lock: core.lock)
      core.presented = state
      if state != nil, let lock { core.lock = lock } else { unlock(&core) }
      presentations.add(1, ordering: .relaxed)
      self.core.note(.selecting)
      core.notifySubscribers()
      return previous
    }
    deliverPending()
  }

  /// Ends a lock, and reduces the actions that it releases.
  private func unlock(_ core: inout StoreCore<State, Action>) {
    guard let lock = core.lock.take() else { return }
    for action in lock.release() { reduceReleased(action, in: &core) }
  }

  /// Replaces the head, ends a presentation, and notifies subscribers, as one step in the total order of actions.
  ///
  /// `body` runs inside the reduce lock, right before the replacement: no action is reduced between them. So whatever it
  /// logs, such as a rewind, has the same place in the order as the replacement. It must not call the store.
  ///
  /// ```swift
  /// try store.replaceState(earlier) { _ in try journal.appendRewind(to: 57) }
  /// ```
  ///
  /// - Parameters:
  ///   - state: the new head.
  ///   - body: receives the head that is about to be replaced.
  /// - Returns: the result of `body`.
  /// - Throws: the error of `body`; then nothing has changed, and subscribers aren't notified.
  @discardableResult
  public func replaceState<Value: Sendable, Failure: Error>(
    _ state: State, committing body: (_ head: State) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let value = try changeState { head throws(Failure) in
      let value = try body(head)
      head = state
      return value
    }
    deliverPending()
    return value
  }

  /// Replaces the head by another state, ends a presentation, and notifies subscribers.
  public func replaceState(_ state: State) {
    replaceState(state) { _ in }
  }

  /// Changes the head without an action, and ends a presentation, as one step in the total order of actions.
  ///
  /// Subscribers are notified with the next delivery: at the end of the dispatch that calls this, or by
  /// `deliverPending()`. If `change` throws, it must leave the head unchanged.
  package func changeState<Value: Sendable, Failure: Error>(
    _ change: (_ head: inout State) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let changed = try core.withLock(for: .replacing, call: "replaceState(_:committing:)") { core throws(Failure) in
      let previous = (head: core.head, presented: core.presented, lock: core.lock)
      let value = try change(&core.head)
      core.presented = nil
      presentations.add(1, ordering: .relaxed)
      self.core.note(.observing)
      core.notifyHeadObservers(of: nil)
      unlock(&core)
      self.core.note(.selecting)
      core.notifySubscribers()
      return (value: value, previous: previous)
    }
    return changed.value
  }

  /// Calls back with each head, whatever is presented, for as long as the store exists.
  ///
  /// - Parameter receive: receives the reduced action, or `nil` for a head that was set without one, and the head. It runs
  ///   inside the reduce lock, before subscribers are notified, so it must be short and not call the store.
  package func observeHeads(_ receive: @escaping @Sendable (_ action: Action?, _ head: State) -> Void) {
    core.withLock(call: "observeHeads(_:)") { $0.headObservers.append(receive) }
  }
}

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

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

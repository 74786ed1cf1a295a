import Synchronization

/// Holds the state of an app, changes it only by reducing actions, and tells subscribers.
///
/// **Order.** Actions may be dispatched on any thread. They are reduced one at a time, under a lock, so all actions have
/// one total order. Subscribers are notified in that order, one callback at a time, outside the lock; none is called on
/// two threads at once, and none sees a later state before an earlier one.
///
/// **Nesting.** A middleware or a subscriber may dispatch. The nested action is reduced at once; its notifications follow
/// those already under way. So a subscriber's callback gets the value selected when its action was reduced, while
/// `state` may already be further on.
///
/// **No copies.** The reducer changes the state in place, and the store keeps no copy of an old one: subscribers keep
/// only the value that they select. Whoever keeps a copy got from `state` pays with a copy of what the next action
/// changes.
///
/// **Programming errors.** A reducer that dispatches to, or reads, its own store stops the process with a message that
/// says so; so does a `select` closure. A reducer that waits for another thread that dispatches can't be recognised, and
/// waits for ever.
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
  /// How often the visible state was set past the reducer; counted in the reduce lock.
  let presentations = Atomic<Int>(0)
  /// By the identities of objects, which may be gone.
  @MainActor var objectSubscriptions: [ObjectIdentifier: any ObjectSubscription] = [:]

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - initialState: the state before any action.
  ///   - reducer: the root reducer; the place to wrap a recorder around.
  ///   - middleware: what each action passes through before it is reduced, the first outermost.
  public init(
    initialState: State, reducer: Reducer<State, Action>, middleware: [Middleware<State, Action>] = []
  ) {
    core = ReduceLock(StoreCore(head: initialState))
    self.reducer = reducer
    self.middleware = middleware
  }

  /// The head: the state that the latest reduction has led to, whatever is presented.
  ///
  /// The caller gets a copy; see `withState(_:)` for a look at a part.
  public var state: State {
    core.withLock(call: "state") { $0.head }
  }

  /// Reads a part of the head in place, without a copy of the whole.
  ///
  /// `read` runs inside the reduce lock: it should be short, and must not call the store.
  public func withState<Value: Sendable, Failure: Error>(
    _ read: (State) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try core.withLock(for: .reading, call: "withState(_:)") { core throws(Failure) in try read(core.head) }
  }

  /// Sends an action through the middleware to the reducer, and notifies the subscribers.
  ///
  /// When this returns, the action has been reduced (unless a middleware held it back) and the subscribers have been
  /// called, with two exceptions: inside a subscriber's callback, or a middleware's `context.dispatch`, the notification
  /// is delivered after those already under way; and while another thread is delivering, that thread delivers this
  /// notification too.
  ///
  /// Called from inside a reducer of the same store, it stops the process: that is a programming error.
  public func dispatch(_ action: Action) {
    core.requireNotHeld(call: "dispatch(_:)")
    if middleware.isEmpty {
      reduce(action)
    } else {
      let run = ChainRun()
      pass(action, toMiddlewareAt: 0, in: run)
      run.finish()
    }
    deliverPending()
  }

  func dispatch(_ action: Action, nestedIn run: ChainRun) {
    core.requireNotHeld(call: "dispatch(_:)")
    guard !run.isFinished else { return dispatch(action) }
    pass(action, toMiddlewareAt: 0, in: run)
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
      reducer.reduce(&core.head, action)
      if !core.headObservers.isEmpty {
        self.core.note(.observing)
        core.tellHeadObservers(of: action)
      }
      guard core.presented == nil else { return }
      self.core.note(.selecting)
      core.notifySubscribers()
    }
  }

  /// Calls subscribers until nothing is queued, unless that is already being done.
  package func deliverPending() {
    var batch = core.withLock(call: "dispatch(_:)") { $0.takePending(continuing: false) }
    while var notifications = batch {
      // Each one is let go when it has been delivered: it owns a value that a nested dispatch may be about to change.
      notifications.reverse()
      while let notification = notifications.popLast() {
        notification()
      }
      batch = core.withLock(call: "dispatch(_:)") { $0.takePending(continuing: true) }
    }
  }
}

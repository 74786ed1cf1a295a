import Synchronization

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

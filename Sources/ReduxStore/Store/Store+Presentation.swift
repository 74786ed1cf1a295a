import Synchronization

extension Store {
  /// What subscribers see: the state given to `present(_:)`, or else the head.
  public var presentedState: State {
    withPresentedState { $0 }
  }

  /// Reads a part of the presented state in place.
  func withPresentedState<Value: Sendable>(_ read: (State) -> Value) -> Value {
    core.withLock(for: .selecting, call: "presentedState") { read($0.presented ?? $0.head) }
  }

  /// Whether a state is presented in place of the head.
  public var isPresenting: Bool {
    core.withLock(call: "isPresenting") { $0.presented != nil }
  }

  /// Shows subscribers another state than the head, or with `nil` the head again, and notifies them.
  ///
  /// While a state is presented, actions are reduced as ever and the head goes on underneath, without a notification;
  /// `state` and middleware see the head only. Nothing else changes: to take up the presented state, see
  /// `replaceState(_:committing:)`.
  public func present(_ state: State?) {
    // What was presented before goes out of the lock with the result: releasing it may run a `deinit`.
    _ = core.withLock(for: .selecting, call: "present(_:)") { core in
      let previous = core.presented
      core.presented = state
      presentations.add(1, ordering: .relaxed)
      core.notifySubscribers()
      return previous
    }
    deliverPending()
  }

  /// Replaces the head by another state, ends a presentation, and notifies the subscribers; one step in the total order
  /// of the actions.
  ///
  /// `body` runs inside the reduce lock, before the replacement: no action is reduced between it and the replacement, so
  /// what it writes down (that an earlier state is taken up again) stands in the same order as the actions. It must not
  /// call the store.
  ///
  /// ```swift
  /// try store.replaceState(earlier) { _ in try journal.appendRewind(to: 57) }
  /// ```
  ///
  /// - Parameters:
  ///   - state: the new head.
  ///   - body: is given the head that is about to be replaced.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws; then nothing has changed, and nobody is notified.
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

  /// Replaces the head by another state, ends a presentation, and notifies the subscribers.
  public func replaceState(_ state: State) {
    replaceState(state) { _ in }
  }

  /// Changes the head past the reducer, and ends a presentation; one step in the total order of the actions. Subscribers are
  /// notified with the next delivery: at the end of the dispatch that this is a part of, or by `deliverPending()`. When
  /// `change` throws, it must have left the head as it was.
  package func changeState<Value: Sendable, Failure: Error>(
    _ change: (_ head: inout State) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let changed = try core.withLock(for: .replacing, call: "replaceState(_:committing:)") { core throws(Failure) in
      let previous = (head: core.head, presented: core.presented)
      let value = try change(&core.head)
      core.presented = nil
      presentations.add(1, ordering: .relaxed)
      self.core.note(.observing)
      core.tellHeadObservers(of: nil)
      self.core.note(.selecting)
      core.notifySubscribers()
      return (value: value, previous: previous)
    }
    return changed.value
  }

  /// Calls back with each head, whatever is presented, for as long as the store exists: in the reduce lock, before
  /// subscribers are told, so it must be short and not call the store.
  ///
  /// - Parameter receive: is given the action that was reduced, `nil` for a head that was set past the reducer; and the head.
  package func observeHeads(_ receive: @escaping @Sendable (_ action: Action?, _ head: State) -> Void) {
    core.withLock(call: "observeHeads(_:)") { $0.headObservers.append(receive) }
  }
}

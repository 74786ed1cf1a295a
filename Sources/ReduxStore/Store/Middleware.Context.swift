extension Middleware {
  /// What a middleware can do with an action, and see of the store.
  ///
  /// A context may be kept and used later and on any thread, for example in a task that dispatches when an answer has
  /// come; it keeps the store alive.
  public struct Context: Sendable {
    let store: Store<State, Action>
    let run: ChainRun
    let position: Int

    /// The head: the state that the latest reduction has led to, on whichever thread.
    ///
    /// A copy that is kept while an action is reduced makes the reducer copy what it changes; use `withState(_:)` to
    /// look at a part.
    public var state: State {
      store.state
    }

    /// Reads a part of the head without copying the whole; see `Store.withState(_:)`.
    public func withState<Value: Sendable, Failure: Error>(
      _ read: (State) throws(Failure) -> Value
    ) throws(Failure) -> Value {
      try store.withState(read)
    }

    /// Passes an action on, to the next middleware or, from the last, to the reducer.
    public func next(_ action: Action) {
      store.pass(action, toMiddlewareAt: position + 1, in: run)
    }

    /// Dispatches an action through the whole chain.
    ///
    /// Called while the chain is running, it is a nested dispatch: the action is reduced when this returns, and
    /// subscribers are notified when the outermost chain has returned. Called later, it is a dispatch like any other.
    public func dispatch(_ action: Action) {
      store.dispatch(action, nestedIn: run)
    }
  }
}

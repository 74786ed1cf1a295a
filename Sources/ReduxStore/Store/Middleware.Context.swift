extension Middleware {
  /// What a middleware can do with an action, and see of the store.
  ///
  /// A context may be kept and used later and on any thread, for example in a task that dispatches when an answer has
  /// come; it keeps the store alive.
  public struct Context: Sendable {
    /// What is behind it. The store is apart from the rest, and the rest is an object, because every action goes this way in
    /// every middleware: a dispatch through one that only passes on takes 0.2 µs, and took 1.0 µs when all that is behind
    /// a context was a struct in an existential.
    enum Link: Sendable {
      case store(Store<State, Action>, run: ChainRun, position: Int)
      case whole(any PartOfWhole<State, Action>)
    }

    let link: Link

    /// The store, or `nil` in the middleware of a part, which was pulled back: its types are not those of the store.
    package var store: Store<State, Action>? {
      if case .store(let store, _, _) = link { store } else { nil }
    }

    /// The head: the state that the latest reduction has led to, on whichever thread.
    ///
    /// A copy that is kept while an action is reduced makes the reducer copy what it changes; use `withState(_:)` to
    /// look at a part.
    public var state: State {
      withState { $0 }
    }

    /// Reads a part of the head without copying the whole; see `Store.withState(_:)`.
    public func withState<Value: Sendable, Failure: Error>(
      _ read: (State) throws(Failure) -> Value
    ) throws(Failure) -> Value {
      switch link {
      case .store(let store, _, _): try store.withState(read)
      case .whole(let whole): try whole.withState(read)
      }
    }

    /// Passes an action on, to the next middleware or, from the last, to the reducer.
    public func next(_ action: Action) {
      switch link {
      case .store(let store, let run, let position): store.pass(action, toMiddlewareAt: position + 1, in: run)
      case .whole(let whole): whole.next(action)
      }
    }

    /// Dispatches an action through the whole chain.
    ///
    /// Called while the chain is running, it is a nested dispatch: the action is reduced when this returns, and
    /// subscribers are notified when the outermost chain has returned. Called later, it is a dispatch like any other.
    public func dispatch(_ action: Action) {
      switch link {
      case .store(let store, let run, _): store.dispatch(action, nestedIn: run)
      case .whole(let whole): whole.dispatch(action)
      }
    }
  }
}

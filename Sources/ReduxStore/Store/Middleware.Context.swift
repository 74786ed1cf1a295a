extension Middleware {
  /// A middleware's access to the store: read the state, pass an action on, or dispatch another.
  ///
  /// You may keep a context and use it later, on any thread, for example in a task that dispatches when an answer arrives.
  /// It keeps the store alive.
  public struct Context: Sendable {
    /// The store, or the context of the whole. Every action takes this path in every middleware, so the common case is a
    /// case of its own and the other one an object: a dispatch through a middleware that only passes on takes 0.2 µs, but
    /// took 1.0 µs with a struct in an existential.
    enum Link: Sendable {
      case store(Store<State, Action>, run: ChainRun, position: Int)
      case whole(any PartOfWhole<State, Action>)
    }

    let link: Link

    /// The store, or `nil` in a middleware that was pulled back: the store has other types.
    package var store: Store<State, Action>? {
      if case .store(let store, _, _) = link { store } else { nil }
    }

    /// The head: the state after the latest reduction, on any thread.
    ///
    /// If you keep a copy while an action is reduced, the reducer copies what it changes; use `withState(_:)` to read a
    /// part.
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
    /// While the chain is running, this is a nested dispatch: the action is reduced when this returns, and subscribers are
    /// notified when the outermost chain returns. Later, it is a dispatch like any other.
    public func dispatch(_ action: Action) {
      switch link {
      case .store(let store, let run, _): store.dispatch(action, nestedIn: run)
      case .whole(let whole): whole.dispatch(action)
      }
    }
  }
}

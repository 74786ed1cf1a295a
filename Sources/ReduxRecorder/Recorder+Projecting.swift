/// Wrapping a root reducer whose state is recorded as something else: the part of it that can be encoded, or that somebody
/// wants to see.
///
/// The journal holds what the projection gives, before and after each action; what it leaves out has no hash, shows no
/// change and is restored by nothing. A replay rebuilds projections, if there is an app with a reducer on them.
extension Recorder {
  /// A reducer that does what another does, and records what a projection makes of its state.
  ///
  ///     let reduce = recorder.recording(appReducer, projecting: { state in state.saved })
  ///
  /// - Parameters:
  ///   - reducer: The reducer.
  ///   - projection: What is recorded of a state. It must be pure. It is called once for each action, when the reducer has
  ///     run; before that only where the recorder doesn't know the state yet: at the start, and after a gap.
  /// - Returns: A reducer in the place of the other.
  public func recording<State, Action>(
    _ reducer: @escaping (inout State, Action) -> Void, projecting projection: @escaping (State) -> some Encodable
  ) -> (inout State, Action) -> Void {
    let kind = ActionKind<Action>()
    return { state, action in
      let recorded = self.begin(action, kind, in: projection(state))
      reducer(&state, action)
      self.finish(recorded, in: projection(state))
    }
  }

  /// A reducer that does what another does and returns what it returns, an effect for one, and records what a projection
  /// makes of its state.
  public func recording<State, Action, Output>(
    _ reducer: @escaping (inout State, Action) -> Output, projecting projection: @escaping (State) -> some Encodable
  ) -> (inout State, Action) -> Output {
    let kind = ActionKind<Action>()
    return { state, action in
      let recorded = self.begin(action, kind, in: projection(state))
      let output = reducer(&state, action)
      self.finish(recorded, in: projection(state))
      return output
    }
  }

  /// A reducer that does what another does on any thread, and records what a projection makes of its state.
  public func recording<State: SendableMetatype, Action: SendableMetatype>(
    _ reducer: @escaping @Sendable (inout State, Action) -> Void,
    projecting projection: @escaping @Sendable (State) -> some Encodable & SendableMetatype
  ) -> @Sendable (inout State, Action) -> Void {
    let kind = ActionKind<Action>()
    return { state, action in
      let recorded = self.begin(action, kind, in: projection(state))
      reducer(&state, action)
      self.finish(recorded, in: projection(state))
    }
  }

  /// A reducer that does what another does, and records what a projection makes of its state, with what it throws.
  public func recording<State, Action>(
    _ reducer: @escaping (inout State, Action) throws -> Void,
    projecting projection: @escaping (State) -> some Encodable
  ) -> (inout State, Action) throws -> Void {
    let kind = ActionKind<Action>()
    return { state, action in
      let recorded = self.begin(action, kind, in: projection(state))
      do {
        try reducer(&state, action)
      } catch {
        self.finish(recorded, in: projection(state), error: error)
        throw error
      }
      self.finish(recorded, in: projection(state))
    }
  }

  /// A reducer that returns the next state, as another does, and records what a projection makes of it.
  public func recording<State, Action>(
    _ reducer: @escaping (State, Action) -> State, projecting projection: @escaping (State) -> some Encodable
  ) -> (State, Action) -> State {
    let kind = ActionKind<Action>()
    return { state, action in
      let recorded = self.begin(action, kind, in: projection(state))
      let next = reducer(state, action)
      self.finish(recorded, in: projection(next))
      return next
    }
  }

  /// A reducer that returns the next state on any thread, as another does, and records what a projection makes of it.
  public func recording<State: SendableMetatype, Action: SendableMetatype>(
    _ reducer: @escaping @Sendable (State, Action) -> State,
    projecting projection: @escaping @Sendable (State) -> some Encodable & SendableMetatype
  ) -> @Sendable (State, Action) -> State {
    let kind = ActionKind<Action>()
    return { state, action in
      let recorded = self.begin(action, kind, in: projection(state))
      let next = reducer(state, action)
      self.finish(recorded, in: projection(next))
      return next
    }
  }

  /// A reducer in ReSwift's shape, which makes the initial state of no state, and records what a projection makes of its
  /// state.
  ///
  /// The action that comes with no state is the store's own; the state it leads to begins the session.
  public func recording<State, Action>(
    _ reducer: @escaping (Action, State?) -> State, projecting projection: @escaping (State) -> some Encodable
  ) -> (Action, State?) -> State {
    let kind = ActionKind<Action>()
    return { action, state in
      guard let state else {
        let initial = reducer(action, nil)
        self.start(projection(initial))
        return initial
      }
      let recorded = self.begin(action, kind, in: projection(state))
      let next = reducer(action, state)
      self.finish(recorded, in: projection(next))
      return next
    }
  }
}

import StateTree

/// Wrapping a root reducer whose state is not `Encodable`: what the runtime shows of the state is recorded.
///
/// Such a journal is there to be read: states have hashes, tell what changed and can be shown where the journal holds them,
/// but nothing can be decoded from them, so nothing is replayed. Reflection takes several times as long as an encoding.
extension Recorder {
  /// A reducer that does what another does, and records it.
  public func recording<State, Action>(
    _ reducer: @escaping (inout State, Action) -> Void
  ) -> (inout State, Action) -> Void {
    let kind = ActionKind<Action>()
    return { state, action in
      let recorded = self.begin(action, kind, in: Reflected(state))
      reducer(&state, action)
      self.finish(recorded, in: Reflected(state))
    }
  }

  /// A reducer that does what another does on any thread, and records it.
  public func recording<State: SendableMetatype, Action: SendableMetatype>(
    _ reducer: @escaping @Sendable (inout State, Action) -> Void
  ) -> @Sendable (inout State, Action) -> Void {
    let kind = ActionKind<Action>()
    return { state, action in
      let recorded = self.begin(action, kind, in: Reflected(state))
      reducer(&state, action)
      self.finish(recorded, in: Reflected(state))
    }
  }

  /// A reducer that returns the next state, as another does, and records it.
  public func recording<State, Action>(
    _ reducer: @escaping (State, Action) -> State
  ) -> (State, Action) -> State {
    let kind = ActionKind<Action>()
    return { state, action in
      let recorded = self.begin(action, kind, in: Reflected(state))
      let next = reducer(state, action)
      self.finish(recorded, in: Reflected(next))
      return next
    }
  }

  /// A reducer in ReSwift's shape, which makes the initial state of no state, and records it.
  public func recording<State, Action>(
    _ reducer: @escaping (Action, State?) -> State
  ) -> (Action, State?) -> State {
    let kind = ActionKind<Action>()
    return { action, state in
      guard let state else {
        let initial = reducer(action, nil)
        self.start(Reflected(initial))
        return initial
      }
      let recorded = self.begin(action, kind, in: Reflected(state))
      let next = reducer(action, state)
      self.finish(recorded, in: Reflected(next))
      return next
    }
  }
}

/// Wrapping a root reducer, in each of the shapes that stores know. No store is imported: any will do.
extension Recorder {
  /// A reducer that does what another does, and records it.
  public func recording<State: Encodable, Action>(
    _ reducer: @escaping (inout State, Action) -> Void
  ) -> (inout State, Action) -> Void {
    let kind = ActionKind<Action>()
    return { state, action in
      let recorded = self.begin(action, kind, in: state)
      reducer(&state, action)
      self.finish(recorded, in: state)
    }
  }

  /// A reducer that does what another does on any thread, and records it.
  public func recording<State: Encodable & SendableMetatype, Action: SendableMetatype>(
    _ reducer: @escaping @Sendable (inout State, Action) -> Void
  ) -> @Sendable (inout State, Action) -> Void {
    let kind = ActionKind<Action>()
    return { state, action in
      let recorded = self.begin(action, kind, in: state)
      reducer(&state, action)
      self.finish(recorded, in: state)
    }
  }

  /// A reducer that does what another does, and records it together with what it throws.
  public func recording<State: Encodable, Action>(
    _ reducer: @escaping (inout State, Action) throws -> Void
  ) -> (inout State, Action) throws -> Void {
    let kind = ActionKind<Action>()
    return { state, action in
      let recorded = self.begin(action, kind, in: state)
      do {
        try reducer(&state, action)
      } catch {
        self.finish(recorded, in: state, error: error)
        throw error
      }
      self.finish(recorded, in: state)
    }
  }

  /// A reducer that does what another does on any thread, and records it together with what it throws.
  public func recording<State: Encodable & SendableMetatype, Action: SendableMetatype>(
    _ reducer: @escaping @Sendable (inout State, Action) throws -> Void
  ) -> @Sendable (inout State, Action) throws -> Void {
    let kind = ActionKind<Action>()
    return { state, action in
      let recorded = self.begin(action, kind, in: state)
      do {
        try reducer(&state, action)
      } catch {
        self.finish(recorded, in: state, error: error)
        throw error
      }
      self.finish(recorded, in: state)
    }
  }

  /// A reducer that does what another does and returns what it returns, an effect for one, and records it.
  public func recording<State: Encodable, Action, Output>(
    _ reducer: @escaping (inout State, Action) -> Output
  ) -> (inout State, Action) -> Output {
    let kind = ActionKind<Action>()
    return { state, action in
      let recorded = self.begin(action, kind, in: state)
      let output = reducer(&state, action)
      self.finish(recorded, in: state)
      return output
    }
  }

  /// A reducer that does what another does on any thread and returns what it returns, and records it.
  public func recording<State: Encodable & SendableMetatype, Action: SendableMetatype, Output>(
    _ reducer: @escaping @Sendable (inout State, Action) -> Output
  ) -> @Sendable (inout State, Action) -> Output {
    let kind = ActionKind<Action>()
    return { state, action in
      let recorded = self.begin(action, kind, in: state)
      let output = reducer(&state, action)
      self.finish(recorded, in: state)
      return output
    }
  }

  /// A reducer that returns the next state, as another does, and records it.
  public func recording<State: Encodable, Action>(
    _ reducer: @escaping (State, Action) -> State
  ) -> (State, Action) -> State {
    let kind = ActionKind<Action>()
    return { state, action in
      let recorded = self.begin(action, kind, in: state)
      let next = reducer(state, action)
      self.finish(recorded, in: next)
      return next
    }
  }

  /// A reducer that returns the next state, as another does on any thread, and records it.
  public func recording<State: Encodable & SendableMetatype, Action: SendableMetatype>(
    _ reducer: @escaping @Sendable (State, Action) -> State
  ) -> @Sendable (State, Action) -> State {
    let kind = ActionKind<Action>()
    return { state, action in
      let recorded = self.begin(action, kind, in: state)
      let next = reducer(state, action)
      self.finish(recorded, in: next)
      return next
    }
  }

  /// A reducer in ReSwift's shape, which makes the initial state of no state, and records it.
  ///
  /// The action that comes with no state is the store's own; the state it leads to begins the session.
  public func recording<State: Encodable, Action>(
    _ reducer: @escaping (Action, State?) -> State
  ) -> (Action, State?) -> State {
    let kind = ActionKind<Action>()
    return { action, state in
      guard let state else {
        let initial = reducer(action, nil)
        self.start(initial)
        return initial
      }
      let recorded = self.begin(action, kind, in: state)
      let next = reducer(action, state)
      self.finish(recorded, in: next)
      return next
    }
  }

  /// A reducer in ReSwift's shape that runs on any thread, and records it.
  ///
  /// The action that comes with no state is the store's own; the state it leads to begins the session.
  public func recording<State: Encodable & SendableMetatype, Action: SendableMetatype>(
    _ reducer: @escaping @Sendable (Action, State?) -> State
  ) -> @Sendable (Action, State?) -> State {
    let kind = ActionKind<Action>()
    return { action, state in
      guard let state else {
        let initial = reducer(action, nil)
        self.start(initial)
        return initial
      }
      let recorded = self.begin(action, kind, in: state)
      let next = reducer(action, state)
      self.finish(recorded, in: next)
      return next
    }
  }
}

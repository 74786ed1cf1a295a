import StateTree

/// Recording what isn't the state's own encoding: a projection that you derive from the state, or what reflection shows of it.
///
/// The journal holds the projection before and after each action. What the projection leaves out has no hash, shows no
/// change and can't be restored. To replay such a journal, declare an app whose state is the projection.
///
/// A journal of reflected states is for reading: its states have hashes, show what changed, and can be shown where the
/// journal holds them. They can't be decoded, so nothing is replayed. Reflection takes several times as long as an encoding.
extension Recorder {
  /// Returns a reducer that does what `reducer` does, and records a projection of its state.
  ///
  ///     let reduce = recorder.recording(appReducer, projecting: { state in state.saved })
  ///
  /// - Parameters:
  ///   - reducer: The reducer.
  ///   - projection: Derives the value to record; by default, what reflection shows of the state. It must be pure. The
  ///     recorder calls it once per action, after the reducer; before the reducer only where it doesn't know the state
  ///     yet: at the start and after a gap.
  /// - Returns: A reducer of the same type.
  public func recording<State, Action, Output>(
    _ reducer: @escaping (inout State, Action) -> Output,
    projecting projection: ((State) -> any Encodable)? = nil
  ) -> (inout State, Action) -> Output {
    let kind = ActionKind<Action>()
    let projection = projection ?? { Reflected($0) }
    return { state, action in self.reduce(&state, action, kind, reducer, projection) }
  }

  /// Returns a `@Sendable` reducer that does what `reducer` does, and records a projection of its state.
  public func recording<State: SendableMetatype, Action: SendableMetatype, Output>(
    _ reducer: @escaping @Sendable (inout State, Action) -> Output,
    projecting projection: (@Sendable (State) -> any Encodable)? = nil
  ) -> @Sendable (inout State, Action) -> Output {
    let kind = ActionKind<Action>()
    let projection = projection ?? { Reflected($0) }
    return { state, action in self.reduce(&state, action, kind, reducer, projection) }
  }

  /// Returns a reducer that does and throws what `reducer` does, and records a projection of its state.
  public func recording<State, Action, Output, Failure: Error>(
    _ reducer: @escaping (inout State, Action) throws(Failure) -> Output,
    projecting projection: ((State) -> any Encodable)? = nil
  ) -> (inout State, Action) throws(Failure) -> Output {
    let kind = ActionKind<Action>()
    let projection = projection ?? { Reflected($0) }
    return { (state, action) throws(Failure) in try self.reduce(&state, action, kind, reducer, projection) }
  }

  /// Returns a `@Sendable` reducer that does and throws what `reducer` does, and records a projection of its state.
  public func recording<State: SendableMetatype, Action: SendableMetatype, Output, Failure: Error>(
    _ reducer: @escaping @Sendable (inout State, Action) throws(Failure) -> Output,
    projecting projection: (@Sendable (State) -> any Encodable)? = nil
  ) -> @Sendable (inout State, Action) throws(Failure) -> Output {
    let kind = ActionKind<Action>()
    let projection = projection ?? { Reflected($0) }
    return { (state, action) throws(Failure) in try self.reduce(&state, action, kind, reducer, projection) }
  }

  /// Returns a reducer that returns the next state as `reducer` does, and records a projection of its state.
  public func recording<State, Action>(
    _ reducer: @escaping (State, Action) -> State,
    projecting projection: ((State) -> any Encodable)? = nil
  ) -> (State, Action) -> State {
    let kind = ActionKind<Action>()
    let projection = projection ?? { Reflected($0) }
    return { state, action in self.next(after: state, action, kind, projection) { reducer(state, action) } }
  }

  /// Returns a `@Sendable` reducer that returns the next state as `reducer` does, and records a projection of its state.
  public func recording<State: SendableMetatype, Action: SendableMetatype>(
    _ reducer: @escaping @Sendable (State, Action) -> State,
    projecting projection: (@Sendable (State) -> any Encodable)? = nil
  ) -> @Sendable (State, Action) -> State {
    let kind = ActionKind<Action>()
    let projection = projection ?? { Reflected($0) }
    return { state, action in self.next(after: state, action, kind, projection) { reducer(state, action) } }
  }

  /// Returns a reducer that does what `reducer` does in ReSwift's shape, and records a projection of its state.
  ///
  /// The action without a state is the store's own: the state that it leads to begins the session.
  public func recording<State, Action>(
    _ reducer: @escaping (Action, State?) -> State,
    projecting projection: ((State) -> any Encodable)? = nil
  ) -> (Action, State?) -> State {
    let kind = ActionKind<Action>()
    let projection = projection ?? { Reflected($0) }
    return { action, state in self.initialOrNext(after: state, action, kind, projection) { reducer(action, state) } }
  }

  /// Returns a `@Sendable` reducer that does what `reducer` does in ReSwift's shape, and records a projection of its state.
  public func recording<State: SendableMetatype, Action: SendableMetatype>(
    _ reducer: @escaping @Sendable (Action, State?) -> State,
    projecting projection: (@Sendable (State) -> any Encodable)? = nil
  ) -> @Sendable (Action, State?) -> State {
    let kind = ActionKind<Action>()
    let projection = projection ?? { Reflected($0) }
    return { action, state in self.initialOrNext(after: state, action, kind, projection) { reducer(action, state) } }
  }

  // MARK: Around one action

  /// Reduces an action in place, and records projections.
  private func reduce<State, Action, Output, Failure: Error>(
    _ state: inout State, _ action: Action, _ kind: ActionKind<Action>,
    _ reducer: (inout State, Action) throws(Failure) -> Output, _ projection: (State) -> any Encodable
  ) throws(Failure) -> Output {
    let recorded = begin(action, kind, in: projection(state))
    let output: Output
    do throws(Failure) {
      output = try reducer(&state, action)
    } catch {
      finish(recorded, in: projection(state), error: error)
      throw error
    }
    finish(recorded, in: projection(state))
    return output
  }

  /// Makes the next state, and records its projection with the action that led to it.
  private func next<State, Action>(
    after state: State, _ action: Action, _ kind: ActionKind<Action>, _ projection: (State) -> any Encodable,
    _ reduce: () -> State
  ) -> State {
    let recorded = begin(action, kind, in: projection(state))
    let next = reduce()
    finish(recorded, in: projection(next))
    return next
  }

  /// Does what `next` does; without a state before, the state that was made begins the session.
  private func initialOrNext<State, Action>(
    after state: State?, _ action: Action, _ kind: ActionKind<Action>, _ projection: (State) -> any Encodable,
    _ reduce: () -> State
  ) -> State {
    if let state { return next(after: state, action, kind, projection, reduce) }
    let initial = reduce()
    start(projection(initial))
    return initial
  }
}

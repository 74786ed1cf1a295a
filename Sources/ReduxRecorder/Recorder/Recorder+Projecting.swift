import StateCoding

/// Recording a projection of the state, or its reflection, instead of the state's own encoding.
///
/// The journal holds the projection before and after each action. Omitted values aren't hashed, show no change and
/// can't be restored. To replay such a journal, declare an app whose state is the projection.
///
/// A journal of reflected states is only for reading: it holds hashes, changes and snapshots, but its states can't be
/// decoded, so it can't be replayed. Reflection takes up to five times as long as encoding. It reads values, and objects that
/// nothing says other threads change: no actors, no objects of the toolchain, none with a lock unless it conforms to
/// `ReadByReflection`.
extension Recorder {
  /// Reflects a state, as a projection that also holds the members that an encoding leaves out.
  ///
  ///     let reduce = recorder.recording(filmReducer, projecting: Recorder.reflection)
  ///
  /// Values of the standard library and Foundation, and `EntityTable`s, are recorded by their encoding.
  public static func reflection(_ state: Any) -> any Encodable { Reflected(state, everything: true) }

  /// Returns a reducer that calls `reducer` and records a projection of its state.
  ///
  ///     let reduce = recorder.recording(appReducer, projecting: { state in state.saved })
  ///
  /// - Parameters:
  ///   - reducer: The reducer.
  ///   - projection: Derives the value to record; by default, the reflected state. It must be pure. The recorder calls
  ///     it before and after each action, and only after it if ReduxStore's `Store` dispatches.
  /// - Returns: A reducer of the same type.
  public func recording<State, Action, Output>(
    _ reducer: @escaping (inout State, Action) -> Output,
    projecting projection: ((State) -> any Encodable)? = nil
  ) -> (inout State, Action) -> Output {
    let kind = ActionKind<Action>(in: slice)
    let projection = projection ?? { Reflected($0) }
    return { state, action in self.reduce(&state, action, kind, reducer, projection) }
  }

  /// Returns a `@Sendable` reducer that calls `reducer` and records a projection of its state.
  public func recording<State: SendableMetatype, Action: SendableMetatype, Output>(
    _ reducer: @escaping @Sendable (inout State, Action) -> Output,
    projecting projection: (@Sendable (State) -> any Encodable)? = nil
  ) -> @Sendable (inout State, Action) -> Output {
    let kind = ActionKind<Action>(in: slice)
    let projection = projection ?? { Reflected($0) }
    return { state, action in self.reduce(&state, action, kind, reducer, projection) }
  }

  /// Returns a reducer that calls `reducer`, throws its errors, and records a projection of its state.
  public func recording<State, Action, Output, Failure: Error>(
    _ reducer: @escaping (inout State, Action) throws(Failure) -> Output,
    projecting projection: ((State) -> any Encodable)? = nil
  ) -> (inout State, Action) throws(Failure) -> Output {
    let kind = ActionKind<Action>(in: slice)
    let projection = projection ?? { Reflected($0) }
    return { (state, action) throws(Failure) in try self.reduce(&state, action, kind, reducer, projection) }
  }

  /// Returns a `@Sendable` reducer that calls `reducer`, throws its errors, and records a projection of its state.
  public func recording<State: SendableMetatype, Action: SendableMetatype, Output, Failure: Error>(
    _ reducer: @escaping @Sendable (inout State, Action) throws(Failure) -> Output,
    projecting projection: (@Sendable (State) -> any Encodable)? = nil
  ) -> @Sendable (inout State, Action) throws(Failure) -> Output {
    let kind = ActionKind<Action>(in: slice)
    let projection = projection ?? { Reflected($0) }
    return { (state, action) throws(Failure) in try self.reduce(&state, action, kind, reducer, projection) }
  }

  /// Returns a reducer that returns the next state from `reducer` and records a projection of it.
  public func recording<State, Action>(
    _ reducer: @escaping (State, Action) -> State,
    projecting projection: ((State) -> any Encodable)? = nil
  ) -> (State, Action) -> State {
    let kind = ActionKind<Action>(in: slice)
    let projection = projection ?? { Reflected($0) }
    return { state, action in self.next(after: state, action, kind, projection) { reducer(state, action) } }
  }

  /// Returns a `@Sendable` reducer that returns the next state from `reducer` and records a projection of it.
  public func recording<State: SendableMetatype, Action: SendableMetatype>(
    _ reducer: @escaping @Sendable (State, Action) -> State,
    projecting projection: (@Sendable (State) -> any Encodable)? = nil
  ) -> @Sendable (State, Action) -> State {
    let kind = ActionKind<Action>(in: slice)
    let projection = projection ?? { Reflected($0) }
    return { state, action in self.next(after: state, action, kind, projection) { reducer(state, action) } }
  }

  /// Returns a reducer in ReSwift's shape that calls `reducer` and records a projection of its state.
  ///
  /// The store's own first action has no state; the resulting state begins the session.
  public func recording<State, Action>(
    _ reducer: @escaping (Action, State?) -> State,
    projecting projection: ((State) -> any Encodable)? = nil
  ) -> (Action, State?) -> State {
    let kind = ActionKind<Action>(in: slice)
    let projection = projection ?? { Reflected($0) }
    return { action, state in self.initialOrNext(after: state, action, kind, projection) { reducer(action, state) } }
  }

  /// Returns a `@Sendable` reducer in ReSwift's shape that calls `reducer` and records a projection of its state.
  public func recording<State: SendableMetatype, Action: SendableMetatype>(
    _ reducer: @escaping @Sendable (Action, State?) -> State,
    projecting projection: (@Sendable (State) -> any Encodable)? = nil
  ) -> @Sendable (Action, State?) -> State {
    let kind = ActionKind<Action>(in: slice)
    let projection = projection ?? { Reflected($0) }
    return { action, state in self.initialOrNext(after: state, action, kind, projection) { reducer(action, state) } }
  }

  // MARK: Around one action

  /// Reduces an action in place and records projections.
  private func reduce<State, Action, Output, Failure: Error>(
    _ state: inout State, _ action: Action, _ kind: ActionKind<Action>,
    _ reducer: (inout State, Action) throws(Failure) -> Output, _ projection: (State) -> any Encodable
  ) throws(Failure) -> Output {
    let recorded = begin(action, kind, in: project(state, projection))
    let output: Output
    do throws(Failure) {
      output = try recorded.withInputs { () throws(Failure) in try reducer(&state, action) }
    } catch {
      finish(recorded, in: project(state, projection), error: error)
      throw error
    }
    finish(recorded, in: project(state, projection))
    return output
  }

  /// The projection of a state. If it reflects, it numbers objects as this recorder does.
  private func project<State>(_ state: State, _ projection: (State) -> any Encodable) -> any Encodable {
    let projected = projection(state)
    return (projected as? Reflected)?.sharing(reflections) ?? projected
  }

  /// Returns the next state and records its projection with the action.
  private func next<State, Action>(
    after state: State, _ action: Action, _ kind: ActionKind<Action>, _ projection: (State) -> any Encodable,
    _ reduce: () -> State
  ) -> State {
    let recorded = begin(action, kind, in: project(state, projection))
    let next = recorded.withInputs(reduce)
    finish(recorded, in: project(next, projection))
    return next
  }

  /// Returns the next state as `next` does, or without a state the initial one, which begins the session.
  private func initialOrNext<State, Action>(
    after state: State?, _ action: Action, _ kind: ActionKind<Action>, _ projection: (State) -> any Encodable,
    _ reduce: () -> State
  ) -> State {
    if let state { return next(after: state, action, kind, projection, reduce) }
    let initial = reduce()
    start(project(initial, projection))
    return initial
  }
}

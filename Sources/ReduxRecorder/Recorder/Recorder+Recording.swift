/// Recording a root reducer: `recording` returns a reducer of the same type that also records.
///
/// | shape of the reducer | stores |
/// |---|---|
/// | `(inout State, Action) -> Output` | most; `Output` is `Void`, or an effect |
/// | `(inout State, Action) throws -> Output` | the same, with reducers that throw |
/// | `(State, Action) -> State` | SwiftUIFlux |
/// | `(Action, State?) -> State` | ReSwift |
///
/// A `@Sendable` reducer stays `@Sendable`. An `Encodable` state is recorded by its encoding, any other by reflection.
/// With `projecting:`, the journal holds a value that you derive from the state.
///
/// The recorder works with any store. A failure to record never changes what the reducer does.
extension Recorder {
  /// Returns a reducer that calls `reducer` and records.
  ///
  ///     let store = Store(initialState: state, reducer: Reducer(recorder.recording(appReducer)))
  public func recording<State: Encodable, Action, Output>(
    _ reducer: @escaping (inout State, Action) -> Output
  ) -> (inout State, Action) -> Output {
    let kind = ActionKind<Action>(in: slice)
    return { state, action in self.reduce(&state, action, kind, reducer) }
  }

  /// Returns a `@Sendable` reducer that calls `reducer` and records.
  public func recording<State: Encodable & SendableMetatype, Action: SendableMetatype, Output>(
    _ reducer: @escaping @Sendable (inout State, Action) -> Output
  ) -> @Sendable (inout State, Action) -> Output {
    let kind = ActionKind<Action>(in: slice)
    return { state, action in self.reduce(&state, action, kind, reducer) }
  }

  /// Returns a reducer that calls `reducer`, throws its errors, and records.
  ///
  /// The journal holds the error's type and the state after the error.
  public func recording<State: Encodable, Action, Output, Failure: Error>(
    _ reducer: @escaping (inout State, Action) throws(Failure) -> Output
  ) -> (inout State, Action) throws(Failure) -> Output {
    let kind = ActionKind<Action>(in: slice)
    return { (state, action) throws(Failure) in try self.reduce(&state, action, kind, reducer) }
  }

  /// Returns a `@Sendable` reducer that calls `reducer`, throws its errors, and records.
  public func recording<State: Encodable & SendableMetatype, Action: SendableMetatype, Output, Failure: Error>(
    _ reducer: @escaping @Sendable (inout State, Action) throws(Failure) -> Output
  ) -> @Sendable (inout State, Action) throws(Failure) -> Output {
    let kind = ActionKind<Action>(in: slice)
    return { (state, action) throws(Failure) in try self.reduce(&state, action, kind, reducer) }
  }

  /// Returns a reducer that returns the next state from `reducer` and records.
  public func recording<State: Encodable, Action>(
    _ reducer: @escaping (State, Action) -> State
  ) -> (State, Action) -> State {
    let kind = ActionKind<Action>(in: slice)
    return { state, action in self.next(after: state, action, kind) { reducer(state, action) } }
  }

  /// Returns a `@Sendable` reducer that returns the next state from `reducer` and records.
  public func recording<State: Encodable & SendableMetatype, Action: SendableMetatype>(
    _ reducer: @escaping @Sendable (State, Action) -> State
  ) -> @Sendable (State, Action) -> State {
    let kind = ActionKind<Action>(in: slice)
    return { state, action in self.next(after: state, action, kind) { reducer(state, action) } }
  }

  /// Returns a reducer in ReSwift's shape that calls `reducer` and records.
  ///
  /// The store's own first action has no state; the resulting state begins the session.
  public func recording<State: Encodable, Action>(
    _ reducer: @escaping (Action, State?) -> State
  ) -> (Action, State?) -> State {
    let kind = ActionKind<Action>(in: slice)
    return { action, state in self.initialOrNext(after: state, action, kind) { reducer(action, state) } }
  }

  /// Returns a `@Sendable` reducer in ReSwift's shape that calls `reducer` and records.
  public func recording<State: Encodable & SendableMetatype, Action: SendableMetatype>(
    _ reducer: @escaping @Sendable (Action, State?) -> State
  ) -> @Sendable (Action, State?) -> State {
    let kind = ActionKind<Action>(in: slice)
    return { action, state in self.initialOrNext(after: state, action, kind) { reducer(action, state) } }
  }

  // MARK: Around one action

  /// Reduces an action in place and records it.
  private func reduce<State: Encodable, Action, Output, Failure: Error>(
    _ state: inout State, _ action: Action, _ kind: ActionKind<Action>,
    _ reducer: (inout State, Action) throws(Failure) -> Output
  ) throws(Failure) -> Output {
    let recorded = begin(action, kind, in: state)
    let output: Output
    do throws(Failure) {
      output = try recorded.withInputs { () throws(Failure) in try reducer(&state, action) }
    } catch {
      finish(recorded, in: state, error: error)
      throw error
    }
    finish(recorded, in: state)
    return output
  }

  /// Returns the next state and records it with the action.
  private func next<State: Encodable, Action>(
    after state: State, _ action: Action, _ kind: ActionKind<Action>, _ reduce: () -> State
  ) -> State {
    let recorded = begin(action, kind, in: state)
    let next = recorded.withInputs(reduce)
    finish(recorded, in: next)
    return next
  }

  /// Returns the next state as `next` does, or without a state the initial one, which begins the session.
  private func initialOrNext<State: Encodable, Action>(
    after state: State?, _ action: Action, _ kind: ActionKind<Action>, _ reduce: () -> State
  ) -> State {
    if let state { return next(after: state, action, kind, reduce) }
    let initial = reduce()
    start(initial)
    return initial
  }
}

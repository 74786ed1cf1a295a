/// Following a root reducer: `following` takes a reducer, in any shape that a recorder's `recording` accepts, and
/// returns one of the same type that also presents past states.
///
/// The timeline runs the followed reducer again to rebuild past states, so it must do nothing but reduce. Pass side
/// effects of the app's own runs, such as recording, in `live`:
///
///     timeline.following(shopReducer, live: recorder.recording(shopReducer))
///
/// If a reducer returns a value beside the state, such as an effect, `whenLocked` is the value for an action that it
/// doesn't reduce: a ``TimelineLook``, or one that is locked or held. A held action's own value is discarded.
extension LiveTimeline {
  /// Returns a reducer that does what `reducer` does, and presents past states.
  public func following(
    _ reducer: @escaping (inout State, Action) -> Void, live: ((inout State, Action) -> Void)? = nil
  ) -> (inout State, Action) -> Void {
    following(whenLocked: (), reducer, live: live)
  }

  /// Returns a reducer that does and returns what `reducer` does, and presents past states.
  public func following<Output>(
    whenLocked output: Output, _ reducer: @escaping (inout State, Action) -> Output,
    live: ((inout State, Action) -> Output)? = nil
  ) -> (inout State, Action) -> Output {
    let live = live ?? reducer
    follow({ state, action in _ = reducer(&state, action) }, live: { state, action in _ = live(&state, action) })
    return { state, action in self.passes(action, &state) ? self.reduce(action, in: &state, by: live) : output }
  }

  /// Returns a reducer that does and throws what `reducer` does, and presents past states.
  public func following<Failure: Error>(
    _ reducer: @escaping (inout State, Action) throws(Failure) -> Void,
    live: ((inout State, Action) throws(Failure) -> Void)? = nil
  ) -> (inout State, Action) throws(Failure) -> Void {
    following(whenLocked: (), reducer, live: live)
  }

  /// Returns a reducer that does, returns and throws what `reducer` does, and presents past states.
  public func following<Output, Failure: Error>(
    whenLocked output: Output, _ reducer: @escaping (inout State, Action) throws(Failure) -> Output,
    live: ((inout State, Action) throws(Failure) -> Output)? = nil
  ) -> (inout State, Action) throws(Failure) -> Output {
    let live = live ?? reducer
    follow(
      { state, action in _ = try reducer(&state, action) }, live: { state, action in _ = try live(&state, action) })
    return { (state, action) throws(Failure) in
      self.passes(action, &state) ? try self.reduce(action, in: &state, by: live) : output
    }
  }

  /// Returns a reducer that returns the next state like `reducer`, and presents past states.
  public func following(
    _ reducer: @escaping (State, Action) -> State, live: ((State, Action) -> State)? = nil
  ) -> (State, Action) -> State {
    let live = live ?? reducer
    let reduce: (inout State, Action) -> Void = { state, action in state = live(state, action) }
    follow({ state, action in state = reducer(state, action) }, live: reduce)
    return { state, action in
      var next = state
      if self.passes(action, &next) { self.reduce(action, in: &next, by: reduce) }
      return next
    }
  }

  /// Returns a reducer in ReSwift's shape that does what `reducer` does, and presents past states.
  ///
  /// The call without a state is the store's own; the state that it returns is state 0.
  public func following(
    _ reducer: @escaping (Action, State?) -> State, live: ((Action, State?) -> State)? = nil
  ) -> (Action, State?) -> State {
    let live = live ?? reducer
    let reduce: (inout State, Action) -> Void = { state, action in state = live(action, state) }
    follow({ state, action in state = reducer(action, state) }, live: reduce)
    return { action, state in
      guard var next = state else {
        let initial = live(action, nil)
        self.start(initial)
        return initial
      }
      if self.passes(action, &next) { self.reduce(action, in: &next, by: reduce) }
      return next
    }
  }

  /// Shows the timeline's state if an action asks for that; otherwise, returns whether the action goes to the head.
  private func passes(_ action: Action, _ state: inout State) -> Bool {
    guard action is TimelineLook else { return admits(action) }
    show(in: &state)
    return false
  }
}

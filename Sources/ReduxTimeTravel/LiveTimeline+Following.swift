/// Following a root reducer: `following` takes a reducer, in any shape that a recorder's `recording` accepts, and
/// returns one of the same type that also presents past states.
///
/// The timeline runs the followed reducer again to rebuild past states, so it must do nothing but reduce. Pass side
/// effects of the app's own runs, such as recording, in `live`:
///
///     timeline.following(shopReducer, live: recorder.recording(shopReducer))
extension LiveTimeline {
  /// Returns a reducer that does what `reducer` does, and presents past states.
  ///
  /// A reducer with a return value has none for a ``TimelineLook``, so it reduces the look like any other action. For
  /// such a reducer, call `show(in:)` for an action of your own.
  public func following<Output>(
    _ reducer: @escaping (inout State, Action) -> Output, live: ((inout State, Action) -> Output)? = nil
  ) -> (inout State, Action) -> Output {
    follow { state, action in _ = reducer(&state, action) }
    let live = live ?? reducer
    return { state, action in self.look(action, &state) ?? self.reduce(action, in: &state, by: live) }
  }

  /// Returns a reducer that does and throws what `reducer` does, and presents past states.
  public func following<Output, Failure: Error>(
    _ reducer: @escaping (inout State, Action) throws(Failure) -> Output,
    live: ((inout State, Action) throws(Failure) -> Output)? = nil
  ) -> (inout State, Action) throws(Failure) -> Output {
    follow { state, action in _ = try reducer(&state, action) }
    let live = live ?? reducer
    return { (state, action) throws(Failure) in
      if let nothing: Output = self.look(action, &state) { return nothing }
      return try self.reduce(action, in: &state, by: live)
    }
  }

  /// Returns a reducer that returns the next state like `reducer`, and presents past states.
  public func following(
    _ reducer: @escaping (State, Action) -> State, live: ((State, Action) -> State)? = nil
  ) -> (State, Action) -> State {
    follow { state, action in state = reducer(state, action) }
    let live = live ?? reducer
    return { state, action in
      var next = state
      self.look(action, &next) ?? self.reduce(action, in: &next) { state, action in state = live(state, action) }
      return next
    }
  }

  /// Returns a reducer in ReSwift's shape that does what `reducer` does, and presents past states.
  ///
  /// The call without a state is the store's own; the state that it returns is state 0.
  public func following(
    _ reducer: @escaping (Action, State?) -> State, live: ((Action, State?) -> State)? = nil
  ) -> (Action, State?) -> State {
    follow { state, action in state = reducer(action, state) }
    let live = live ?? reducer
    return { action, state in
      guard var next = state else {
        let initial = live(action, nil)
        self.start(initial)
        return initial
      }
      self.look(action, &next) ?? self.reduce(action, in: &next) { state, action in state = live(action, state) }
      return next
    }
  }

  /// Shows the timeline's state if an action asks for that and the reducer returns nothing.
  private func look<Output>(_ action: Action, _ state: inout State) -> Output? {
    guard action is TimelineLook, let nothing = () as? Output else { return nil }
    show(in: &state)
    return nothing
  }
}

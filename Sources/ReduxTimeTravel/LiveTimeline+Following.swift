/// Wrapping a root reducer, in each of the shapes that stores know. No store is imported: any will do.
///
/// The reducer that is followed runs again whenever a past state is made, so it must do nothing else. What is to happen only
/// when the app runs it, as recording, is the other argument:
///
///     timeline.following(shopReducer, live: recorder.recording(shopReducer))
extension LiveTimeline {
  /// A reducer that does what another does, and shows what the timeline shows.
  public func following(
    _ reducer: @escaping (inout State, Action) -> Void, live: ((inout State, Action) -> Void)? = nil
  ) -> (inout State, Action) -> Void {
    follow(reducer)
    let live = live ?? reducer
    return { state, action in
      if action is TimelineLook { return self.show(in: &state) }
      self.reduce(action, in: &state, by: live)
    }
  }

  /// A reducer that does what another does, and throws what it throws, and shows what the timeline shows.
  public func following(
    _ reducer: @escaping (inout State, Action) throws -> Void, live: ((inout State, Action) throws -> Void)? = nil
  ) -> (inout State, Action) throws -> Void {
    follow(reducer)
    let live = live ?? reducer
    return { state, action in
      if action is TimelineLook { return self.show(in: &state) }
      try self.reduce(action, in: &state, by: live)
    }
  }

  /// A reducer that does what another does, and returns what it returns, an effect for one.
  ///
  /// It can't know what to return for a ``TimelineLook``: whatever stands for one there calls `show(in:)`.
  public func following<Output>(
    _ reducer: @escaping (inout State, Action) -> Output, live: ((inout State, Action) -> Output)? = nil
  ) -> (inout State, Action) -> Output {
    follow { state, action in _ = reducer(&state, action) }
    let live = live ?? reducer
    return { state, action in self.reduce(action, in: &state, by: live) }
  }

  /// A reducer that returns the next state, as another does, and shows what the timeline shows.
  public func following(
    _ reducer: @escaping (State, Action) -> State, live: ((State, Action) -> State)? = nil
  ) -> (State, Action) -> State {
    follow { state, action in state = reducer(state, action) }
    let live = live ?? reducer
    return { state, action in
      var next = state
      if action is TimelineLook {
        self.show(in: &next)
      } else {
        self.reduce(action, in: &next) { state, action in state = live(state, action) }
      }
      return next
    }
  }

  /// A reducer in ReSwift's shape, which makes the initial state of no state, and shows what the timeline shows.
  ///
  /// The action that comes with no state is the store's own; the state that it leads to is state 0.
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
      if action is TimelineLook {
        self.show(in: &next)
      } else {
        self.reduce(action, in: &next) { state, action in state = live(action, state) }
      }
      return next
    }
  }
}

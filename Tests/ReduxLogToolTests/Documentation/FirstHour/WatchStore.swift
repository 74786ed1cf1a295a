/// A store as many apps have one that they wrote themselves.
final class WatchStore<State, Action> {
  private(set) var state: State
  private let reducer: (inout State, Action) -> Void

  init(_ state: State, reducer: @escaping (inout State, Action) -> Void) {
    self.state = state
    self.reducer = reducer
  }

  func dispatch(_ action: Action) { reducer(&state, action) }
}

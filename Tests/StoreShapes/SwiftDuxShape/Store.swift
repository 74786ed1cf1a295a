// What SwiftDux 2 looks like to its users, as far as the guide and its tests need it. Written for them; nothing of it is
// SwiftDux's.

/// What happens.
package protocol Action {}

/// No action: that of reducers that handle any.
package struct EmptyAction: Action {}

/// The store's own actions. The root reducer gets them, too.
package enum StoreAction<State>: Action {
  /// The first action of a store, which middleware answers with a saved state.
  case prepare
  /// Sets the state.
  case reset(state: State)
}

package protocol Reducer {
  associatedtype State
  associatedtype ReducerAction

  func reduce(state: State, action: ReducerAction) -> State
  func reduceAny(state: State, action: any Action) -> State
}

extension Reducer {
  package func reduce(state: State, action: EmptyAction) -> State { state }

  package func reduceAny(state: State, action: any Action) -> State {
    (action as? ReducerAction).map { reduce(state: state, action: $0) } ?? state
  }
}

/// A store that carries out its own actions before the root reducer gets them.
package final class Store<State> {
  package private(set) var state: State
  private let reduce: (State, any Action) -> State

  package init<Root: Reducer>(state: State, reducer: Root) where Root.State == State {
    self.state = state
    reduce = reducer.reduceAny
    send(StoreAction<State>.prepare)
  }

  package func send(_ action: any Action) {
    if case .reset(let state) = action as? StoreAction<State> { self.state = state }
    state = reduce(state, action)
  }
}

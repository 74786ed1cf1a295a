// What SwiftUIFlux looks like to its users, as far as the guide and its tests need it. Written for them; nothing of it
// is SwiftUIFlux's.

import Dispatch

/// What happens.
package protocol Action {}

/// What holds the state.
package protocol FluxState {}

package typealias DispatchFunction = (any Action) -> Void
package typealias Reducer<State> = (_ state: State, _ action: any Action) -> State

/// An action that runs work and dispatches its result. It also reaches the reducer.
package protocol AsyncAction: Action {
  func execute(state: (any FluxState)?, dispatch: @escaping DispatchFunction)
}

/// A store that reduces on the main queue, later than `dispatch` returns.
package final class Store<State: FluxState> {
  package private(set) var state: State
  private let reducer: Reducer<State>

  package init(reducer: @escaping Reducer<State>, state: State) {
    self.reducer = reducer
    self.state = state
  }

  package func dispatch(action: any Action) {
    DispatchQueue.main.async {
      if let action = action as? any AsyncAction {
        action.execute(state: self.state) { self.dispatch(action: $0) }
      }
      self.state = self.reducer(self.state, action)
    }
  }
}

// What SwiftUIFlux looks like to its users, as far as the guide and its tests need it. Written for them; nothing of it
// is SwiftUIFlux's.

import Dispatch

/// What happens.
package protocol Action {}

/// What holds the state.
package protocol FluxState {}

package typealias DispatchFunction = (any Action) -> Void
package typealias Reducer<State> = (_ state: State, _ action: any Action) -> State
package typealias Middleware<State> =
  (@escaping DispatchFunction, @escaping () -> (any FluxState)?) -> (@escaping DispatchFunction) -> DispatchFunction

/// An action that runs work and dispatches its result. It also reaches the reducer.
package protocol AsyncAction: Action {
  func execute(state: (any FluxState)?, dispatch: @escaping DispatchFunction)
}

/// A store that reduces on the main queue, later than `dispatch` returns.
package final class Store<State: FluxState> {
  package private(set) var state: State
  private let reducer: Reducer<State>
  private var dispatchFunction: DispatchFunction = { _ in }

  package init(reducer: @escaping Reducer<State>, middleware: [Middleware<State>] = [], state: State) {
    self.reducer = reducer
    self.state = state
    let executing: Middleware<State> = { dispatch, state in
      { next in
        { action in
          if let action = action as? any AsyncAction { action.execute(state: state(), dispatch: dispatch) }
          next(action)
        }
      }
    }
    dispatchFunction = { [unowned self] in self.state = self.reducer(self.state, $0) }
    for layer in (middleware + [executing]).reversed() {
      dispatchFunction = layer({ [weak self] in self?.dispatch(action: $0) }, { [weak self] in self?.state })(
        dispatchFunction)
    }
  }

  package func dispatch(action: any Action) {
    DispatchQueue.main.async { self.dispatchFunction(action) }
  }
}

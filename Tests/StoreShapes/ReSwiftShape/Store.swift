// What ReSwift looks like to its users, as far as the guide and its tests need it. Written for them; nothing of it is
// ReSwift's.

/// What happens.
package protocol Action {}

/// What the store dispatches to a reducer that is to make the initial state.
package struct ReSwiftInit: Action {}

package typealias Reducer<State> = (_ action: any Action, _ state: State?) -> State
package typealias DispatchFunction = (any Action) -> Void
package typealias Middleware<State> =
  (@escaping DispatchFunction, @escaping () -> State?) -> (@escaping DispatchFunction) -> DispatchFunction

/// A subscriber that receives each state.
package protocol StoreSubscriber<StoreSubscriberStateType>: AnyObject {
  associatedtype StoreSubscriberStateType
  func newState(state: StoreSubscriberStateType)
}

/// A store that notifies subscribers before `dispatch` returns, so that they may dispatch in turn.
package final class Store<State> {
  package var state: State?
  private let reducer: Reducer<State>
  private var subscribers: [any StoreSubscriber<State>] = []
  private var dispatchFunction: DispatchFunction = { _ in }
  private var isReducing = false

  /// Without a state, the reducer makes it, of `ReSwiftInit`.
  package init(reducer: @escaping Reducer<State>, state: State?, middleware: [Middleware<State>] = []) {
    self.reducer = reducer
    self.state = state
    dispatchFunction = { [unowned self] in reduce($0) }
    for layer in middleware.reversed() {
      dispatchFunction = layer({ [weak self] in self?.dispatch($0) }, { [weak self] in self?.state })(dispatchFunction)
    }
    if state == nil { dispatch(ReSwiftInit()) }
  }

  package func subscribe(_ subscriber: any StoreSubscriber<State>) { subscribers.append(subscriber) }

  package func dispatch(_ action: any Action) { dispatchFunction(action) }

  private func reduce(_ action: any Action) {
    precondition(!isReducing, "a reducer dispatches")
    isReducing = true
    let next = reducer(action, state)
    isReducing = false
    state = next
    for subscriber in subscribers { subscriber.newState(state: next) }
  }
}

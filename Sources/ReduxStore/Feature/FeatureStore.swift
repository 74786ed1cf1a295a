/// A store as one feature sees it: the feature's slice of the state, and the feature's own actions.
///
/// It holds no state: the app's store does all the work, and its types stay hidden. So there is one state, one order of
/// actions, and one chain of middleware, with all that `Store` promises about order, nesting and copies. Views and tests
/// of the feature need not know the app. A feature's store is a value, cheap to make and to copy; it keeps the app's
/// store alive.
///
/// ```swift
/// let counter: FeatureStore<CounterState, CounterAction> = store.scope(
///   state: \.counter, action: AppAction.counter)
/// counter.dispatch(.add(2))  // the app's store reduces `.counter(.add(2))`
/// ```
public struct FeatureStore<State: Sendable, Action: Sendable>: ScopableStore {
  let host: any StoreHost<State, Action>

  /// The feature's slice of the head, whatever is presented.
  public var state: State {
    host.withState { $0 }
  }

  /// The feature's slice of what subscribers see: the presented state if there is one, otherwise the head.
  public var presentedState: State {
    host.presentedState
  }

  /// Reads a part of the feature's slice of the head without copying the whole state; see `Store.withState(_:)`.
  public func withState<Value: Sendable, Failure: Error>(
    _ read: (State) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try host.withState(read)
  }

  /// Sends an action of the feature through the app's middleware to the app's reducer; see `Store.dispatch(_:)`.
  public func dispatch(_ action: Action) {
    host.dispatch(action)
  }

  /// Makes a store for a part of this feature.
  public func scope<Part, PartAction>(
    state select: @escaping @Sendable (State) -> Part, action embed: @escaping @Sendable (PartAction) -> Action
  ) -> FeatureStore<Part, PartAction> {
    host.scope(state: select, action: embed)
  }
}

extension Store: ScopableStore {
  /// Makes a store for a feature: a slice of this store's state, and actions that become this store's.
  public func scope<Part, PartAction>(
    state select: @escaping @Sendable (State) -> Part, action embed: @escaping @Sendable (PartAction) -> Action
  ) -> FeatureStore<Part, PartAction> {
    FeatureStore(host: StoreSlice(store: self, slice: select, embed: embed))
  }
}

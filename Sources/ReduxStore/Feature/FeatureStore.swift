/// A store as one feature sees it: its slice of the state, and its own actions.
///
/// It holds no state: all that it does is done by the store of the app, whose types it hides. So there is one state, one
/// order of actions, and one chain of middleware, and what a store promises about order, nesting and copies holds here;
/// while views and tests of the feature know nothing of the app around it. It is a value, cheap to make and to copy, that
/// keeps the app's store alive.
///
/// ```swift
/// let counter: FeatureStore<CounterState, CounterAction> = store.scope(
///   state: \.counter, action: AppAction.counter)
/// counter.dispatch(.add(2))  // the app's store reduces `.counter(.add(2))`
/// ```
public struct FeatureStore<State: Sendable, Action: Sendable>: Sendable {
  let host: any FeatureHost<State, Action>

  /// The feature's slice of the head, whatever is presented.
  public var state: State {
    host.withState { $0 }
  }

  /// The feature's slice of what subscribers see: of the state that the app's store presents, or else of the head.
  public var presentedState: State {
    host.presentedState
  }

  /// Reads a part of the feature's slice of the head, without copying the whole state; see `Store.withState(_:)`.
  public func withState<Value: Sendable, Failure: Error>(
    _ read: (State) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try host.withState(read)
  }

  /// Sends an action of the feature through the app's middleware to the app's reducer; see `Store.dispatch(_:)`.
  public func dispatch(_ action: Action) {
    host.dispatch(action)
  }

  /// A store for a part of this feature.
  ///
  /// - Parameters:
  ///   - select: the part's state in the feature's; runs inside the reduce lock, as in `Store.subscribe`.
  ///   - embed: makes an action of the feature of one of the part's.
  /// - Returns: a store of the part, which keeps the app's store alive.
  public func scope<Part, PartAction>(
    state select: @escaping @Sendable (State) -> Part, action embed: @escaping @Sendable (PartAction) -> Action
  ) -> FeatureStore<Part, PartAction> {
    FeatureStore<Part, PartAction>(host: host.host(ofPart: select, embed: embed))
  }
}

extension Store {
  /// The store of a feature: a slice of this store's state, and actions that become this store's.
  ///
  /// A feature that comes and goes, as a screen does, has a slice that is optional.
  ///
  /// - Parameters:
  ///   - select: the feature's slice of the state; runs inside the reduce lock, as in `subscribe`.
  ///   - embed: makes an action of this store of one of the feature's.
  /// - Returns: a store of the feature, which keeps this one alive.
  public func scope<Part, PartAction>(
    state select: @escaping @Sendable (State) -> Part, action embed: @escaping @Sendable (PartAction) -> Action
  ) -> FeatureStore<Part, PartAction> {
    FeatureStore(host: StoreSlice(store: self, slice: select, embed: embed))
  }
}

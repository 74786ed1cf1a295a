/// The app's store as a `FeatureStore` sees it, with its types hidden.
protocol StoreHost<State, Action>: ScopableStore {
  var presentedState: State { get }

  func withState<Value: Sendable, Failure: Error>(
    _ read: (State) throws(Failure) -> Value
  ) throws(Failure) -> Value

  func dispatch(_ action: Action)

  /// Subscribes to the presented state; see `Store.subscribe(_:initial:isDuplicate:current:receive:)`.
  func subscribe(
    initial: Bool, isDuplicate: @escaping @Sendable (State, State) -> Bool, current: (State) -> Void,
    receive: @escaping @Sendable (State) -> Void
  ) -> Subscription
}

/// A slice of a store's state, and how the actions of its feature become the store's.
///
/// Closures capture `slice` or `embed` and not `self`, which holds the store: the store keeps its subscribers' closures
/// and would keep itself alive.
struct StoreSlice<Whole: Sendable, WholeAction: Sendable, State: Sendable, Action: Sendable>: StoreHost {
  let store: Store<Whole, WholeAction>
  let slice: @Sendable (Whole) -> State
  let embed: @Sendable (Action) -> WholeAction

  var presentedState: State {
    store.withPresentedState(slice)
  }

  func withState<Value: Sendable, Failure: Error>(
    _ read: (State) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try store.withState { whole throws(Failure) in try read(slice(whole)) }
  }

  func dispatch(_ action: Action) {
    store.dispatch(embed(action))
  }

  func subscribe(
    initial: Bool, isDuplicate: @escaping @Sendable (State, State) -> Bool, current: (State) -> Void,
    receive: @escaping @Sendable (State) -> Void
  ) -> Subscription {
    store.subscribe(slice, initial: initial, isDuplicate: isDuplicate, current: current, receive: receive)
  }

  func scope<Part, PartAction>(
    state select: @escaping @Sendable (State) -> Part, action embed: @escaping @Sendable (PartAction) -> Action
  ) -> FeatureStore<Part, PartAction> {
    store.scope(state: { [slice] in select(slice($0)) }, action: { [outer = self.embed] in outer(embed($0)) })
  }
}

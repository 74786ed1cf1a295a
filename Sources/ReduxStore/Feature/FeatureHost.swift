/// What stands behind a feature's store, without its types.
protocol FeatureHost<State, Action>: Sendable {
  associatedtype State: Sendable
  associatedtype Action: Sendable

  var presentedState: State { get }

  func withState<Value: Sendable, Failure: Error>(
    _ read: (State) throws(Failure) -> Value
  ) throws(Failure) -> Value

  func dispatch(_ action: Action)

  func subscribe<Value: Sendable>(
    _ select: @escaping @Sendable (State) -> Value, initial: Bool,
    isDuplicate: @escaping @Sendable (Value, Value) -> Bool,
    receive: @escaping @Sendable (Value) -> Void
  ) -> Subscription

  @MainActor func observe<Value: Sendable>(
    _ select: @escaping @Sendable (State) -> Value,
    isDuplicate: @escaping @Sendable (Value, Value) -> Bool
  ) -> ObservedValue<Value>

  func host<Part: Sendable, PartAction: Sendable>(
    ofPart select: @escaping @Sendable (State) -> Part,
    embed: @escaping @Sendable (PartAction) -> Action
  ) -> any FeatureHost<Part, PartAction>
}

/// A slice of a store's state, and how the actions of its feature become the store's.
///
/// Closures that it makes capture what they need and not `self`, which holds the store: the store keeps those of its
/// subscribers, and would keep itself alive.
struct StoreSlice<Whole: Sendable, WholeAction: Sendable, State: Sendable, Action: Sendable>: FeatureHost {
  let store: Store<Whole, WholeAction>
  let slice: @Sendable (Whole) -> State
  let embed: @Sendable (Action) -> WholeAction

  var presentedState: State {
    store.withPresentedState(call: "presentedState", slice)
  }

  func withState<Value: Sendable, Failure: Error>(
    _ read: (State) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try store.withState { whole throws(Failure) in try read(slice(whole)) }
  }

  func dispatch(_ action: Action) {
    store.dispatch(embed(action))
  }

  func subscribe<Value: Sendable>(
    _ select: @escaping @Sendable (State) -> Value, initial: Bool,
    isDuplicate: @escaping @Sendable (Value, Value) -> Bool,
    receive: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    store.subscribe({ [slice] in select(slice($0)) }, initial: initial, isDuplicate: isDuplicate, receive: receive)
  }

  @MainActor func observe<Value: Sendable>(
    _ select: @escaping @Sendable (State) -> Value,
    isDuplicate: @escaping @Sendable (Value, Value) -> Bool
  ) -> ObservedValue<Value> {
    store.observe({ [slice] in select(slice($0)) }, isDuplicate: isDuplicate)
  }

  func host<Part: Sendable, PartAction: Sendable>(
    ofPart select: @escaping @Sendable (State) -> Part,
    embed: @escaping @Sendable (PartAction) -> Action
  ) -> any FeatureHost<Part, PartAction> {
    StoreSlice<Whole, WholeAction, Part, PartAction>(
      store: store, slice: { [slice] in select(slice($0)) }, embed: { [outer = self.embed] in outer(embed($0)) })
  }
}

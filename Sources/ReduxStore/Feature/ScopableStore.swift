/// A store that can be scoped to a part of its state: a `Store` or a `FeatureStore`.
///
/// Every such store can be subscribed to, observed, and iterated over. No other types conform.
public protocol ScopableStore<State, Action>: Sendable {
  /// The state that the store shows.
  associatedtype State: Sendable
  /// The actions that the store accepts.
  associatedtype Action: Sendable

  /// Makes a store for a part of the state.
  ///
  /// If a part comes and goes, as a screen does, make its state optional.
  ///
  /// - Parameters:
  ///   - select: returns the part's state; runs inside the reduce lock, as in `subscribe`.
  ///   - embed: wraps an action of the part in one of this store.
  /// - Returns: a store for the part, which keeps the app's store alive.
  func scope<Part, PartAction>(
    state select: @escaping @Sendable (State) -> Part, action embed: @escaping @Sendable (PartAction) -> Action
  ) -> FeatureStore<Part, PartAction>
}

extension ScopableStore {
  /// The host of subscriptions to the value that `select` returns.
  func host<Value: Sendable>(of select: @escaping @Sendable (State) -> Value) -> any StoreHost<Value, Action> {
    scope(state: select, action: { $0 }).host
  }
}

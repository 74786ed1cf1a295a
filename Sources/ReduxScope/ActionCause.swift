/// The cause of the actions dispatched here and now. Take it along to queues and callbacks, which don't inherit it.
///
/// A recorder notes which action caused another: the one whose dispatch, middleware, subscriber or task dispatched it.
/// `Task {}` inherits the cause. Take it along to a queue, a callback or a `Task.detached`:
///
///     let cause = ActionCause.current
///     queue.async {
///       withCause(cause) { store.dispatch(.loaded(load())) }
///     }
///
/// Without a recorder, a cause is nothing and costs nothing.
public struct ActionCause: Sendable {
  let scope: DispatchScope?

  /// The cause of what is dispatched here and now.
  public static var current: ActionCause { ActionCause(scope: DispatchScope.current) }
}

/// Runs code whose dispatches have a cause.
///
/// - Parameters:
///   - cause: The cause, from ``ActionCause/current``.
///   - body: The code. Tasks that it makes by `Task {}` inherit the cause.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
public func withCause<Value, Failure: Error>(
  _ cause: ActionCause, _ body: () throws(Failure) -> Value
) throws(Failure) -> Value {
  try DispatchScope.run(in: cause.scope, body)
}

/// Runs asynchronous code whose dispatches have a cause, as `withCause` does for other code.
public func withCause<Value>(_ cause: ActionCause, _ body: () async throws -> Value) async rethrows -> Value {
  try await DispatchScope.$current.withValue(cause.scope) { try await body() }
}

/// Runs a dispatch of another library's store, so that what it starts has its action as cause.
///
/// The store of this package does so by itself. Call it around everything that belongs to a dispatch: middleware, the
/// recorded reducer and subscribers.
///
///     func dispatch(_ action: Action) { withDispatch { store.dispatch(action) } }
///
/// - Parameter body: Dispatches one action.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
public func withDispatch<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
  try DispatchScope.open(body)
}

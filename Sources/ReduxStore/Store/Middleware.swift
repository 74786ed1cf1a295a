/// A value around a closure that stands between `dispatch` and the reducer.
///
/// A middleware decides what becomes of an action: `context.next(action)` passes it on, changed or not, any number of
/// times; not calling `next` swallows it; `context.dispatch(other)` sends another action through the whole chain. When
/// `next` has returned, the action has been reduced (or swallowed further down), so a middleware sees the state before
/// and after:
///
/// ```swift
/// let logger = Middleware<AppState, AppAction> { action, context in
///   let before = context.withState(\.count)
///   context.next(action)
///   print("\(action): \(before) -> \(context.withState(\.count))")
/// }
/// ```
///
/// Middleware runs outside the store's reduce lock, on the thread that dispatched, and may run on several threads at
/// once. It sees the head, never a state that is only presented.
public struct Middleware<State: Sendable, Action: Sendable>: Sendable {
  /// What the middleware does with an action.
  public let handle: @Sendable (Action, Context) -> Void

  /// Makes a middleware of a closure that is given each action, and the context in which to act on it.
  public init(_ handle: @escaping @Sendable (_ action: Action, _ context: Context) -> Void) {
    self.handle = handle
  }
}

/// A closure between `dispatch` and the reducer.
///
/// A middleware decides what happens to an action:
/// - `context.next(action)` passes it on, changed or not, any number of times.
/// - Not calling `next` swallows it.
/// - `context.dispatch(other)` sends another action through the whole chain.
///
/// When `next` returns, the action has been reduced, or swallowed further down. So a middleware sees the state before and
/// after:
///
/// ```swift
/// let logger = Middleware<AppState, AppAction> { action, context in
///   let before = context.withState(\.count)
///   context.next(action)
///   print("\(action): \(before) -> \(context.withState(\.count))")
/// }
/// ```
///
/// Middleware runs outside the store's reduce lock, on the dispatching thread, and may run on several threads at once. It
/// sees the head, never a state that is only presented.
public struct Middleware<State: Sendable, Action: Sendable>: Sendable {
  let handle: @Sendable (Action, Context) -> Void

  /// Makes a middleware from a closure that receives each action and its context.
  public init(_ handle: @escaping @Sendable (_ action: Action, _ context: Context) -> Void) {
    self.handle = handle
  }
}

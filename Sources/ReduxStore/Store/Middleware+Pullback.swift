extension Middleware {
  /// Makes this middleware of a part work in the store of a whole.
  ///
  /// It sees the part's slice of the state, and the actions that carry an action of the part; all others pass unchanged.
  /// It may pass its action on, change or swallow it, and dispatch others, as in its own store; `embed` wraps what it sends
  /// in actions of the whole.
  ///
  /// ```swift
  /// let appMiddleware: Middleware<AppState, AppAction> = counterMiddleware.pullback(
  ///   state: \.counter,
  ///   action: { if case .counter(let action) = $0 { action } else { nil } },
  ///   embed: AppAction.counter)
  /// ```
  ///
  /// If a part comes and goes, as a screen does, make its slice, and its middleware's state, optional: the middleware may
  /// be called, and answers may arrive, when the part is gone.
  ///
  /// - Parameters:
  ///   - select: returns the part's state; runs inside the reduce lock, so it must be short and not call the store.
  ///   - extract: returns the part's action; if `nil`, the middleware doesn't see the action.
  ///   - embed: wraps an action of the part in one of the whole.
  /// - Returns: a middleware of the whole.
  public func pullback<Whole, WholeAction>(
    state select: @escaping @Sendable (Whole) -> State,
    action extract: @escaping @Sendable (WholeAction) -> Action?,
    embed: @escaping @Sendable (Action) -> WholeAction
  ) -> Middleware<Whole, WholeAction> {
    Middleware<Whole, WholeAction> { action, context in
      guard let local = extract(action) else { return context.next(action) }
      handle(local, Context(link: .whole(PulledBackContext(whole: context, select: select, embed: embed))))
    }
  }
}

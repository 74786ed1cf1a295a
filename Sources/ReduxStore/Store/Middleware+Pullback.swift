extension Middleware {
  /// Makes this middleware of a part work in the store of a whole: on the slice of the state that belongs to the part,
  /// for the actions that carry an action of the part. All others are passed on as they are.
  ///
  /// The part's middleware may pass its action on, change it, or swallow it, and dispatch others of its own, as in a store
  /// of its own; what it sends is embedded in actions of the whole.
  ///
  /// ```swift
  /// let appMiddleware: Middleware<AppState, AppAction> = counterMiddleware.pullback(
  ///   state: \.counter,
  ///   action: { if case .counter(let action) = $0 { action } else { nil } },
  ///   embed: AppAction.counter)
  /// ```
  ///
  /// A part that comes and goes, as a screen does, is a slice that is optional, and its middleware one of an optional state:
  /// it can be asked to act, and an answer can come for it, when the part is gone.
  ///
  /// - Parameters:
  ///   - select: the part's state in the whole's; runs inside the reduce lock, so it must be short and not call the store.
  ///   - extract: finds the part's action; the middleware doesn't see an action for which it is `nil`.
  ///   - embed: makes an action of the whole of one of the part's.
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

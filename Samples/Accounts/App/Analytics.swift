import ReduxStore

/// Counts the user's actions.
public protocol Analytics: Sendable {
  /// Counts an event.
  func count(_ event: AnalyticsEvent)
}

extension Middleware {
  /// Counts some of a feature's actions and forwards all of them.
  ///
  /// The state is the one before the action, so it distinguishes awaited answers from late ones, which don't count.
  static func counting(
    with analytics: any Analytics, _ event: @escaping @Sendable (Action, State) -> AnalyticsEvent?
  ) -> Middleware {
    Middleware { action, context in
      if let event = context.withState({ event(action, $0) }) { analytics.count(event) }
      context.next(action)
    }
  }
}

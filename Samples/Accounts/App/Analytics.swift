import ReduxStore

/// Counts what people do.
public protocol Analytics: Sendable {
  /// Counts an event.
  func count(_ event: AnalyticsEvent)
}

extension Middleware {
  /// Counts some of a feature's actions, and passes all of them on as they are.
  ///
  /// The state is that which the action finds: it tells an answer that is awaited from one that comes too late to count.
  static func counting(
    with analytics: any Analytics, _ event: @escaping @Sendable (Action, State) -> AnalyticsEvent?
  ) -> Middleware {
    Middleware { action, context in
      if let event = context.withState({ event(action, $0) }) { analytics.count(event) }
      context.next(action)
    }
  }
}

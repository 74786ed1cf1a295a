import ReduxStore

/// Counts what people do.
public protocol Analytics: Sendable {
  /// Counts an event.
  func count(_ event: AnalyticsEvent)
}

extension Middleware {
  /// Counts some of a feature's actions, and passes all of them on as they are.
  static func counting(
    with analytics: any Analytics, _ event: @escaping @Sendable (Action) -> AnalyticsEvent?
  ) -> Middleware {
    Middleware { action, context in
      if let event = event(action) { analytics.count(event) }
      context.next(action)
    }
  }
}

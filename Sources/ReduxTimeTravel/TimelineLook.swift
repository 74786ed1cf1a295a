/// What is dispatched to a store so that it takes the state that its live timeline shows.
///
/// A reducer that a ``LiveTimeline`` follows never sees it. Where actions share a protocol, let it be one of them:
///
///     extension TimelineLook: Action {}
///     timeline.onLook = { store.dispatch(TimelineLook()) }
public struct TimelineLook: Hashable, Sendable {
  /// Creates one.
  public init() {}
}

/// An action that makes a store take the state that its live timeline shows.
///
/// A reducer that a ``LiveTimeline`` follows never sees it. If actions share a protocol, conform it:
///
///     extension ReduxTimeTravel.TimelineLook: ReSwift.Action {}
///     timeline.onLook = { store.dispatch(TimelineLook()) }
public struct TimelineLook: Hashable, Sendable {
  /// Creates the action.
  public init() {}
}

/// A step that a routable refused. The screens stay as they were before it.
public struct NavigationFailure: Error, Sendable {
  package let step: NavigationStep
  /// The route that the screens show.
  public let route: Route
  /// The route that the router was walking to.
  public let wanted: Route
  /// The error that the routable threw.
  public let error: any Error
}

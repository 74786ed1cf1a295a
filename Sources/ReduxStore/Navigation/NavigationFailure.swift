/// A step that a routable could not make. The screens are where they were before it.
public struct NavigationFailure: Error, Sendable {
  /// The step.
  public let step: NavigationStep
  /// Where the screens are.
  public let route: Route
  /// Where they were to go.
  public let wanted: Route
  /// What the routable threw.
  public let error: any Error
}

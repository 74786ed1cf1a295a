/// Shows screens in the platform's way, at the features' request.
public protocol Navigator: Sendable {
  /// Shows a screen.
  func show(_ screen: Screen)

  /// Returns to the previous screen.
  func goBack()
}

/// Shows the screens. Features ask for them; the host knows how its platform does it.
public protocol Navigator: Sendable {
  /// Shows a screen.
  func show(_ screen: Screen)

  /// Goes back to the screen below.
  func goBack()
}

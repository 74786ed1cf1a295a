import ReduxStore

/// What the screen shows where somebody signs in.
public struct SignInViewData: Hashable, Sendable {
  /// Whether the bank is being asked.
  public var isBusy: Bool
  /// What went wrong.
  public var message: String?

  /// Creates view data.
  public init(isBusy: Bool = false, message: String? = nil) {
    self.isBusy = isBusy
    self.message = message
  }

  init(_ session: SessionState) {
    self.init(isBusy: session.customer.isLoading, message: session.customer.error?.shown)
  }
}

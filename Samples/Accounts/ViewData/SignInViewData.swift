import ReduxStore

/// The content of the sign-in screen.
public struct SignInViewData: Hashable, Sendable {
  /// Whether a sign-in is in progress.
  public var isBusy: Bool
  /// An error message.
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

public import ReduxStore

/// Who has signed in.
public struct SessionState: Codable, Hashable, Sendable {
  /// The customer: idle while nobody has signed in.
  public var customer: DataState<Customer, BankError>
  /// The request whose answer is awaited; any other answer comes too late.
  public var request: RequestID?
  /// The request that has signed the customer in; `nil` after a restart, since no request of this run is older.
  public var signedInBy: RequestID?

  /// Creates a state; without arguments, that in which nobody has signed in.
  public init(
    customer: DataState<Customer, BankError> = .idle, request: RequestID? = nil, signedInBy: RequestID? = nil
  ) {
    self.customer = customer
    self.request = request
    self.signedInBy = signedInBy
  }

  /// Whether somebody has signed in.
  public var isSignedIn: Bool { customer.value != nil }

  /// Whether a request was begun since the customer has signed in.
  func covers(_ request: RequestID) -> Bool {
    guard isSignedIn else { return false }
    return signedInBy.map { request.rawValue > $0.rawValue } ?? true
  }

  /// Awaits no answer any more.
  mutating func stopWaiting() {
    customer.cancelLoading()
    request = nil
    // Another run of the app counts its requests anew.
    signedInBy = nil
  }
}

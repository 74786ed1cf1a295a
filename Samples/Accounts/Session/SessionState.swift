public import ReduxStore

/// The state of the session.
public struct SessionState: Codable, Hashable, Sendable {
  /// The customer; idle while signed out.
  public var customer: DataState<Customer, BankError>
  /// The awaited request; any other answer is too late.
  public var request: RequestID?

  /// Creates a state; by default, signed out.
  public init(customer: DataState<Customer, BankError> = .idle, request: RequestID? = nil) {
    self.customer = customer
    self.request = request
  }

  /// Whether a customer is signed in.
  public var isSignedIn: Bool { customer.value != nil }

  /// Stops awaiting an answer.
  mutating func stopWaiting() {
    customer.cancelLoading()
    request = nil
  }
}

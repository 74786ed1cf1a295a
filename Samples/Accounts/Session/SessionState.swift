public import ReduxStore

/// Who has signed in.
public struct SessionState: Codable, Hashable, Sendable {
  /// The customer: idle while nobody has signed in.
  public var customer: DataState<Customer, BankError>
  /// The request whose answer is awaited; any other answer comes too late.
  public var request: RequestID?

  /// Creates a state; without arguments, that in which nobody has signed in.
  public init(customer: DataState<Customer, BankError> = .idle, request: RequestID? = nil) {
    self.customer = customer
    self.request = request
  }

  /// Whether somebody has signed in.
  public var isSignedIn: Bool { customer.value != nil }

  /// Awaits no answer any more.
  mutating func stopWaiting() {
    customer.cancelLoading()
    request = nil
  }
}

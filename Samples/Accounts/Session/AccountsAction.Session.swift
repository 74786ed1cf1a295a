extension AccountsAction {
  /// What can happen to who is signed in.
  public enum Session: Codable, Hashable, Sendable {
    /// A wish: to be let in. The service makes `signingIn` of it, so that the passcode gets no further.
    case signIn(name: String, passcode: String)
    /// The bank has been asked.
    case signingIn(request: RequestID)
    /// The bank has answered.
    case answered(request: RequestID, answer: Answer<Customer>)
    /// The customer has left.
    case signedOut
    /// The bank no longer knows the customer: what it has told is not to be shown any more.
    case expired
  }
}

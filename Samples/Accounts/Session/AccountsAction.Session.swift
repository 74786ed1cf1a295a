extension AccountsAction {
  /// An action of the session.
  public enum Session: Codable, Hashable, Sendable {
    /// A wish: sign in. The service turns it into `signingIn`, so the passcode gets no further.
    case signIn(name: String, passcode: String)
    /// The app asked the bank.
    case signingIn(request: RequestID)
    /// The bank answered.
    case answered(request: RequestID, answer: Answer<Customer>)
    /// The customer signed out.
    case signedOut
    /// The bank ended the session, so the app must stop showing its data.
    case expired
  }
}

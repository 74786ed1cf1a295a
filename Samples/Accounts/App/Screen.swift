/// A screen that a navigator can show.
public enum Screen: Hashable, Sendable {
  /// Where somebody signs in, and nothing else.
  case signIn
  /// The list of accounts, and nothing on top of it.
  case accounts
  /// One account.
  case account(Account.ID)
  /// The form for a transfer from an account.
  case transfer(from: Account.ID)
}

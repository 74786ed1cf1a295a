/// A screen that a navigator can show.
public enum Screen: Hashable, Sendable {
  /// The sign-in screen, alone.
  case signIn
  /// The list of accounts, with nothing on top.
  case accounts
  /// One account.
  case account(Account.ID)
  /// The form for a transfer from an account.
  case transfer(from: Account.ID)
}

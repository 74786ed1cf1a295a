/// A counted event. Cases have no payload, so they can't carry personal data.
public enum AnalyticsEvent: String, Hashable, Sendable {
  /// A customer signed in.
  case signedIn
  /// The bank rejected a sign-in.
  case signInFailed
  /// The customer signed out.
  case signedOut
  /// The user loaded the list of accounts.
  case accountsRefreshed
  /// The user opened an account.
  case accountOpened
  /// The user loaded older transactions.
  case moreTransactionsRead
  /// The user opened the transfer form.
  case transferBegun
  /// The bank carried out a transfer.
  case transferSent
  /// A transfer failed.
  case transferFailed
  /// The user closed the form without a transfer.
  case transferAbandoned
}

/// What is counted. Cases carry nothing, so that nothing about a person can be in them.
public enum AnalyticsEvent: String, Hashable, Sendable {
  /// Somebody has signed in.
  case signedIn
  /// The bank did not let somebody in.
  case signInFailed
  /// Somebody has left.
  case signedOut
  /// The list of accounts was asked for.
  case accountsRefreshed
  /// An account was chosen.
  case accountOpened
  /// Older transactions were asked for.
  case moreTransactionsRead
  /// A transfer was begun.
  case transferBegun
  /// A transfer was carried out.
  case transferSent
  /// A transfer was not carried out.
  case transferFailed
  /// A form was left without a transfer.
  case transferAbandoned
}

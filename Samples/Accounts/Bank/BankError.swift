/// The reason why a request to the bank failed.
public enum BankError: String, Error, Codable, CaseIterable, Sendable {
  /// The bank can't be reached.
  case offline
  /// The customer is unknown or the passcode is wrong.
  case wrongCredentials
  /// No user is signed in, or the session has expired.
  case sessionExpired
  /// The account doesn't exist or belongs to another customer.
  case noSuchAccount
  /// The account's balance is too low.
  case insufficientFunds
  /// The bank carried out the transfer before the user changed it.
  case alreadyCarriedOut
  /// The app sent nothing, because it can't store the transfer's key.
  case keyNotStored
}

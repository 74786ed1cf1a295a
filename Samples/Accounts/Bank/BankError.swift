/// Why the bank did not do what it was asked for, or was not asked.
public enum BankError: String, Error, Codable, CaseIterable, Sendable {
  /// It can't be reached.
  case offline
  /// It doesn't know such a customer, or the passcode is wrong.
  case wrongCredentials
  /// Nobody has signed in, or too long ago.
  case sessionExpired
  /// It has no such account, or not for this customer.
  case noSuchAccount
  /// There is not enough on the account.
  case insufficientFunds
  /// It has carried the transfer out before something was changed in it.
  case alreadyCarriedOut
  /// It was not asked, because the app can't store the key of the transfer.
  case keyNotStored
}

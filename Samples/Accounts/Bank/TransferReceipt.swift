/// What the bank says when it has moved money.
public struct TransferReceipt: Codable, Hashable, Sendable {
  /// The transaction that it made.
  public var transactionID: Transaction.ID
  /// What is left on the account.
  public var balance: Money

  /// Creates a receipt.
  public init(transactionID: Transaction.ID, balance: Money) {
    self.transactionID = transactionID
    self.balance = balance
  }
}

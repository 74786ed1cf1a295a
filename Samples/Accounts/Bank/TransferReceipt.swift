/// The bank's confirmation of a transfer.
public struct TransferReceipt: Codable, Hashable, Sendable {
  /// The id of the new transaction.
  public var transactionID: Transaction.ID
  /// The remaining balance.
  public var balance: Money

  /// Creates a receipt.
  public init(transactionID: Transaction.ID, balance: Money) {
    self.transactionID = transactionID
    self.balance = balance
  }
}

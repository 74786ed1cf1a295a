/// A part of an account's statement, the newest first.
public struct TransactionPage: Codable, Hashable, Sendable {
  /// Where a page begins: after the transaction with this id.
  public typealias Cursor = Transaction.ID

  /// The transactions of the page.
  public var transactions: [Transaction]
  /// Where the next page begins; `nil` if this is the last.
  public var next: Cursor?

  /// Creates a page.
  public init(transactions: [Transaction], next: Cursor?) {
    self.transactions = transactions
    self.next = next
  }
}

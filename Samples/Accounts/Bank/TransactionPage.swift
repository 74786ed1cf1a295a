/// A page of an account's statement, newest first.
public struct TransactionPage: Codable, Hashable, Sendable {
  /// The start of a page: the id of the transaction before it.
  public typealias Cursor = Transaction.ID

  /// The page's transactions.
  public var transactions: [Transaction]
  /// The start of the next page; `nil` on the last page.
  public var next: Cursor?

  /// Creates a page.
  public init(transactions: [Transaction], next: Cursor?) {
    self.transactions = transactions
    self.next = next
  }
}

public import ReduxStore

/// The state of the account screen.
public struct DetailState: Codable, Hashable, Sendable {
  /// The shown account.
  public let accountID: Account.ID
  /// The loaded pages of the statement, merged, newest first.
  public var transactions: DataState<[Transaction], BankError>
  /// The cursor of the next page; `nil` after the last page and before the first has arrived.
  public var next: TransactionPage.Cursor?
  /// The awaited request; any other answer is too late or belongs to another account.
  public var request: RequestID?

  /// Creates a state; by default, that of a new screen.
  public init(
    accountID: Account.ID, transactions: DataState<[Transaction], BankError> = .idle,
    next: TransactionPage.Cursor? = nil, request: RequestID? = nil
  ) {
    self.accountID = accountID
    self.transactions = transactions
    self.next = next
    self.request = request
  }

  /// The cursor of the next page, if it can be requested now.
  var nextPage: TransactionPage.Cursor? { transactions.isLoading ? nil : next }

  /// Stops awaiting an answer.
  mutating func stopWaiting() {
    transactions.cancelLoading()
    request = nil
  }
}

public import ReduxStore

/// The screen of one account.
public struct DetailState: Codable, Hashable, Sendable {
  /// The account that is shown.
  public let accountID: Account.ID
  /// The pages of its statement that have arrived, in one, the newest transaction first.
  public var transactions: DataState<[Transaction], BankError>
  /// Where the next page begins; `nil` after the last, and before the first has arrived.
  public var next: TransactionPage.Cursor?
  /// The request whose answer is awaited; any other answer comes too late, or was meant for another account.
  public var request: RequestID?

  /// Creates a state; without more than an account, that of a screen that has just appeared.
  public init(
    accountID: Account.ID, transactions: DataState<[Transaction], BankError> = .idle,
    next: TransactionPage.Cursor? = nil, request: RequestID? = nil
  ) {
    self.accountID = accountID
    self.transactions = transactions
    self.next = next
    self.request = request
  }

  /// Where the next page begins, if it can be asked for now.
  var nextPage: TransactionPage.Cursor? { transactions.isLoading ? nil : next }

  /// Awaits no answer any more.
  mutating func stopWaiting() {
    transactions.cancelLoading()
    request = nil
  }
}

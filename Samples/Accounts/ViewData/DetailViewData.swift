import ReduxStore

/// The content of the account screen.
public struct DetailViewData: Hashable, Sendable {
  /// One transaction.
  public struct Row: Hashable, Identifiable, Sendable {
    /// The transaction.
    public var id: Transaction.ID
    /// The value date.
    public var day: String
    /// The counterparty and the purpose.
    public var text: String
    /// The amount.
    public var amount: String
    /// Whether it is income, shown in green.
    public var isIncome: Bool

    /// Creates a row.
    public init(id: Transaction.ID, day: String, text: String, amount: String, isIncome: Bool = false) {
      self.id = id
      self.day = day
      self.text = text
      self.amount = amount
      self.isIncome = isIncome
    }
  }

  /// The account's name; empty while unknown.
  public var title: String
  /// The account's balance.
  public var balance: String
  /// The account's transactions.
  public var rows: [Row]
  /// Whether older transactions can be loaded.
  public var hasMore: Bool
  /// Whether to show a spinner.
  public var isLoading: Bool
  /// An error message.
  public var message: String?

  /// Creates view data.
  public init(
    title: String, balance: String, rows: [Row] = [], hasMore: Bool = false, isLoading: Bool = false,
    message: String? = nil
  ) {
    self.title = title
    self.balance = balance
    self.rows = rows
    self.hasMore = hasMore
    self.isLoading = isLoading
    self.message = message
  }

  init(_ detail: DetailState, of accounts: DataState<[Account], BankError>) {
    let account = accounts.value?.first { $0.id == detail.accountID }
    // The screen shows both: it is busy while either loads, and shows either's error.
    let both = accounts.combined(with: detail.transactions) { _, transactions in transactions }
    self.init(
      title: account?.name ?? "", balance: account?.balance.shown ?? "",
      rows: (detail.transactions.value ?? []).map(Row.init),
      hasMore: detail.next != nil, isLoading: accounts.isLoading || detail.transactions.isLoading,
      message: both.error?.shown)
  }
}

extension DetailViewData.Row {
  fileprivate init(_ transaction: Transaction) {
    self.init(
      id: transaction.id, day: transaction.day,
      text: transaction.purpose.isEmpty
        ? transaction.counterparty : "\(transaction.counterparty): \(transaction.purpose)",
      amount: transaction.amount.shown, isIncome: transaction.amount.cents > 0)
  }
}

import ReduxStore

/// What the screen of one account shows.
public struct DetailViewData: Hashable, Sendable {
  /// One transaction.
  public struct Row: Hashable, Identifiable, Sendable {
    /// The transaction.
    public var id: Transaction.ID
    /// The day on which it counts.
    public var day: String
    /// With whom, and what for.
    public var text: String
    /// How much came or went.
    public var amount: String
    /// Whether it came, to be shown in green.
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

  /// What the account is called; empty while it isn't known.
  public var title: String
  /// What is on it.
  public var balance: String
  /// Its transactions.
  public var rows: [Row]
  /// Whether older ones can be asked for.
  public var hasMore: Bool
  /// Whether there is a spinner.
  public var isLoading: Bool
  /// What went wrong.
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
    // The screen shows both: it is busy while either is on its way, and tells of either's trouble.
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

import ReduxStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What the list of accounts shows.
public struct ListViewData: Hashable, Sendable {
  /// One account.
  public struct Row: Hashable, Identifiable, Sendable {
    /// The account.
    public var id: Account.ID
    /// What its owner calls it.
    public var name: String
    /// The end of its number.
    public var number: String
    /// What is on it.
    public var balance: String

    /// Creates a row.
    public init(id: Account.ID, name: String, number: String, balance: String) {
      self.id = id
      self.name = name
      self.number = number
      self.balance = balance
    }
  }

  /// The accounts; none before any have arrived.
  public var rows: [Row]
  /// What is on all accounts together.
  public var total: String?
  /// When that was so.
  public var updated: Date?
  /// Whether there is a spinner.
  public var isLoading: Bool
  /// What went wrong.
  public var message: String?

  /// Creates view data.
  public init(
    rows: [Row] = [], total: String? = nil, updated: Date? = nil, isLoading: Bool = false, message: String? = nil
  ) {
    self.rows = rows
    self.total = total
    self.updated = updated
    self.isLoading = isLoading
    self.message = message
  }

  init(_ list: ListState) {
    let rows = list.accounts.map { accounts in
      accounts.map { Row(id: $0.id, name: $0.name, number: $0.shownNumber, balance: $0.balance.shown) }
    }
    let total = list.accounts.map { accounts in accounts.reduce(Money(cents: 0)) { $0 + $1.balance } }
    self.init(
      rows: rows.value ?? [], total: total.value?.shown, updated: list.updated, isLoading: rows.isLoading,
      message: rows.error?.shown)
  }
}

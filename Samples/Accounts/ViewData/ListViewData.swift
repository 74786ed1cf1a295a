import ReduxStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The content of the list of accounts.
public struct ListViewData: Hashable, Sendable {
  /// One account.
  public struct Row: Hashable, Identifiable, Sendable {
    /// The account.
    public var id: Account.ID
    /// The customer's name for it.
    public var name: String
    /// The last digits of its number.
    public var number: String
    /// The account's balance.
    public var balance: String

    /// Creates a row.
    public init(id: Account.ID, name: String, number: String, balance: String) {
      self.id = id
      self.name = name
      self.number = number
      self.balance = balance
    }
  }

  /// The accounts; empty until they have arrived.
  public var rows: [Row]
  /// The sum of all balances.
  public var total: String?
  /// When the balances were current.
  public var updated: Date?
  /// Whether to show a spinner.
  public var isLoading: Bool
  /// An error message.
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

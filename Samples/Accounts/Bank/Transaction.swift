/// One entry of an account's statement.
public struct Transaction: Codable, Hashable, Identifiable, Sendable {
  /// What tells it from all other transactions.
  public let id: String
  /// The day on which it counts, as ISO 8601 writes it: `2026-03-14`.
  public let day: String
  /// Who got the money, or gave it.
  public let counterparty: String
  /// What it was for.
  public let purpose: String
  /// How much came, or, if it is negative, went.
  public let amount: Money

  /// Creates a transaction.
  public init(id: ID, day: String, counterparty: String, purpose: String, amount: Money) {
    self.id = id
    self.day = day
    self.counterparty = counterparty
    self.purpose = purpose
    self.amount = amount
  }
}

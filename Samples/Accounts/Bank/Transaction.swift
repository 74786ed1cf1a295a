/// An entry of an account's statement.
public struct Transaction: Codable, Hashable, Identifiable, Sendable {
  /// A unique identifier.
  public let id: String
  /// The value date in ISO 8601: `2026-03-14`.
  public let day: String
  /// The payee or payer.
  public let counterparty: String
  /// The purpose.
  public let purpose: String
  /// The amount; negative for outgoing payments.
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

/// An account, as the bank describes it.
public struct Account: Codable, Hashable, Identifiable, Sendable {
  /// A unique identifier.
  public let id: String
  /// The customer's name for it.
  public var name: String
  /// The account number. The recorder's default rules redact members with this name.
  public var iban: String
  /// The current balance.
  public var balance: Money

  /// Creates an account.
  public init(id: ID, name: String, iban: String, balance: Money) {
    self.id = id
    self.name = name
    self.iban = iban
    self.balance = balance
  }
}

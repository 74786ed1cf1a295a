/// An account, as the bank tells of it.
public struct Account: Codable, Hashable, Identifiable, Sendable {
  /// What tells it from all other accounts.
  public let id: String
  /// What its owner calls it.
  public var name: String
  /// Its number. A recorder's usual rules redact what has this name.
  public var iban: String
  /// What is on it.
  public var balance: Money

  /// Creates an account.
  public init(id: ID, name: String, iban: String, balance: Money) {
    self.id = id
    self.name = name
    self.iban = iban
    self.balance = balance
  }
}

/// What a bank needs to know to move money.
public struct TransferOrder: Hashable, Sendable {
  /// The account that the money is taken from.
  public var from: Account.ID
  /// Who gets it.
  public var recipient: String
  /// The number of the account that it goes to.
  public var iban: String
  /// How much.
  public var amount: Money
  /// What it is for.
  public var purpose: String

  /// Creates an order.
  public init(from: Account.ID, recipient: String, iban: String, amount: Money, purpose: String) {
    self.from = from
    self.recipient = recipient
    self.iban = iban
    self.amount = amount
    self.purpose = purpose
  }
}

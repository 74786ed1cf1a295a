/// An order to move money.
public struct TransferOrder: Hashable, Sendable {
  /// The account to debit.
  public var from: Account.ID
  /// The recipient's name.
  public var recipient: String
  /// The recipient's account number.
  public var iban: String
  /// The amount.
  public var amount: Money
  /// The purpose.
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

public import ReduxStore

/// The state of the transfer form, with the user's input as typed.
public struct TransferState: Codable, Hashable, Sendable {
  /// The account to debit.
  public let from: Account.ID
  /// The recipient's name.
  public var recipient: String
  /// The recipient's account number. The recorder's default rules redact members with this name.
  public var iban: String
  /// The amount.
  public var amount: String
  /// The purpose.
  public var purpose: String
  /// The result; idle until the form is sent.
  public var receipt: DataState<TransferReceipt, BankError>
  /// The awaited request; any other answer is too late.
  public var request: RequestID?
  /// The bank's key for the transfer, set when the form is first sent.
  public var key: TransferKey?

  /// Creates a state; by default, an empty form.
  public init(
    from: Account.ID, recipient: String = "", iban: String = "", amount: String = "", purpose: String = "",
    receipt: DataState<TransferReceipt, BankError> = .idle, request: RequestID? = nil, key: TransferKey? = nil
  ) {
    self.from = from
    self.recipient = recipient
    self.iban = iban
    self.amount = amount
    self.purpose = purpose
    self.receipt = receipt
    self.request = request
    self.key = key
  }

  /// The order, if the form is complete and hasn't been carried out.
  public var order: TransferOrder? {
    guard !recipient.isEmpty, !iban.isEmpty, receipt.value == nil, let amount = Money(typed: amount), amount.cents > 0
    else { return nil }
    return TransferOrder(from: from, recipient: recipient, iban: iban, amount: amount, purpose: purpose)
  }

  /// Stops awaiting an answer, but keeps the key.
  ///
  /// The bank may have carried out the order without the app receiving the answer. If the user sends it again, the bank
  /// recognises the key.
  mutating func stopWaiting() {
    receipt.cancelLoading()
    request = nil
  }
}

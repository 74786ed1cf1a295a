public import ReduxStore

/// The form for a transfer. It holds what was typed, as it was typed.
public struct TransferState: Codable, Hashable, Sendable {
  /// The account that the money is taken from.
  public let from: Account.ID
  /// Who gets it.
  public var recipient: String
  /// The number of the account that it goes to. A recorder's usual rules redact what has this name.
  public var iban: String
  /// How much.
  public var amount: String
  /// What it is for.
  public var purpose: String
  /// What became of it: idle until it is sent.
  public var receipt: DataState<TransferReceipt, BankError>
  /// The request whose answer is awaited; any other answer comes too late.
  public var request: RequestID?
  /// What the bank knows the transfer by, from the first time that it is sent.
  public var key: TransferKey?

  /// Creates a state; without more than an account, that of an empty form.
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

  /// What the form asks for, if it is complete and has not been carried out.
  public var order: TransferOrder? {
    guard !recipient.isEmpty, !iban.isEmpty, receipt.value == nil, let amount = Money(typed: amount), amount.cents > 0
    else { return nil }
    return TransferOrder(from: from, recipient: recipient, iban: iban, amount: amount, purpose: purpose)
  }

  /// Awaits no answer any more.
  ///
  /// Whoever stops fetching something has it, or doesn't, and may fetch it again. An order may have been carried out although
  /// nobody heard the answer: so the key stays, and if it is sent again, the bank knows it.
  mutating func stopWaiting() {
    receipt.cancelLoading()
    request = nil
  }
}

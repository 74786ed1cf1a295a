import ReduxStore

/// The content of the transfer form.
public struct TransferViewData: Hashable, Sendable {
  /// The account to debit and its balance; empty while unknown.
  public var from: String
  /// The recipient's name, as typed.
  public var recipient: String
  /// The recipient's account number, as typed.
  public var iban: String
  /// The amount, as typed.
  public var amount: String
  /// The purpose, as typed.
  public var purpose: String
  /// Whether Send is enabled.
  public var canSend: Bool
  /// Whether to show a spinner.
  public var isSending: Bool
  /// An error or success message.
  public var message: String?

  /// Creates view data.
  public init(
    from: String, recipient: String = "", iban: String = "", amount: String = "", purpose: String = "",
    canSend: Bool = false, isSending: Bool = false, message: String? = nil
  ) {
    self.from = from
    self.recipient = recipient
    self.iban = iban
    self.amount = amount
    self.purpose = purpose
    self.canSend = canSend
    self.isSending = isSending
    self.message = message
  }

  init(_ form: TransferState, of accounts: DataState<[Account], BankError>) {
    let account = accounts.value?.first { $0.id == form.from }
    self.init(
      from: account.map { "\($0.name), \($0.balance.shown)" } ?? "", recipient: form.recipient, iban: form.iban,
      amount: form.amount, purpose: form.purpose,
      canSend: account != nil && form.order != nil && !form.receipt.isLoading,
      isSending: form.receipt.isLoading,
      message: form.receipt.error?.shown ?? form.receipt.value.map { "Sent. \($0.balance.shown) are left." })
  }
}

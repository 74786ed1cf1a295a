import ReduxStore

/// What the transfer form shows.
public struct TransferViewData: Hashable, Sendable {
  /// The account that the money is taken from, and what is on it; empty while it isn't known.
  public var from: String
  /// Who gets it, as typed.
  public var recipient: String
  /// The number of the account that it goes to, as typed.
  public var iban: String
  /// How much, as typed.
  public var amount: String
  /// What it is for, as typed.
  public var purpose: String
  /// Whether Send can be tapped.
  public var canSend: Bool
  /// Whether there is a spinner.
  public var isSending: Bool
  /// What went wrong, or that it went well.
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

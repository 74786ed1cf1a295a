extension AccountsAction {
  /// An action of the transfer form.
  public enum Transfer: Codable, Hashable, Sendable {
    /// The user typed the recipient's name.
    case recipientTyped(String)
    /// The user typed the recipient's account number.
    case ibanTyped(iban: String)
    /// The user typed the amount.
    case amountTyped(String)
    /// The user typed the purpose.
    case purposeTyped(String)
    /// A wish: send the order. The delegation turns it into `sending`, or drops it if the form is incomplete or being
    /// sent.
    case send
    /// The form handed the order to the host. The key counts only if the form has none yet.
    case sending(request: RequestID, key: TransferKey)
    /// The host returned the bank's answer.
    case answered(request: RequestID, answer: Answer<TransferReceipt>)
    /// The user left the form.
    case closed
  }
}

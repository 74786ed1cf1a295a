extension AccountsAction {
  /// What can happen in the transfer form.
  public enum Transfer: Codable, Hashable, Sendable {
    /// Who gets the money was typed.
    case recipientTyped(String)
    /// The number of the account that it goes to was typed.
    case ibanTyped(iban: String)
    /// How much was typed.
    case amountTyped(String)
    /// What it is for was typed.
    case purposeTyped(String)
    /// A wish: to send what the form asks for. The delegation makes `sending` of it, or nothing, if the form isn't complete,
    /// or is being sent.
    case send
    /// The host has been asked to send it, with a key that counts if the form has none yet.
    case sending(request: RequestID, key: TransferKey)
    /// The host has the bank's answer.
    case answered(request: RequestID, answer: Answer<TransferReceipt>)
    /// The form has been left.
    case closed
  }
}

/// Performs the transfer form's work that only the surrounding app can do.
public protocol TransferDelegate: Sendable {
  /// Carries out the form's order.
  func carryOut(_ order: TransferOrder, key: TransferKey) async throws(BankError) -> TransferReceipt
}

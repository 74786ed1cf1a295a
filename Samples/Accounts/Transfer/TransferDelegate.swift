/// Does for the transfer form what only the app around it can do.
public protocol TransferDelegate: Sendable {
  /// Carries out an order that the form has handed back to its host.
  func carryOut(_ order: TransferOrder, key: TransferKey) async throws(BankError) -> TransferReceipt
}

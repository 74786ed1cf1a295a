/// The bank's service. Only middleware calls it, never a reducer.
public protocol Bank: Sendable {
  /// Starts a session for a customer.
  func signIn(name: String, passcode: String) async throws(BankError) -> Customer

  /// Returns the signed-in customer's accounts.
  func accounts() async throws(BankError) -> [Account]

  /// Returns a page of an account's transactions, newest first; without a cursor, the first page.
  func transactions(
    of account: Account.ID, after cursor: TransactionPage.Cursor?
  ) async throws(BankError) -> TransactionPage

  /// Moves money once per key.
  ///
  /// The same order with the same key gets the same receipt. A different order with a used key fails with
  /// `alreadyCarriedOut`.
  func transfer(_ order: TransferOrder, key: TransferKey) async throws(BankError) -> TransferReceipt
}

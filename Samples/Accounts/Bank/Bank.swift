/// The bank's service, as the features see it. Only middleware calls it, never a reducer.
public protocol Bank: Sendable {
  /// Begins a session for a customer.
  func signIn(name: String, passcode: String) async throws(BankError) -> Customer

  /// The accounts of the customer who has signed in.
  func accounts() async throws(BankError) -> [Account]

  /// A page of an account's transactions, the newest first; without a cursor, the first page.
  func transactions(
    of account: Account.ID, after cursor: TransactionPage.Cursor?
  ) async throws(BankError) -> TransactionPage

  /// Moves money, once for a key: asked again with the same key for the same, it answers with the same receipt. If what it
  /// has carried out with that key was another order, it fails with `alreadyCarriedOut`.
  func transfer(_ order: TransferOrder, key: TransferKey) async throws(BankError) -> TransferReceipt
}

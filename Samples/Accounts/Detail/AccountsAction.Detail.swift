extension AccountsAction {
  /// An action of the account screen.
  public enum Detail: Codable, Hashable, Sendable {
    /// A wish: load the newest transactions. The service turns it into `loading`.
    case load
    /// A wish: load older transactions. The service turns it into `loading`, or drops it if it has no more or is
    /// loading some.
    case loadMore
    /// The app asked the bank for an account's transactions.
    case loading(request: RequestID, account: Account.ID)
    /// The bank answered with the page after a transaction or with the first page.
    case loaded(request: RequestID, after: TransactionPage.Cursor? = nil, answer: Answer<TransactionPage>)
    /// The user starts a transfer from the account.
    case transferTapped
    /// The user left the screen.
    case closed
  }
}

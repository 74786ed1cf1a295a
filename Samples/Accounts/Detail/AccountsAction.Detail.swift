extension AccountsAction {
  /// What can happen on the screen of one account.
  public enum Detail: Codable, Hashable, Sendable {
    /// A wish: to see the newest transactions. The service makes `loading` of it.
    case load
    /// A wish: to see older transactions than those that are shown. The service makes `loading` of it, or nothing, if there
    /// are none, or some are on their way.
    case loadMore
    /// The bank has been asked for transactions of an account.
    case loading(request: RequestID, account: Account.ID)
    /// The bank has answered, with the page after a transaction or with the first page.
    case loaded(request: RequestID, after: TransactionPage.Cursor? = nil, answer: Answer<TransactionPage>)
    /// A transfer is to be made from the account.
    case transferTapped
    /// The screen has been left.
    case closed
  }
}

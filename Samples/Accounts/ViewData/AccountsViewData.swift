/// The content of all screens, computed from the state; views only lay it out.
///
/// ```swift
/// let screens = host.store.observe(AccountsViewData.init)
/// ```
public struct AccountsViewData: Hashable, Sendable {
  /// The sign-in screen; `nil` while signed in.
  public var signIn: SignInViewData?
  /// The list of accounts.
  public var list: ListViewData
  /// The open account.
  public var detail: DetailViewData?
  /// The transfer form.
  public var transfer: TransferViewData?

  /// Creates the view data of a state.
  public init(_ state: AccountsState) {
    signIn = state.session.isSignedIn ? nil : SignInViewData(state.session)
    list = ListViewData(state.list)
    detail = state.detail.map { DetailViewData($0, of: state.list.accounts) }
    transfer = state.transfer.map { TransferViewData($0, of: state.list.accounts) }
  }
}

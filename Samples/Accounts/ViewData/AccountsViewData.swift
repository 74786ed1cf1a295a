/// What all screens show, made from the state in one place: views only lay it out.
///
/// ```swift
/// let screens = host.store.observe(AccountsViewData.init)
/// ```
public struct AccountsViewData: Hashable, Sendable {
  /// Where somebody signs in; `nil` when somebody has.
  public var signIn: SignInViewData?
  /// The list of accounts.
  public var list: ListViewData
  /// The account that is open.
  public var detail: DetailViewData?
  /// The transfer form.
  public var transfer: TransferViewData?

  /// What is shown of a state.
  public init(_ state: AccountsState) {
    signIn = state.session.isSignedIn ? nil : SignInViewData(state.session)
    list = ListViewData(state.list)
    detail = state.detail.map { DetailViewData($0, of: state.list.accounts) }
    transfer = state.transfer.map { TransferViewData($0, of: state.list.accounts) }
  }
}

/// The whole state of the app: a slice for each feature. Those of screens that come and go are optional.
public struct AccountsState: Codable, Hashable, Sendable {
  /// Who has signed in.
  public var session: SessionState
  /// The list of accounts.
  public var list: ListState
  /// The account that is open, if one is.
  public var detail: DetailState?
  /// The transfer that is being made, if one is.
  public var transfer: TransferState?

  /// Creates a state; without arguments, that in which nobody has signed in.
  public init(
    session: SessionState = SessionState(), list: ListState = ListState(), detail: DetailState? = nil,
    transfer: TransferState? = nil
  ) {
    self.session = session
    self.list = list
    self.detail = detail
    self.transfer = transfer
  }
}

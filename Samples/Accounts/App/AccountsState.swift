/// The whole state of the app: one slice per feature, optional for screens that come and go.
public struct AccountsState: Codable, Hashable, Sendable {
  /// The session.
  public var session: SessionState
  /// The list of accounts.
  public var list: ListState
  /// The open account, if any.
  public var detail: DetailState?
  /// The open transfer form, if any.
  public var transfer: TransferState?

  /// Creates a state; by default, signed out.
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

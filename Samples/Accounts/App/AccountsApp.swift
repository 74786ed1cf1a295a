public import ReduxReplay
public import ReduxStore

/// A small banking app: accounts, their transactions, and transfers.
public enum AccountsApp: ReplayableApp {
  /// The name in a journal's header.
  public static let name = "accounts"
  /// The version of the app.
  public static let version: String? = "1.0"
  /// The version of the shape of `AccountsState` and `AccountsAction`.
  public static let schema: Int? = 1

  /// The signed-out state.
  public static var initialState: AccountsState { AccountsState() }

  /// Runs each feature's reducer on its slice, then `flow`.
  public static let reducer: Reducer<AccountsState, AccountsAction> = .combine(
    SessionFeature.reducer.pullback(state: \.session, action: \.session),
    ListFeature.reducer.pullback(state: \.list, action: \.list),
    DetailFeature.reducer.pullback(state: \.detail, action: \.detail),
    TransferFeature.reducer.pullback(state: \.transfer, action: \.transfer),
    flow)

  /// Reduces an action. An action that arrives too late changes nothing.
  public static func reduce(_ state: inout AccountsState, _ action: AccountsAction) {
    reducer(&state, action)
  }
}

public import ReduxReplay
public import ReduxStore

/// A small bank in the hand: accounts, their transactions, and transfers.
public enum AccountsApp: ReplayableApp {
  /// The name in a journal's header.
  public static let name = "accounts"
  /// The version of the app.
  public static let version: String? = "1.0"
  /// The version of the shape of `AccountsState` and `AccountsAction`.
  public static let schema: Int? = 1

  /// The app before anybody has signed in.
  public static var initialState: AccountsState { AccountsState() }

  /// The reducers of all features, each on its own slice, and then what their actions mean to each other.
  public static let reducer: Reducer<AccountsState, AccountsAction> = .combine(
    SessionFeature.reducer.pullback(state: \.session, action: \.session),
    ListFeature.reducer.pullback(state: \.list, action: \.list),
    DetailFeature.reducer.pullback(state: \.detail, action: \.detail),
    TransferFeature.reducer.pullback(state: \.transfer, action: \.transfer),
    flow)

  /// Changes the state as the action asks for. No action is refused: one that comes too late changes nothing.
  public static func reduce(_ state: inout AccountsState, _ action: AccountsAction) {
    reducer(&state, action)
  }
}

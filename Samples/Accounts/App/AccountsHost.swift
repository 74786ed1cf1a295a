public import ReduxStore

/// The app around the features: it holds the one store, gives each feature its own, and wires what they do.
public struct AccountsHost: Sendable {
  /// The store that holds everything.
  public let store: Store<AccountsState, AccountsAction>
  /// What signing in sees of it.
  public let session: FeatureStore<SessionState, AccountsAction.Session>
  /// What the list of accounts sees of it.
  public let list: FeatureStore<ListState, AccountsAction.List>
  /// What the screen of one account sees of it.
  public let detail: FeatureStore<DetailState?, AccountsAction.Detail>
  /// What the transfer form sees of it.
  public let transfer: FeatureStore<TransferState?, AccountsAction.Transfer>

  /// Creates the app.
  ///
  /// ```swift
  /// let recorder = try Recorder(path: path, app: AppIdentity(name: AccountsApp.name))
  /// let host = AccountsHost(
  ///   environment: environment, reducer: Reducer(recorder.recording(AccountsApp.reduce)))
  /// ```
  ///
  /// - Parameters:
  ///   - environment: what middleware works with.
  ///   - initialState: where the app starts; one that was restored must be followed by the action `resumed`.
  ///   - reducer: the root reducer; the place to wrap a recorder around.
  public init(
    environment: AccountsEnvironment, initialState: AccountsState = AccountsApp.initialState,
    reducer: Reducer<AccountsState, AccountsAction> = AccountsApp.reducer
  ) {
    store = Store(
      initialState: initialState, reducer: reducer, middleware: AccountsHost.middleware(environment))
    session = store.scope(state: \.session, action: AccountsAction.session)
    list = store.scope(state: \.list, action: AccountsAction.list)
    detail = store.scope(state: \.detail, action: AccountsAction.detail)
    transfer = store.scope(state: \.transfer, action: AccountsAction.transfer)
  }
}

public import ReduxPersistence
public import ReduxStore
public import ReduxTimeTravel

/// The app around the features: it holds the one store, gives each feature its own, and wires what they do.
public struct AccountsHost: Sendable {
  /// The store's last states, for a debug build's slider. After it has resumed one, dispatch `resumed`.
  public let timeline: StoreTimeline<AccountsState, AccountsAction>
  /// The store that holds everything.
  public var store: Store<AccountsState, AccountsAction> { timeline.store }
  /// What signing in sees of it.
  public let session: FeatureStore<SessionState, AccountsAction.Session>
  /// What the list of accounts sees of it.
  public let list: FeatureStore<ListState, AccountsAction.List>
  /// What the screen of one account sees of it.
  public let detail: FeatureStore<DetailState?, AccountsAction.Detail>
  /// What the transfer form sees of it.
  public let transfer: FeatureStore<TransferState?, AccountsAction.Transfer>
  private let persister: Persister<AccountsState, AccountsAction>?

  /// Creates the app. If its state is kept, it goes on where it was left: `resumed` is its first action.
  ///
  /// ```swift
  /// let recorder = try Recorder(path: path, app: AppIdentity(AccountsApp.self))
  /// let host = AccountsHost(
  ///   environment: environment, reducer: Reducer(recorder.recording(AccountsApp.reduce)),
  ///   keeping: try AccountsPersistence.files(in: folder), replacing: { recorder.noteReplacedState() })
  /// ```
  ///
  /// - Parameters:
  ///   - environment: what middleware works with.
  ///   - initialState: where the app starts; one that was restored must be followed by the action `resumed`.
  ///   - reducer: the root reducer; the place to wrap a recorder around.
  ///   - persistence: where the state is kept; `nil` if it isn't.
  ///   - replacing: runs in the store's lock when another state takes the place of the head without an action: it was
  ///     restored, or the timeline has resumed it. What records the store has to learn of it.
  ///   - onLoss: is told of what was stored and can't be restored.
  ///   - onFailure: is told of what can't be stored. Until it can be, no transfer is sent.
  public init(
    environment: AccountsEnvironment, initialState: AccountsState = AccountsApp.initialState,
    reducer: Reducer<AccountsState, AccountsAction> = AccountsApp.reducer,
    keeping persistence: StatePersistence<AccountsState>? = nil, replacing: @escaping @Sendable () -> Void = {},
    onLoss: @escaping @Sendable (SliceLoss) -> Void = { _ in },
    onFailure: @escaping @Sendable (PersistenceFailure) -> Void = { _ in }
  ) {
    let persister = persistence.map {
      Persister<AccountsState, AccountsAction>($0, onLoss: onLoss, onFailure: onFailure)
    }
    let keeping = persister.map { $0.middleware(restoringAt: { $0 == .resumed }, replacing: replacing) }
    let middleware = AccountsHost.middleware(environment) { () throws(PersistenceError) in try persister?.flush() }
    timeline = StoreTimeline(
      initialState: initialState, reducer: AccountsApp.reducer, live: reducer,
      middleware: (keeping.map { [$0] } ?? []) + middleware, onResume: replacing)
    self.persister = persister
    let store = timeline.store
    session = store.scope(state: \.session, action: AccountsAction.session)
    list = store.scope(state: \.list, action: AccountsAction.list)
    detail = store.scope(state: \.detail, action: AccountsAction.detail)
    transfer = store.scope(state: \.transfer, action: AccountsAction.transfer)
    if persister != nil { store.dispatch(.resumed) }
  }

  /// Stores what isn't stored yet, if the state is kept: before the app goes to the background, or ends.
  ///
  /// - Throws: `PersistenceError` if a part of the state could not be stored.
  public func save() throws(PersistenceError) {
    try persister?.flush()
  }
}

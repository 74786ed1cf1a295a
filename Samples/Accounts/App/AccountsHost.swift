public import ReduxPersistence
public import ReduxStore
public import ReduxTimeTravel

/// Connects the features: owns the one store, gives each feature its own view of it, and wires their middleware.
public struct AccountsHost: Sendable {
  /// The store's recent states, for a debug build's slider. Dispatch `resumed` after resuming one.
  public let timeline: StoreTimeline<AccountsState, AccountsAction>
  /// The store of the whole app.
  public var store: Store<AccountsState, AccountsAction> { timeline.store }
  /// The session feature's store.
  public let session: FeatureStore<SessionState, AccountsAction.Session>
  /// The list feature's store.
  public let list: FeatureStore<ListState, AccountsAction.List>
  /// The account screen's store.
  public let detail: FeatureStore<DetailState?, AccountsAction.Detail>
  /// The transfer form's store.
  public let transfer: FeatureStore<TransferState?, AccountsAction.Transfer>
  private let persister: Persister<AccountsState, AccountsAction>?

  /// Creates the app. If its state is stored, the app restores it and dispatches `resumed` first.
  ///
  /// ```swift
  /// let recorder = try Recorder(path: path, app: AppIdentity(AccountsApp.self))
  /// let host = AccountsHost(
  ///   environment: environment, reducer: Reducer(recorder.recording(AccountsApp.reduce)),
  ///   keeping: try AccountsPersistence.files(in: folder), replacing: { recorder.noteReplacedState() })
  /// ```
  ///
  /// - Parameters:
  ///   - environment: The dependencies of the middleware.
  ///   - initialState: The first state; after a restored one, dispatch `resumed`.
  ///   - reducer: The root reducer; wrap a recorder around it.
  ///   - persistence: Where the state is stored; `nil` to store nothing.
  ///   - replacing: Runs in the store's lock when a restored or resumed state replaces the head without an action, so
  ///     that a recorder can note it.
  ///   - onLoss: Receives each stored part that can't be restored.
  ///   - onFailure: Receives each failure to store. Until storing succeeds, no transfer is sent.
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

  /// Stores pending changes; call it before the app enters the background or ends.
  ///
  /// - Throws: `PersistenceError` if a part of the state can't be stored.
  public func save() throws(PersistenceError) {
    try persister?.flush()
  }
}

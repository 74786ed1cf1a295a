public import ReduxPersistence
public import ReduxRecorder
public import ReduxStore
public import ReduxTimeTravel

/// The app without its screens: a recorded store with stored state and a timeline.
public final class FeedHost: Sendable {
  /// The store's recent states, for a debug build's slider.
  public let timeline: StoreTimeline<FeedState, FeedAction>
  /// The store.
  public var store: Store<FeedState, FeedAction> { timeline.store }
  private let persister: Persister<FeedState, FeedAction>
  private let recorder: Recorder?

  /// Creates a store; dispatch `launch` first, to restore its state.
  ///
  /// - Parameters:
  ///   - persistence: Where each part of the state is stored.
  ///   - policy: When to store.
  ///   - recorder: The recorder, if any.
  ///   - onFailure: Receives each failure to store.
  public init(
    keeping persistence: StatePersistence<FeedState>, storing policy: StoringPolicy<FeedAction> = .afterQuiet(),
    recorder: Recorder? = nil, onFailure: @escaping @Sendable (PersistenceFailure) -> Void = { _ in }
  ) {
    let reducer = Reducer<FeedState, FeedAction>.feed
    persister = Persister(persistence, storing: policy, onFailure: onFailure)
    self.recorder = recorder
    timeline = StoreTimeline(
      initialState: FeedState(), reducer: reducer, live: recorder.map { Reducer($0.recording(reducer.reduce)) },
      middleware: [
        persister.middleware(
          restoringAt: { if case .launch = $0 { true } else { false } },
          replacing: { recorder?.noteReplacedState() },
          following: { .restored($0) })
      ],
      onResume: { recorder?.noteReplacedState() })
  }

  /// Stores pending changes; call it before the app enters the background.
  ///
  /// - Throws: `PersistenceError` if a part of the state can't be stored.
  public func save() throws(PersistenceError) {
    try persister.flush()
  }

  /// Stores pending changes and closes the journal; call it before the process ends.
  ///
  /// - Throws: `PersistenceError` if a part of the state can't be stored.
  public func quit() throws(PersistenceError) {
    defer { recorder?.close() }
    try save()
  }
}

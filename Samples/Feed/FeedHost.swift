public import ReduxPersistence
public import ReduxRecorder
public import ReduxStore
public import ReduxTimeTravel

/// The app without its screens: a store that is recorded, whose state is kept, and that can be taken back in time.
public final class FeedHost: Sendable {
  /// The store's last states, for a debug build's slider.
  public let timeline: StoreTimeline<FeedState, FeedAction>
  /// The store.
  public var store: Store<FeedState, FeedAction> { timeline.store }
  private let persister: Persister<FeedState, FeedAction>
  private let recorder: Recorder?

  /// Makes a store; the first action to dispatch is the launch, which restores its state.
  ///
  /// - Parameters:
  ///   - persistence: where the parts of the state are kept.
  ///   - policy: when they are stored.
  ///   - recorder: what records it, if anything does.
  ///   - onFailure: is told of what can't be stored.
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

  /// Stores what isn't stored yet: before the app goes to the background.
  ///
  /// - Throws: `PersistenceError` if a part of the state could not be stored.
  public func save() throws(PersistenceError) {
    try persister.flush()
  }

  /// Stores what isn't stored yet, and closes the journal: before the process ends.
  ///
  /// - Throws: `PersistenceError` if a part of the state could not be stored.
  public func quit() throws(PersistenceError) {
    defer { recorder?.close() }
    try save()
  }
}

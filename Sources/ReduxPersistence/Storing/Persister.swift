import Dispatch
public import ReduxStore
import Synchronization

/// Restores a store's state at launch, and stores its changed slices: the cached state.
///
/// ```swift
/// let persister = Persister<AppState, AppAction>(persistence) { log("\($0)") }
/// let store = Store(
///   initialState: AppState(), reducer: app,
///   middleware: [persister.middleware(restoringAt: { $0 == .launch }), …])
/// store.dispatch(.launch)
/// ```
///
/// - **Only changed slices are stored**, found by their state hashes. An `EntityTable` keeps its hash up to date; other
///   slices are encoded to compute it, on the thread that stores.
/// - **Nothing is stored before the launch**, so an initial state never replaces a cache.
/// - **Only heads are stored**: a state that a timeline merely presents isn't; one that it resumes is, without an action.
///
/// The persister stores on its own queue, one state after the other. It holds the store's reduce lock just long enough to
/// take the slices. If the next action changes an array or a dictionary among them meanwhile, that action copies it; of an
/// `EntityTable`, only the changed chunks.
///
/// Until pending changes are stored, they keep the store alive. Call `flush()` before the process ends.
public final class Persister<State: Sendable, Action: Sendable>: Sendable {
  private enum Phase { case waiting, launching, launched }

  private struct Progress: Sendable {
    var phase = Phase.waiting
    /// Whether a new head appeared before the launch was over.
    var hasMissedHead = false
    /// The store, while it has pending changes and the queue waits to store them.
    var pending: Store<State, Action>?
    var quiet: QuietPeriod?
    weak var store: Store<State, Action>?
  }

  private let persistence: StatePersistence<State>
  private let policy: StoringPolicy<Action>
  private let onLoss: @Sendable (SliceLoss) -> Void
  private let onFailure: @Sendable (PersistenceFailure) -> Void
  /// Held by the launching thread, while others wait.
  private let mutex = RecursiveLock()
  private let queue = DispatchQueue(label: "reduxlog.persister")
  private let reports = DispatchQueue(label: "reduxlog.persister.reports")
  private let progress: Mutex<Progress>
  /// Only the queue uses it.
  private let index: Mutex<SliceIndex<State>>
  private let start = ContinuousClock.now

  /// Makes a persister, which does nothing until its middleware runs.
  ///
  /// - Parameters:
  ///   - persistence: the persistence of the state's slices.
  ///   - policy: when to store them.
  ///   - onLoss: receives each slice whose stored value could not be restored, on its own queue.
  ///   - onFailure: receives each slice that can't be stored, once until it can be stored again, on the same queue.
  public init(
    _ persistence: StatePersistence<State>, storing policy: StoringPolicy<Action> = .afterQuiet(),
    onLoss: @escaping @Sendable (SliceLoss) -> Void = { _ in },
    onFailure: @escaping @Sendable (PersistenceFailure) -> Void
  ) {
    self.persistence = persistence
    self.policy = policy
    self.onLoss = onLoss
    self.onFailure = onFailure
    var progress = Progress()
    if case .afterQuiet(let interval, let longest) = policy.kind {
      progress.quiet = QuietPeriod(interval: interval, longest: longest)
    }
    self.progress = Mutex(progress)
    index = Mutex(SliceIndex(persistence.slices))
  }

  /// Makes the middleware that restores the state at launch and watches it from then on. Put it outermost.
  ///
  /// When the launch action reaches the reducers, the state is already restored. So a recorder around the reducers begins
  /// its session with the restored state.
  ///
  /// The slices are read on the thread that dispatches the launch; other threads' actions wait meanwhile. They may then be
  /// reduced before the launch itself, and actions dispatched just before may be undone, so dispatch the launch first.
  ///
  /// - Precondition: It is the middleware of one store, and of the whole store.
  /// - Parameters:
  ///   - isLaunch: whether an action is the launch; only the first launch restores.
  ///   - replacing: runs inside the reduce lock right before the state is replaced, and must not call the store. If actions
  ///     may be recorded before the launch, call the recorder's `noteReplacedState()` here.
  ///   - follow: returns an action to dispatch after the launch, to report the outcome of each slice to the app.
  /// - Returns: the middleware.
  public func middleware(
    restoringAt isLaunch: @escaping @Sendable (Action) -> Bool,
    replacing: @escaping @Sendable () -> Void = {},
    following follow: @escaping @Sendable (RestoreReport) -> Action? = { _ in nil }
  ) -> Middleware<State, Action> {
    Middleware { action, context in
      guard let store = context.store else {
        // This depends only on where the app puts the middleware. Not `preconditionFailure`: optimised builds leave its
        // message out.
        fatalError(
          "ReduxPersistence: the middleware of a `Persister` was pulled back. It restores and stores the whole state of a "
            + "store, so it must be among the store's own middleware.")
      }
      let report = self.admit(store) { isLaunch(action) ? self.launch(store, replacing) : nil }
      context.next(action)
      if let report, let next = follow(report) { context.dispatch(next) }
    }
  }

  /// Stores all pending changes before it returns.
  ///
  /// Don't call it where the store's reduce lock is held, such as in a reducer. It does nothing after the store's release.
  ///
  /// - Throws: `PersistenceError` of the first slice that could not be stored; the others were. Before the launch,
  ///   `notLaunched`.
  public func flush() throws(PersistenceError) {
    let (phase, known) = progress.withLock { ($0.phase, $0.store) }
    guard phase == .launched else { throw PersistenceError(.notLaunched, place: "the state") }
    guard let store = known else { return queue.sync {} }
    let failure = queue.sync {
      progress.withLock { $0.pending = nil }
      return storeChanges(of: store)
    }
    if let failure { throw failure.error }
  }

  // MARK: Launch

  /// Runs the launch before an action passes; other threads' actions wait for it.
  private func admit(
    _ store: Store<State, Action>, _ launch: () -> RestoreReport?
  ) -> RestoreReport? {
    let (phase, known) = progress.withLock { ($0.phase, $0.store) }
    guard phase == .launched else { return mutex.withLock(launch) }
    guard known === store else {
      // The app put its middleware in two stores. The second would overwrite the stored state with its initial one.
      fatalError(
        "ReduxPersistence: a `Persister` was given to another store after its launch. Make one for each store.")
    }
    return nil
  }

  /// Reads the slices into the head; `nil` if an earlier launch did.
  private func launch(_ store: Store<State, Action>, _ replacing: () -> Void) -> RestoreReport? {
    let isFirst = progress.withLock { progress in
      guard progress.phase == .waiting else { return false }
      progress.phase = .launching
      progress.store = store
      return true
    }
    guard isFirst else { return nil }
    store.observeHeads { [weak self, weak store] action, _ in
      guard let self, let store else { return }
      noteHead(after: action, in: store)
    }
    let restorations = persistence.slices.map { slice in
      do throws(PersistenceError) {
        return try slice.restore()
      } catch {
        return Restoration<State>(outcome: .unavailable, loss: (nil, "\(error)"))
      }
    }
    let values = restorations.compactMap(\.apply)
    if !values.isEmpty {
      store.changeState { head in
        replacing()
        for apply in values { apply(&head) }
      }
    }
    let captured = capture(store)
    // Hashing costs as much as encoding, so it runs where no action waits for it.
    queue.async { self.index.withLock { $0.note(restorations, captured) } }
    let hasMissedHead = progress.withLock { progress in
      progress.phase = .launched
      return progress.hasMissedHead
    }
    if hasMissedHead { schedule(store) }
    report(restorations)
    return RestoreReport(
      slices: zip(persistence.slices, restorations).map { .init(name: $0.name, outcome: $1.outcome) })
  }

  private func report(_ restorations: [Restoration<State>]) {
    for (slice, restoration) in zip(persistence.slices, restorations) {
      guard let loss = restoration.loss else { continue }
      reports.async { self.onLoss(SliceLoss(slice: slice.name, place: loss.place, reason: loss.reason)) }
    }
  }

  // MARK: Storing

  /// Notes a new head, inside the store's lock; the action is `nil` for a head that was set without one.
  private func noteHead(after action: Action?, in store: Store<State, Action>) {
    let isOver = progress.withLock { progress in
      if progress.phase == .launching, action != nil { progress.hasMissedHead = true }
      return progress.phase == .launched
    }
    guard isOver else { return }
    if case .after(let isOccasion) = policy.kind, let action, !isOccasion(action) { return }
    schedule(store)
  }

  private func schedule(_ store: Store<State, Action>) {
    let delay: Duration? = progress.withLock { progress in
      defer { progress.pending = store }
      if progress.quiet != nil { return progress.quiet?.noteChange(at: now) }
      return progress.pending == nil ? .zero : nil
    }
    if let delay { wake(in: delay) }
  }

  private func wake(in delay: Duration) {
    // The pending store keeps this object, too. If both were flushed and released meanwhile, nothing is left to do.
    queue.asyncAfter(deadline: .now() + delay.interval) { [weak self] in
      guard let self else { return }
      if let rest = progress.withLock({ $0.quiet?.wake(at: now) }) { return wake(in: rest) }
      let store = progress.withLock { $0.pending.take() }
      if let store { _ = storeChanges(of: store) }
    }
  }

  /// Stores the changed slices, on the queue; returns the first failure.
  private func storeChanges(of store: Store<State, Action>) -> PersistenceFailure? {
    let captured = capture(store)
    let failures = index.withLock { $0.store(captured) }
    for (failure, isNew) in failures where isNew { reports.async { self.onFailure(failure) } }
    return failures.first?.failure
  }

  private func capture(_ store: Store<State, Action>) -> [CapturedSlice] {
    store.withState { state in persistence.slices.map { $0.capture(state) } }
  }

  private var now: Duration { start.duration(to: .now) }
}

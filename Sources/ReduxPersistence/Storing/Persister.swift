import Dispatch
public import ReduxStore
import Synchronization

/// Restores a store's state at launch, and stores what changes of it: the cached state.
///
/// ```swift
/// let persister = Persister<AppState, AppAction>(persistence) { log("\($0)") }
/// let store = Store(
///   initialState: AppState(), reducer: app,
///   middleware: [persister.middleware(restoringAt: { $0 == .launch }), …])
/// store.dispatch(.launch)
/// ```
///
/// **Only what has changed is stored**, told by the state hash of each slice; that of an `EntityTable` is at hand, others
/// are encoded for it, on the thread that stores. **Nothing is stored before the launch**, so that a cache is never
/// replaced by an initial state. **Only heads are stored**: what a timeline merely presents never is, while a state that was
/// taken up again is, without an action.
///
/// Storing happens on a queue of its own, one state after the other. It looks at the state in the store's reduce lock just
/// long enough to take its slices; an array or a dictionary among them is copied when the next action changes it meanwhile, an
/// `EntityTable` by the chunk.
///
/// What is still to be stored keeps the store alive until it has been; `flush()` before the process ends.
public final class Persister<State: Sendable, Action: Sendable>: Sendable {
  private enum Phase { case waiting, launching, launched }

  private struct Progress: Sendable {
    var phase = Phase.waiting
    /// Whether a head came to be that was not noted, because the launch was not over.
    var hasMissedHead = false
    /// The store while it has something to be stored, and somebody waits to do it.
    var pending: Store<State, Action>?
    var quiet: QuietPeriod?
    weak var store: Store<State, Action>?
  }

  private let persistence: StatePersistence<State>
  private let policy: StoringPolicy<Action>
  private let onLoss: @Sendable (SliceLoss) -> Void
  private let onFailure: @Sendable (PersistenceFailure) -> Void
  /// The launching thread's, while others wait for it.
  private let turn = ThreadTurn()
  private let queue = DispatchQueue(label: "reduxlog.persister")
  private let reports = DispatchQueue(label: "reduxlog.persister.reports")
  private let progress: Mutex<Progress>
  /// Only the queue uses them, while it reads and writes.
  private let books: Mutex<SliceBooks<State>>
  private let start = ContinuousClock.now

  /// Makes a persister, which does nothing before its middleware does.
  ///
  /// - Parameters:
  ///   - persistence: where the slices of the state are kept.
  ///   - policy: when they are stored.
  ///   - onLoss: is told of each slice that was stored and could not be restored; on a queue of its own.
  ///   - onFailure: is told of each slice that can't be stored, once until it can be again; on the same queue.
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
    books = Mutex(SliceBooks(persistence.slices))
  }

  /// The middleware that restores the state at launch and watches it from then on; the outermost one.
  ///
  /// The first action that is the launch finds the state restored already when it reaches the reducers, so a recorder that
  /// they are wrapped in begins its session with the restored state. The slices are read on the thread that dispatches the
  /// launch; what others dispatch meanwhile waits until they are there. It may then be reduced before the launch itself, and
  /// what they dispatched just before may be undone, so let the launch be the first.
  ///
  /// - Precondition: It is the middleware of one store, and of the whole store.
  /// - Parameters:
  ///   - isLaunch: whether an action is the launch; the first that is one restores, later ones don't.
  ///   - replacing: runs in the reduce lock right before the state is replaced, and must not call the store. Where actions
  ///     may be recorded before the launch, call the recorder's `noteReplacedState()` here.
  ///   - follow: what to dispatch when the launch has been reduced, to tell the app what became of the slices.
  /// - Returns: the middleware.
  public func middleware(
    restoringAt isLaunch: @escaping @Sendable (Action) -> Bool,
    replacing: @escaping @Sendable () -> Void = {},
    following follow: @escaping @Sendable (RestoreReport) -> Action? = { _ in nil }
  ) -> Middleware<State, Action> {
    Middleware { action, context in
      guard let store = context.store else {
        // Only where the middleware is put does this depend on. Not `preconditionFailure`: its message is left out of
        // optimised builds.
        fatalError(
          "ReduxPersistence: the middleware of a `Persister` was pulled back. It restores and stores the whole state of a "
            + "store, so it must be among the store's own middleware.")
      }
      let report = self.admit(store) { isLaunch(action) ? self.launch(store, replacing) : nil }
      context.next(action)
      if let report, let next = follow(report) { context.dispatch(next) }
    }
  }

  /// Stores what has changed and isn't stored yet, and returns when it has been.
  ///
  /// Must not be called where the store's reduce lock is held: in a reducer, say. Nothing happens when the store is gone.
  ///
  /// - Throws: `PersistenceError`, the first, if a slice could not be stored; the others were. Before the launch,
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

  /// Does something before an action goes on, for the launch; other threads' actions wait until that is over.
  private func admit(
    _ store: Store<State, Action>, _ launch: () -> RestoreReport?
  ) -> RestoreReport? {
    let (phase, known) = progress.withLock { ($0.phase, $0.store) }
    guard phase == .launched else { return turn.take(launch) }
    guard known === store else {
      // Its middleware is in two stores: only how the app is put together leads here. The second would store its initial
      // state over what is kept.
      fatalError(
        "ReduxPersistence: a `Persister` was given to another store after its launch. Make one for each store.")
    }
    return nil
  }

  /// Reads the slices into the head; `nil` if that has been done before.
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
    // The hashes of what was read cost what encoding costs, so they are made where nobody waits.
    queue.async { self.books.withLock { $0.note(restorations, captured) } }
    let hasMissedHead = progress.withLock { progress in
      progress.phase = .launched
      return progress.hasMissedHead
    }
    if hasMissedHead { schedule(store) }
    tell(of: restorations)
    return RestoreReport(
      slices: zip(persistence.slices, restorations).map { .init(name: $0.name, outcome: $1.outcome) })
  }

  private func tell(of restorations: [Restoration<State>]) {
    for (slice, restoration) in zip(persistence.slices, restorations) {
      guard let loss = restoration.loss else { continue }
      reports.async { self.onLoss(SliceLoss(slice: slice.name, place: loss.place, reason: loss.reason)) }
    }
  }

  // MARK: Storing

  /// Notes, in the store's lock, that there is a new head; `nil` for one that was set past the reducer.
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
    // The pending store keeps this object, too. When it was flushed and released meanwhile there is nothing to do.
    queue.asyncAfter(deadline: .now() + delay.interval) { [weak self] in
      guard let self else { return }
      if let rest = progress.withLock({ $0.quiet?.wake(at: now) }) { return wake(in: rest) }
      let store = progress.withLock { $0.pending.take() }
      if let store { _ = storeChanges(of: store) }
    }
  }

  /// Stores the slices that have changed, on the queue; returns the first that could not be stored.
  private func storeChanges(of store: Store<State, Action>) -> PersistenceFailure? {
    let captured = capture(store)
    let failures = books.withLock { $0.store(captured) }
    for (failure, isNew) in failures where isNew { reports.async { self.onFailure(failure) } }
    return failures.first?.failure
  }

  private func capture(_ store: Store<State, Action>) -> [CapturedSlice] {
    store.withState { state in persistence.slices.map { $0.capture(state) } }
  }

  private var now: Duration { start.duration(to: .now) }
}

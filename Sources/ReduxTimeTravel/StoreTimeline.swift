import ReduxScope
public import ReduxStore
import StateCoding
import Synchronization

/// A store of this package that can show the past, and resume from there.
///
/// It works with any actions and states: it needs no journal and nothing `Codable`, and actions may hold closures.
///
///     let timeline = StoreTimeline(initialState: ShopState(), reducer: shopReducer)
///     let store = timeline.store
///
///     try timeline.back()         // subscribers see the state before the last action
///     try timeline.toggle(12)     // and now the one without action 12
///     timeline.returnToHead()     // they see where the app is
///     try timeline.back()
///     timeline.resume()           // the app continues from the shown state
///
/// It keeps the last actions and every n-th state in memory, and reduces the other states again, so reducers must be
/// pure. It is for debugging: each kept state costs the next action a copy of the values that it changes.
///
/// While the app shows the past, changes are locked: actions pass the middleware, but aren't reduced. The timeline can
/// hold them instead, or reduce them on the head underneath.
///
/// The timeline drops old actions inside the store's lock: values in them must not call the store when they are
/// deallocated.
///
/// With a journal of `Codable` actions, ``ReplayTimeline`` does the same and keeps no states.
public final class StoreTimeline<State: Sendable, Action: Sendable>: Sendable {
  /// The store.
  public let store: Store<State, Action>

  private let kept: Kept
  private let fold: @Sendable (inout State, Action) -> Void
  private let onResume: @Sendable () -> Void
  private let lock: StoreLock<Action>

  /// State shared by the store's reducer and the timeline.
  private final class Kept: Sendable {
    let history: Mutex<TimelineHistory<State, Action>>
    /// Whether the timeline itself is about to set the head. Accessed only in the store's lock.
    let isResuming = Atomic(false)

    init(_ history: TimelineHistory<State, Action>) { self.history = Mutex(history) }
  }

  /// Creates a store and its timeline.
  ///
  /// - Parameters:
  ///   - initialState: The state before any action.
  ///   - reducer: The root reducer. It runs again whenever a past state is made.
  ///   - live: The reducer that the app runs instead, such as a recorded one: `reducer.wrapped(by: recorder.recording)`.
  ///   - middleware: The middleware that each action passes through before it is reduced.
  ///   - limit: The maximum number of kept steps.
  ///   - interval: The number of steps from one kept state to the next.
  ///   - changes: What happens to actions that are dispatched while the app shows the past.
  ///   - onLocked: Called with the first action that is locked, inside the store's lock: it must not call the store. By
  ///     default, debug builds print its type to standard error.
  ///   - onResume: Called when the app continues from another state, before the next action, inside the store's lock:
  ///     it must not call the store. Notify the store's recorder here: `{ recorder.noteReplacedState() }`.
  public init(
    initialState: State, reducer: Reducer<State, Action>, live: Reducer<State, Action>? = nil,
    middleware: [Middleware<State, Action>] = [], limit: Int = 1000, keepingEvery interval: Int = 25,
    changes: TimelineChanges = .locked, onLocked: (@Sendable (Action) -> Void)? = nil,
    onResume: @escaping @Sendable () -> Void = {}
  ) {
    lock = StoreLock(changes, onLocked: onLocked)
    var history = TimelineHistory<State, Action>(limit: limit, interval: interval, seesAllChanges: true)
    history.start(initialState)
    let kept = Kept(history)
    let live = live ?? reducer
    store = Store(
      initialState: initialState,
      reducer: Reducer { state, action in
        let inputs = ActionInputs.currentOrDrawn()
        let recorded = RecordedSeq.noting { InputScope.run(with: inputs) { live.reduce(&state, action) } }.seqs
        kept.history.withLock { [state] in
          $0.append(action, with: inputs, state, error: nil, recorded: recorded)
        }
      }, middleware: middleware)
    store.observeHeads { action, head in
      guard action == nil, !kept.isResuming.exchange(false, ordering: .relaxed) else { return }
      kept.history.withLock { [head] in $0.replace(by: head) }
    }
    self.kept = kept
    fold = reducer.reduce
    self.onResume = onResume
  }

  // MARK: States and steps

  /// The kept steps, the oldest first.
  public var steps: [TimelineStep<Action>] { kept.history.withLock { $0.steps } }

  /// The seqs of the available states.
  public var seqs: ClosedRange<Int> { kept.history.withLock { $0.seqs } ?? 0...0 }

  /// The seq of the shown state; `nil` while the app shows the head or an opened state.
  public var shownSeq: Int? { kept.history.withLock { $0.shown?.seq } }

  /// The number of actions that were locked or held so far.
  public var lockedCount: Int { lock.count }

  /// Returns the state with a seq, without the left-out actions.
  ///
  /// The reducer runs once for each action since the last kept state; the store waits for it.
  ///
  /// - Throws: `TimelineError` if there is no such state.
  public func state(at seq: Int) throws(TimelineError) -> State { try state(at: seq, leavingOut: true) }

  func state(at seq: Int, leavingOut: Bool) throws(TimelineError) -> State {
    try look { history, fold throws(TimelineError) in try history.state(at: seq, leavingOut: leavingOut, fold) }
  }

  // MARK: Looking

  /// Shows the state with a seq.
  ///
  /// - Throws: As `state(at:)`; the shown state then stays.
  public func peek(at seq: Int) throws(TimelineError) {
    _ = try look { history, fold throws(TimelineError) in try history.peek(at: seq, fold) }
    present()
  }

  /// Shows the previous state; at the first, shows it again.
  ///
  /// - Throws: As `peek(at:)`.
  public func back() throws(TimelineError) {
    _ = try look { history, fold throws(TimelineError) in try history.back(fold) }
    present()
  }

  /// Shows the next state; after the last comes the head.
  ///
  /// - Throws: As `peek(at:)`.
  public func forward() throws(TimelineError) {
    _ = try look { history, fold throws(TimelineError) in try history.forward(fold) }
    present()
  }

  /// Shows a state that isn't one of the timeline's, such as one of another run.
  public func open(_ state: State) {
    kept.history.withLock { $0.open(state) }
    present()
  }

  /// Leaves an action out of the shown states, or takes it back in. If the app shows the head, it then shows the last state.
  ///
  /// - Throws: `TimelineError` if no action led to the state with this seq, or the timeline has dropped it.
  public func toggle(_ seq: Int) throws(TimelineError) {
    _ = try look { history, fold throws(TimelineError) in try history.toggle(seq, fold) }
    present()
  }

  /// Shows the head again, which includes all actions.
  public func returnToHead() {
    kept.history.withLock { $0.returnToHead() }
    present()
  }

  /// Resumes from the shown state; does nothing while the app shows the head.
  public func resume() {
    guard let shown = kept.history.withLock({ $0.shown }) else { return }
    // Inside the store's lock, so that no action comes between.
    store.changeState { [kept, onResume] head in
      kept.history.withLock { $0.resume(from: shown) }
      onResume()
      head = shown.state
      kept.isResuming.store(true, ordering: .relaxed)
    }
    store.deliverPending()
  }

  /// Makes the store present the shown state. If two threads call it at once, the later call at the store may carry the
  /// older state, so it repeats.
  private func present() {
    var known: Int
    repeat {
      let (shown, looks) = kept.history.withLock { ($0.shown, $0.looks) }
      lock.present(shown?.state, in: store)
      known = looks
    } while kept.history.withLock { $0.looks } != known
  }

  func withHistory<Value: Sendable>(_ body: (TimelineHistory<State, Action>) throws -> Value) rethrows -> Value {
    try kept.history.withLock { try body($0) }
  }

  private func look<Value: Sendable>(
    _ body: (inout TimelineHistory<State, Action>, (inout State, Action) throws -> Void) throws(TimelineError) -> Value
  ) throws(TimelineError) -> Value {
    try kept.history.withLock { [fold] history throws(TimelineError) in try body(&history, fold) }
  }
}

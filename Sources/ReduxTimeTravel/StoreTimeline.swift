public import ReduxStore
import Synchronization

/// A store of this package that can be looked at in the past, and taken up again from there, whatever its actions and states
/// are: nothing has to be `Codable`, no journal is needed, and actions may hold closures.
///
///     let timeline = StoreTimeline(initialState: ShopState(), reducer: shopReducer)
///     let store = timeline.store
///
///     try timeline.back()         // subscribers see the state before the last action
///     try timeline.toggle(12)     // and now the one without action 12
///     timeline.returnToHead()     // they see where the app is
///     try timeline.back()
///     timeline.resume()           // the app goes on from what is shown
///
/// It keeps the last actions in memory, and every n-th state; states between are reduced again, so reducers must be pure. While
/// the past is shown the head goes on underneath. This is for debugging: each state that is kept costs the next action a copy
/// of what it changes.
///
/// Actions that are not kept any more are let go in the store's lock: what they hold must not call the store when it is freed.
///
/// With a journal of `Codable` actions, ``ReplayTimeline`` does the same and keeps no states.
public final class StoreTimeline<State: Sendable, Action: Sendable>: Sendable {
  /// The store.
  public let store: Store<State, Action>

  private let kept: Kept
  private let fold: @Sendable (inout State, Action) -> Void
  private let onResume: @Sendable () -> Void

  /// What the store's reducer and the timeline share.
  private final class Kept: Sendable {
    let history: Mutex<TimelineHistory<State, Action>>
    /// Whether the timeline itself is about to set the head. Only looked at in the store's lock.
    let isResuming = Atomic(false)

    init(_ history: TimelineHistory<State, Action>) { self.history = Mutex(history) }
  }

  /// Creates a store and its timeline.
  ///
  /// - Parameters:
  ///   - initialState: The state before any action.
  ///   - reducer: The root reducer. It runs again whenever a past state is made.
  ///   - live: What the app runs instead, if it does more than that: `Reducer(recorder.recording(appReducer.reduce))`.
  ///   - middleware: What each action passes through before it is reduced.
  ///   - limit: How many steps are kept at most.
  ///   - interval: Every so-many-th state is kept.
  ///   - onResume: Is called when the app goes on from another state, before the next action, in the store's lock: it must not
  ///     call the store. What records the store has to learn of it: `{ recorder.noteReplacedState() }`.
  public init(
    initialState: State, reducer: Reducer<State, Action>, live: Reducer<State, Action>? = nil,
    middleware: [Middleware<State, Action>] = [], limit: Int = 1000, keepingEvery interval: Int = 25,
    onResume: @escaping @Sendable () -> Void = {}
  ) {
    var history = TimelineHistory<State, Action>(limit: limit, interval: interval)
    history.start(initialState)
    let kept = Kept(history)
    let live = live ?? reducer
    store = Store(
      initialState: initialState,
      reducer: Reducer { state, action in
        live.reduce(&state, action)
        kept.history.withLock { [state] in $0.append(action, state, error: nil) }
      }, middleware: middleware)
    store.observeHeads { action, head in
      guard action == nil, !kept.isResuming.exchange(false, ordering: .relaxed) else { return }
      kept.history.withLock { [head] in $0.replace(by: head) }
    }
    self.kept = kept
    fold = reducer.reduce
    self.onResume = onResume
  }

  // MARK: What there is

  /// The steps that are kept, the oldest first.
  public var steps: [TimelineStep<Action>] { kept.history.withLock { $0.steps } }

  /// The seqs of the states that can be shown.
  public var seqs: ClosedRange<Int> { kept.history.withLock { $0.seqs } ?? 0...0 }

  /// The seq of the state that is shown; `nil` while the head is.
  public var shownSeq: Int? { kept.history.withLock { $0.shown?.seq } }

  /// The state with a seq, without the actions that are left out. It takes as many runs of the reducer as there are actions
  /// since a state that is kept; the store waits for it.
  ///
  /// - Throws: `TimelineError` if there is no such state.
  public func state(at seq: Int) throws(TimelineError) -> State {
    try look { history, fold throws(TimelineError) in try history.state(at: seq, fold) }
  }

  // MARK: Looking

  /// Shows the state with a seq.
  ///
  /// - Throws: As `state(at:)`; then the same is shown as before.
  public func peek(at seq: Int) throws(TimelineError) {
    _ = try look { history, fold throws(TimelineError) in try history.peek(at: seq, fold) }
    present()
  }

  /// Shows the state before the one that is shown; the first again where there is none.
  ///
  /// - Throws: As `peek(at:)`.
  public func back() throws(TimelineError) {
    _ = try look { history, fold throws(TimelineError) in try history.back(fold) }
    present()
  }

  /// Shows the state after the one that is shown; behind the last comes the head.
  ///
  /// - Throws: As `peek(at:)`.
  public func forward() throws(TimelineError) {
    _ = try look { history, fold throws(TimelineError) in try history.forward(fold) }
    present()
  }

  /// Leaves an action out of what is shown, or takes it in again. While the head is shown, the last state is from then on.
  ///
  /// - Throws: `TimelineError` if no action led to the state with this seq, or it is not kept any more.
  public func toggle(_ seq: Int) throws(TimelineError) {
    _ = try look { history, fold throws(TimelineError) in try history.toggle(seq, fold) }
    present()
  }

  /// Shows the head again, which is what really happened, whatever is left out.
  public func returnToHead() {
    kept.history.withLock { $0.returnToHead() }
    present()
  }

  /// Goes on from the state that is shown; nothing happens while that is the head.
  public func resume() {
    guard let shown = kept.history.withLock({ $0.shown }) else { return }
    // In the store's lock, so that no action comes between.
    store.changeState { [kept, onResume] head in
      kept.history.withLock { $0.resume(from: shown) }
      onResume()
      head = shown.state
      kept.isResuming.store(true, ordering: .relaxed)
    }
    store.deliverPending()
  }

  /// Has the store present what is shown. Of two threads that look at once, the one that comes later to the store may have the
  /// older look: so it looks again.
  private func present() {
    var known: Int
    repeat {
      let (shown, looks) = kept.history.withLock { ($0.shown, $0.looks) }
      store.present(shown?.state)
      known = looks
    } while kept.history.withLock { $0.looks } != known
  }

  private func look<Value: Sendable>(
    _ body: (inout TimelineHistory<State, Action>, (inout State, Action) throws -> Void) throws(TimelineError) -> Value
  ) throws(TimelineError) -> Value {
    try kept.history.withLock { [fold] history throws(TimelineError) in try body(&history, fold) }
  }
}

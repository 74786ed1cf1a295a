import ReduxScope
import StateCoding

/// Shows any library's store in the past, and resumes it from there.
///
/// It works with any actions and states: it needs no journal and nothing `Codable`, and actions may hold closures.
///
///     let timeline = LiveTimeline<ShopState, any Action>()
///     let store = Store(
///       reducer: timeline.following(shopReducer), state: nil, middleware: [timeline.middleware])
///     timeline.onLook = { store.dispatch(TimelineLook()) }
///
///     try timeline.back()         // the screens show the state before the last action
///     try timeline.toggle(12)     // and now the one without action 12
///     timeline.returnToHead()     // the app is where it was
///     try timeline.resume()       // or continues from the shown state
///
/// It keeps the last actions and every n-th state in memory, and reduces the other states again, so reducers must be
/// pure and states must be values.
///
/// While the app shows the past, changes are locked: an action that the app dispatches isn't reduced, and the timeline
/// counts it. Set ``changes`` to hold such actions, or to reduce them on the head underneath. A store that notifies
/// subscribers after each action, changed state or not, also needs ``middleware(_:_:)``.
///
/// Use it where its store is, such as on the main actor. For this package's own store, which works on any thread, use
/// ``StoreTimeline``. It is for debugging: each kept state costs the next action a copy of the values that it changes.
public final class LiveTimeline<State, Action> {
  /// Makes the store take the state of `show(in:)`, usually by dispatching a ``TimelineLook``.
  public var onLook: () -> Void = {}
  /// Called when the app continues from another state. Notify the store's recorder here:
  ///
  ///     timeline.onResume = { recorder.noteReplacedState() }
  public var onResume: () -> Void = {}
  /// Called with the first action that is locked; by default, debug builds print its type to standard error. It must not
  /// dispatch.
  public var onLocked: (Action) -> Void = { reportLocked($0) }
  /// The treatment of actions that are dispatched while the app shows the past.
  public var changes: TimelineChanges {
    get { lock.changes }
    set { lock.changes = newValue }
  }

  private(set) var history: TimelineHistory<State, Action>
  private var lock = ActionLock<Action>(changes: .locked)
  /// Whether the store shows the past, or has yet to show the head again. Each action asks for it first.
  private var isAway = false
  /// The store's own state while another is shown.
  private var head: State?
  private var fold: (inout State, Action) throws -> Void = { _, _ in }
  /// The reducer of the app's own runs.
  private var live: (inout State, Action) throws -> Void = { _, _ in }

  /// Creates a timeline that keeps at most `limit` steps, and a state every `interval` steps.
  public init(limit: Int = 1000, keepingEvery interval: Int = 25) {
    history = TimelineHistory(limit: limit, interval: interval, seesAllChanges: false)
  }

  // MARK: States and steps

  /// The kept steps, the oldest first.
  public var steps: [TimelineStep<Action>] { history.steps }

  /// The seqs of the available states; `nil` before the first action.
  public var seqs: ClosedRange<Int>? { history.seqs }

  /// The seq of the shown state; `nil` while the app shows the head or an opened state.
  public var shownSeq: Int? { history.shown?.seq }

  /// The number of actions that were locked or held so far.
  public var lockedCount: Int { lock.count }

  /// Returns the state with a seq, without the left-out actions.
  ///
  /// The reducer runs once for each action since the last kept state.
  ///
  /// - Throws: `TimelineError` if there is no such state.
  public func state(at seq: Int) throws(TimelineError) -> State { try state(at: seq, leavingOut: true) }

  func state(at seq: Int, leavingOut: Bool) throws(TimelineError) -> State {
    try history.state(at: seq, leavingOut: leavingOut, fold)
  }

  // MARK: Showing states

  /// Shows the state with a seq.
  ///
  /// - Throws: As `state(at:)`; the shown state then stays.
  public func peek(at seq: Int) throws(TimelineError) {
    _ = try history.peek(at: seq, fold)
    look()
  }

  /// Shows the previous state; at the first, shows it again.
  ///
  /// - Throws: `TimelineError` if there is no state yet.
  public func back() throws(TimelineError) {
    _ = try history.back(fold)
    look()
  }

  /// Shows the next state; after the last comes the head.
  ///
  /// - Throws: As `peek(at:)`.
  public func forward() throws(TimelineError) {
    _ = try history.forward(fold)
    look()
  }

  /// Shows a state that isn't one of the timeline's, such as one of another run.
  public func open(_ state: State) {
    history.open(state)
    look()
  }

  /// Leaves an action out of the shown states, or restores it. If the app shows the head, it then shows the last state.
  ///
  /// - Throws: `TimelineError` if no action led to the state with this seq, or the timeline has dropped it.
  public func toggle(_ seq: Int) throws(TimelineError) {
    _ = try history.toggle(seq, fold)
    look()
  }

  /// Shows the head again, which includes all actions.
  public func returnToHead() {
    history.returnToHead()
    look()
  }

  /// Resumes from the shown state; does nothing while the app shows the head.
  public func resume() {
    guard let shown = history.shown else { return }
    history.resume(from: shown)
    // From now on this is the store's own state, whatever it shows until `onLook`.
    head = shown.state
    onResume()
    look()
  }

  /// Replaces the store's state with the one to show.
  ///
  /// Call it for an action of your own, or in a setter, if a ``TimelineLook`` isn't an action of the store.
  public func show(in state: inout State) {
    if let shown = history.shown {
      if head == nil { head = state }
      state = shown.state
    } else {
      if let head {
        self.head = nil
        state = head
      }
      reduceHeld(in: &state)
      isAway = false
    }
  }

  private func look() {
    isAway = true
    onLook()
  }

  // MARK: Following

  func follow(
    _ fold: @escaping (inout State, Action) throws -> Void, live: @escaping (inout State, Action) throws -> Void
  ) {
    self.fold = fold
    self.live = live
  }

  /// Sets the initial state.
  func start(_ state: State) { history.start(state) }

  /// Whether an action goes to the head: counts it, and holds or drops it, if not.
  func admits(_ action: Action) -> Bool {
    guard isAway, history.isShowing, lock.changes != .reduced else { return true }
    if lock.stop(action) { onLocked(action) }
    return false
  }

  /// Reduces an action on the head, and keeps it.
  func reduce<Output, Failure: Error>(
    _ action: Action, in state: inout State, by reduce: (inout State, Action) throws(Failure) -> Output
  ) throws(Failure) -> Output {
    history.start(state)
    guard isAway else { return try run(action, in: &state, by: reduce) }
    guard var head = self.head else {
      reduceHeld(in: &state)
      return try run(action, in: &state, by: reduce)
    }
    // A second reference would make the reducer copy what it changes.
    self.head = nil
    defer { self.head = head }
    reduceHeld(in: &head)
    return try run(action, in: &head, by: reduce)
  }

  /// Reduces the actions that were held, if the app no longer shows the past.
  private func reduceHeld(in state: inout State) {
    guard !lock.held.isEmpty, !history.isShowing else { return }
    // A step keeps the error.
    for held in lock.release() { withCause(held.cause) { try? run(held.action, in: &state, by: live) } }
  }

  private func run<Output, Failure: Error>(
    _ action: Action, in state: inout State, by reduce: (inout State, Action) throws(Failure) -> Output
  ) throws(Failure) -> Output {
    let inputs = ActionInputs.currentOrDrawn()
    let before = history.needsStateBefore ? state : nil
    let (result, recorded) = RecordedSeq.noting { () throws(Failure) in
      try InputScope.run(with: inputs) { () throws(Failure) in try reduce(&state, action) }
    }
    let error: (any Error)? = if case .failure(let error) = result { error } else { nil }
    history.append(action, with: inputs, state, error: error, recorded: recorded, before: before)
    return try result.get()
  }

  // MARK: Middleware

  /// Middleware in ReSwift's and SwiftUIFlux's shape, which keeps actions from the store while the app shows the past.
  ///
  ///     middleware: [logging, timeline.middleware]
  ///
  /// These stores notify subscribers after each action, even if the state stays the same. A subscriber that dispatches
  /// until the state satisfies it would never stop, because the shown state doesn't change. Put it last: the actions of
  /// the other middleware then pass it, too.
  public func middleware(
    _: @escaping (Action) -> Void, _: @escaping () -> State?
  ) -> (@escaping (Action) -> Void) -> (Action) -> Void {
    { next in { [self] action in if !keeps(action) { next(action) } } }
  }

  /// Whether the timeline keeps an action from the store, because it locks or holds it, or reduces it underneath.
  private func keeps(_ action: Action) -> Bool {
    guard isAway, history.isShowing, !(action is TimelineLook) else { return false }
    guard admits(action) else { return true }
    // The store has the head itself until it receives the look.
    guard var head else { return false }
    self.head = nil
    defer { self.head = head }
    // The step keeps the error.
    try? run(action, in: &head, by: live)
    return true
  }
}

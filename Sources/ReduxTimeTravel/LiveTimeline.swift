/// A store of any library that can be looked at in the past, and taken up again from there, whatever its actions and states
/// are: nothing has to be `Codable`, no journal is needed, and actions may hold closures.
///
///     let timeline = LiveTimeline<ShopState, any Action>()
///     let store = Store(reducer: timeline.following(shopReducer), state: nil)
///     timeline.onLook = { store.dispatch(TimelineLook()) }
///
///     try timeline.back()         // the screens show the state before the last action
///     try timeline.toggle(12)     // and now the one without action 12
///     timeline.returnToHead()     // the app is where it was
///     try timeline.resume()       // or goes on from what is shown
///
/// It keeps the last actions in memory, and every n-th state; states between are reduced again, so reducers must be pure, and
/// states values. While the past is shown the head goes on underneath: actions are reduced as ever.
///
/// It is used where its store is, on the main actor for one; the store of this package, which may be used anywhere, has
/// ``StoreTimeline``. This is for debugging: each state that is kept costs the next action a copy of what it changes.
public final class LiveTimeline<State, Action> {
  /// Makes the store take the state that `show(in:)` gives: most often, it dispatches a ``TimelineLook``.
  public var onLook: () -> Void = {}
  /// Is called when the app goes on from another state. What records the store has to learn of it:
  ///
  ///     timeline.onResume = { recorder.noteReplacedState() }
  public var onResume: () -> Void = {}

  private var history: TimelineHistory<State, Action>
  /// The store's own state while another is shown.
  private var head: State?
  private var fold: (inout State, Action) throws -> Void = { _, _ in }

  /// Creates a timeline that keeps so many steps at most, and every so-many-th state.
  public init(limit: Int = 1000, keepingEvery interval: Int = 25) {
    history = TimelineHistory(limit: limit, interval: interval)
  }

  // MARK: What there is

  /// The steps that are kept, the oldest first.
  public var steps: [TimelineStep<Action>] { history.steps }

  /// The seqs of the states that can be shown; `nil` before the first action.
  public var seqs: ClosedRange<Int>? { history.seqs }

  /// The seq of the state that is shown; `nil` while the head is.
  public var shownSeq: Int? { history.shown?.seq }

  /// The state with a seq, without the actions that are left out. It takes as many runs of the reducer as there are actions
  /// since a state that is kept.
  ///
  /// - Throws: `TimelineError` if there is no such state.
  public func state(at seq: Int) throws(TimelineError) -> State { try history.state(at: seq, fold) }

  // MARK: Looking

  /// Shows the state with a seq.
  ///
  /// - Throws: As `state(at:)`; then the same is shown as before.
  public func peek(at seq: Int) throws(TimelineError) {
    _ = try history.peek(at: seq, fold)
    onLook()
  }

  /// Shows the state before the one that is shown; the first again where there is none.
  ///
  /// - Throws: `TimelineError` if there is no state yet.
  public func back() throws(TimelineError) {
    _ = try history.back(fold)
    onLook()
  }

  /// Shows the state after the one that is shown; behind the last comes the head.
  ///
  /// - Throws: As `peek(at:)`.
  public func forward() throws(TimelineError) {
    _ = try history.forward(fold)
    onLook()
  }

  /// Leaves an action out of what is shown, or takes it in again. While the head is shown, the last state is from then on.
  ///
  /// - Throws: `TimelineError` if no action led to the state with this seq, or it is not kept any more.
  public func toggle(_ seq: Int) throws(TimelineError) {
    _ = try history.toggle(seq, fold)
    onLook()
  }

  /// Shows the head again, which is what really happened, whatever is left out.
  public func returnToHead() {
    history.returnToHead()
    onLook()
  }

  /// Goes on from the state that is shown; nothing happens while that is the head.
  public func resume() {
    guard let shown = history.shown else { return }
    history.resume(from: shown)
    // What the store has for its own is this from now on, whatever it shows until it is told.
    head = shown.state
    onResume()
    onLook()
  }

  /// Puts the state in the store's place that is to be seen: where a store has no ``TimelineLook`` among its actions, this is
  /// for an action of its own, or for a setter.
  public func show(in state: inout State) {
    if let shown = history.shown {
      if head == nil { head = state }
      state = shown.state
    } else if let head {
      self.head = nil
      state = head
    }
  }

  // MARK: Following

  func follow(_ fold: @escaping (inout State, Action) throws -> Void) { self.fold = fold }

  /// Takes the first state, which no action of the app led to.
  func start(_ state: State) { history.start(state) }

  /// Lets an action reach the head, and keeps it.
  func reduce<Output, Failure: Error>(
    _ action: Action, in state: inout State, by reduce: (inout State, Action) throws(Failure) -> Output
  ) throws(Failure) -> Output {
    history.start(state)
    guard var head = self.head else { return try run(action, in: &state, by: reduce) }
    // Only one copy may be there when the reducer changes it.
    self.head = nil
    defer { self.head = head }
    return try run(action, in: &head, by: reduce)
  }

  private func run<Output, Failure: Error>(
    _ action: Action, in state: inout State, by reduce: (inout State, Action) throws(Failure) -> Output
  ) throws(Failure) -> Output {
    do throws(Failure) {
      let output = try reduce(&state, action)
      history.append(action, state, error: nil)
      return output
    } catch {
      history.append(action, state, error: error)
      throw error
    }
  }
}

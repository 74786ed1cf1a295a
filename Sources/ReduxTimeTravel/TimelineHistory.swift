import StateCoding

/// The steps and states that a live timeline keeps, independent of stores and locks.
///
/// It keeps every action and every n-th state, and rebuilds the other states from the last kept one before them.
struct TimelineHistory<State, Action> {
  typealias Reduce = (inout State, Action) throws -> Void

  /// A kept state.
  struct Checkpoint {
    var seq: Int
    var state: State
  }

  private let limit: Int
  private let interval: Int
  /// The steps in order of consecutive seqs. The first leads to the state after the first checkpoint.
  private(set) var steps: [TimelineStep<Action>] = []
  /// The checkpoints in order of their seqs; each step without an action has one.
  private var checkpoints: [Checkpoint] = []
  /// The shown state; `nil` while the app shows the head.
  private(set) var shown: Checkpoint? {
    didSet {
      looks += 1
      isShowing = shown != nil
    }
  }
  /// Whether `shown` is a state. Each action asks for it.
  private(set) var isShowing = false
  /// The number of times that the shown state has changed.
  private(set) var looks = 0

  /// Creates a history that keeps at most `limit` steps, and a state every `interval` steps.
  init(limit: Int, interval: Int) {
    precondition(interval > 0, "keepingEvery must be at least 1")
    self.interval = interval
    // Steps are dropped up to a kept state.
    self.limit = max(limit, interval)
  }

  /// The seqs of the available states; `nil` without any.
  var seqs: ClosedRange<Int>? { checkpoints.first.map { $0.seq...$0.seq + steps.count } }

  // MARK: Keeping

  /// Sets the state before the first action.
  mutating func start(_ state: State) {
    if checkpoints.isEmpty { checkpoints.append(Checkpoint(seq: 0, state: state)) }
  }

  /// Adds an action, the inputs of its reducer, the state that it led to, and the error that the reducer threw. O(1),
  /// amortised.
  mutating func append(_ action: Action, with inputs: ActionInputs, _ state: State, error: (any Error)?) {
    guard let last = seqs?.upperBound, let checkpoint = checkpoints.last?.seq else { return }
    steps.append(TimelineStep(seq: last + 1, kind: .action(action), error: error, inputs: inputs))
    if last + 1 - checkpoint >= interval { checkpoints.append(Checkpoint(seq: last + 1, state: state)) }
    dropOldest()
  }

  /// Makes a shown state the head, and restores left-out actions: the real history leads to that state.
  mutating func resume(from shown: Checkpoint) {
    begin(with: shown.state, .resumed(from: shown.seq))
    for index in steps.indices { steps[index].isLeftOut = false }
    self.shown = nil
  }

  /// Adds a head that was set without an action, and shows it, because the store ends a look when its head is set.
  mutating func replace(by state: State) {
    begin(with: state, .replaced)
    shown = nil
  }

  private mutating func begin(with state: State, _ kind: TimelineStep<Action>.Kind) {
    guard let last = seqs?.upperBound else { return }
    steps.append(TimelineStep(seq: last + 1, kind: kind, error: nil, inputs: nil))
    checkpoints.append(Checkpoint(seq: last + 1, state: state))
    dropOldest()
  }

  private mutating func dropOldest() {
    while steps.count > limit, checkpoints.count > 1 {
      steps.removeFirst(checkpoints[1].seq - checkpoints[0].seq)
      checkpoints.removeFirst()
    }
  }

  // MARK: Looking

  /// Returns the state with a seq, without the left-out actions. The reducer runs once per step since the last kept state.
  func state(at seq: Int, _ reduce: Reduce) throws(TimelineError) -> State {
    guard let seqs, let first = checkpoints.first else { throw .noStates }
    guard seqs.contains(seq) else { throw .noState(seq, first: seqs.lowerBound, last: seqs.upperBound) }
    // A resumed state stays as it was, whatever is left out before it.
    let fresh = steps[..<(seq - first.seq)].last { $0.action == nil }?.seq ?? first.seq
    let leftOut = steps[(fresh - first.seq)..<(seq - first.seq)].first(where: \.isLeftOut)
    let known = leftOut.map { $0.seq - 1 } ?? seq
    guard let start = checkpoints.last(where: { $0.seq <= known }) else { throw .noStates }
    var state = start.state
    for step in steps[(start.seq - first.seq)..<(seq - first.seq)] where !step.isLeftOut {
      guard let action = step.action, let inputs = step.inputs else { continue }
      // A reducer that throws leaves a state, too, as it did in the app.
      do { try InputScope.run(with: inputs) { try reduce(&state, action) } } catch { continue }
    }
    return state
  }

  /// Shows the state with a seq.
  mutating func peek(at seq: Int, _ reduce: Reduce) throws(TimelineError) -> State {
    let state = try state(at: seq, reduce)
    shown = Checkpoint(seq: seq, state: state)
    return state
  }

  /// Shows the previous state; at the first, shows it again.
  mutating func back(_ reduce: Reduce) throws(TimelineError) -> State {
    guard let seqs else { throw .noStates }
    return try peek(at: max(seqs.lowerBound, (shown?.seq ?? seqs.upperBound) - 1), reduce)
  }

  /// Shows the next state; `nil` if that is the head.
  mutating func forward(_ reduce: Reduce) throws(TimelineError) -> State? {
    guard let seqs, let shown, shown.seq < seqs.upperBound else {
      returnToHead()
      return nil
    }
    return try peek(at: max(seqs.lowerBound, shown.seq + 1), reduce)
  }

  /// Leaves an action out, or restores it, and shows the same state as before, or the last.
  mutating func toggle(_ seq: Int, _ reduce: Reduce) throws(TimelineError) -> State {
    guard let seqs else { throw .noStates }
    guard seqs.contains(seq) else { throw .noState(seq, first: seqs.lowerBound, last: seqs.upperBound) }
    guard seq > seqs.lowerBound, case let index = seq - seqs.lowerBound - 1, steps[index].action != nil else {
      throw .noAction(seq)
    }
    steps[index].isLeftOut.toggle()
    return try peek(at: max(seqs.lowerBound, shown?.seq ?? seqs.upperBound), reduce)
  }

  /// Shows the head again.
  mutating func returnToHead() { shown = nil }
}

extension TimelineHistory: Sendable where State: Sendable, Action: Sendable {}
extension TimelineHistory.Checkpoint: Sendable where State: Sendable, Action: Sendable {}

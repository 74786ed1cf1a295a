import ReduxScope
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

  /// A shown state: one of this history, or another, which has no seq.
  struct Shown {
    var seq: Int?
    var state: State
  }

  private let limit: Int
  private let interval: Int
  /// Whether the timeline sees every change of the state.
  private let seesAllChanges: Bool
  /// The steps in order of consecutive seqs. The first leads to the state after the first checkpoint.
  private(set) var steps: [TimelineStep<Action>] = []
  /// The checkpoints in order of their seqs; each step without an action has one.
  private var checkpoints: [Checkpoint] = []
  /// The seq of the first kept state in the recorder's journal, if known.
  private var firstRecordedSeq: Int?
  /// Whether a recorder records the store.
  private var isRecorded = false
  /// The shown state; `nil` while the app shows the head.
  private(set) var shown: Shown? {
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
  ///
  /// Where `seesAllChanges`, `replace(by:)` notes each state that is set without an action.
  init(limit: Int, interval: Int, seesAllChanges: Bool) {
    precondition(interval > 0, "keepingEvery must be at least 1")
    self.interval = interval
    self.seesAllChanges = seesAllChanges
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
  ///
  /// Pass the seqs in the recorder's journal, if that holds the action, and the state before the action, if
  /// `needsStateBefore`.
  mutating func append(
    _ action: Action, with inputs: ActionInputs, _ state: State, error: (any Error)?, recorded: RecordedSeq.Seqs?,
    before: State? = nil
  ) {
    let isContinuous = recorded.map { continues(to: $0.before, before) } ?? true
    guard let last = seqs?.upperBound, let checkpoint = checkpoints.last?.seq else { return }
    steps.append(
      TimelineStep(
        seq: last + 1, kind: .action(action), error: error, inputs: inputs, recordedSeq: recorded?.after,
        followsUnknownState: !isContinuous))
    if !isContinuous || last + 1 - checkpoint >= interval {
      checkpoints.append(Checkpoint(seq: last + 1, state: state))
    }
    dropOldest()
  }

  /// Makes a shown state the head, and restores left-out actions: the real history leads to that state.
  mutating func resume(from shown: Shown) {
    begin(with: shown.state, shown.seq.map { .resumed(from: $0) } ?? .replaced)
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
    steps.append(TimelineStep(seq: last + 1, kind: kind, error: nil, inputs: nil, recordedSeq: nil))
    checkpoints.append(Checkpoint(seq: last + 1, state: state))
    dropOldest()
  }

  private mutating func dropOldest() {
    while steps.count > limit, checkpoints.count > 1 {
      let count = checkpoints[1].seq - checkpoints[0].seq
      firstRecordedSeq = steps[count - 1].recordedSeq
      steps.removeFirst(count)
      checkpoints.removeFirst()
    }
  }

  // MARK: The recorder's seqs

  /// Whether `append` needs the state before the next action, because only the recorder may know that it isn't the last one.
  ///
  /// The reducer then copies what it changes, so the history asks only where the state has another reference anyway, or the
  /// recorder paused.
  var needsStateBefore: Bool {
    guard !seesAllChanges, let last = seqs?.upperBound else { return false }
    return checkpoints.last?.seq == last || isRecorded && lastRecordedSeq == nil
  }

  private var lastRecordedSeq: Int? {
    get { steps.isEmpty ? firstRecordedSeq : steps[steps.count - 1].recordedSeq }
    set { if steps.isEmpty { firstRecordedSeq = newValue } else { steps[steps.count - 1].recordedSeq = newValue } }
  }

  /// Notes that the recorder gave seqs to the state before the next action; returns whether that is the last kept state.
  private mutating func continues(to recordedSeqs: ClosedRange<Int>, _ state: State?) -> Bool {
    defer { isRecorded = true }
    guard let last = seqs?.upperBound else { return true }
    if let lastRecordedSeq, recordedSeqs.contains(lastRecordedSeq) { return true }
    // The recorder resumed with the same state, which then has two seqs.
    if seesAllChanges, lastRecordedSeq != nil { return true }
    guard seesAllChanges || state != nil else { return false }
    if lastRecordedSeq != nil, let state {
      begin(with: state, .replaced)
    } else if let state {
      if checkpoints.last?.seq == last { checkpoints.removeLast() }
      checkpoints.append(Checkpoint(seq: last, state: state))
    }
    lastRecordedSeq = recordedSeqs.upperBound
    return true
  }

  /// The recorder's seqs of the kept states, ascending. O(n) in the kept steps.
  var recordedSeqs: [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    for case let seq? in [firstRecordedSeq] + steps.map(\.recordedSeq) {
      if let last = ranges.last, last.upperBound + 1 == seq {
        ranges[ranges.count - 1] = last.lowerBound...seq
      } else {
        ranges.append(seq...seq)
      }
    }
    return ranges
  }

  /// The seq of the state that has another one in the recorder's journal. O(n) in the kept steps.
  func seq(ofRecorded recordedSeq: Int) -> Int? {
    if firstRecordedSeq == recordedSeq { return checkpoints.first?.seq }
    return steps.last { $0.recordedSeq == recordedSeq }?.seq
  }

  /// Returns the seq of the state that has another one in the recorder's journal.
  func known(_ recordedSeq: Int) throws(TimelineError) -> Int {
    guard let seq = seq(ofRecorded: recordedSeq) else { throw .notKept(recordedSeq, kept: recordedSeqs) }
    return seq
  }

  /// The recorder's seqs of the left-out actions.
  var leftOutSeqs: [Int] { steps.filter(\.isLeftOut).compactMap(\.recordedSeq) }

  /// The seq in the recorder's journal of the state with a seq, if that is kept.
  func recordedSeq(of seq: Int) -> Int? {
    guard let first = seqs?.lowerBound, seq > first else { return firstRecordedSeq }
    return steps.indices.contains(seq - first - 1) ? steps[seq - first - 1].recordedSeq : nil
  }

  // MARK: Looking

  /// Returns the state with a seq, with or without the left-out actions. The reducer runs once per step since the last kept state.
  func state(at seq: Int, leavingOut: Bool = true, _ reduce: Reduce) throws(TimelineError) -> State {
    guard let seqs, let first = checkpoints.first else { throw .noStates }
    guard seqs.contains(seq) else { throw .noState(seq, first: seqs.lowerBound, last: seqs.upperBound) }
    // A resumed state stays as it was, whatever is left out before it.
    let fresh = steps[..<(seq - first.seq)].last { $0.action == nil || $0.followsUnknownState }?.seq ?? first.seq
    let leftOut = !leavingOut ? nil : steps[(fresh - first.seq)..<(seq - first.seq)].first(where: \.isLeftOut)
    let known = leftOut.map { $0.seq - 1 } ?? seq
    guard let start = checkpoints.last(where: { $0.seq <= known }) else { throw .noStates }
    var state = start.state
    for step in steps[(start.seq - first.seq)..<(seq - first.seq)] where !(leavingOut && step.isLeftOut) {
      guard let action = step.action, let inputs = step.inputs else { continue }
      // A reducer that throws leaves a state, too, as it did in the app.
      do { try InputScope.run(with: inputs) { try reduce(&state, action) } } catch { continue }
    }
    return state
  }

  /// Shows the state with a seq.
  mutating func peek(at seq: Int, _ reduce: Reduce) throws(TimelineError) -> State {
    let state = try state(at: seq, reduce)
    shown = Shown(seq: seq, state: state)
    return state
  }

  /// Shows a state that isn't of this history.
  mutating func open(_ state: State) { shown = Shown(seq: nil, state: state) }

  /// Shows the previous state; at the first, shows it again.
  mutating func back(_ reduce: Reduce) throws(TimelineError) -> State {
    guard let seqs else { throw .noStates }
    return try peek(at: max(seqs.lowerBound, (shown?.seq ?? seqs.upperBound) - 1), reduce)
  }

  /// Shows the next state; `nil` if that is the head.
  mutating func forward(_ reduce: Reduce) throws(TimelineError) -> State? {
    guard let seqs, let seq = shown?.seq, seq < seqs.upperBound else {
      returnToHead()
      return nil
    }
    return try peek(at: max(seqs.lowerBound, seq + 1), reduce)
  }

  /// Leaves an action out, or restores it, and shows the same state as before, or the last.
  mutating func toggle(_ seq: Int, _ reduce: Reduce) throws(TimelineError) -> State {
    guard let seqs else { throw .noStates }
    guard seqs.contains(seq) else { throw .noState(seq, first: seqs.lowerBound, last: seqs.upperBound) }
    guard seq > seqs.lowerBound, case let index = seq - seqs.lowerBound - 1, steps[index].action != nil else {
      throw .noAction(seq)
    }
    if steps[index].followsUnknownState { throw .unknownStateBefore(seq) }
    steps[index].isLeftOut.toggle()
    return try peek(at: max(seqs.lowerBound, shown?.seq ?? seqs.upperBound), reduce)
  }

  /// Shows the head again.
  mutating func returnToHead() { shown = nil }
}

extension TimelineHistory: Sendable where State: Sendable, Action: Sendable {}
extension TimelineHistory.Checkpoint: Sendable where State: Sendable, Action: Sendable {}
extension TimelineHistory.Shown: Sendable where State: Sendable, Action: Sendable {}

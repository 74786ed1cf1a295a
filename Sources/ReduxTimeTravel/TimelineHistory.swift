/// What a live timeline keeps, and how states are made of it again; it knows no store and no lock.
///
/// Every action is kept, and every n-th state. The other states are reduced again from the last one before them.
struct TimelineHistory<State, Action> {
  typealias Reduce = (inout State, Action) throws -> Void

  /// A state that is kept.
  struct Pillar {
    var seq: Int
    var state: State
  }

  private let limit: Int
  private let interval: Int
  /// In the order of their seqs, each one more than the one before. The first leads to the state after the first pillar.
  private(set) var steps: [TimelineStep<Action>] = []
  /// In the order of their seqs; there is one for each step that is no action.
  private var pillars: [Pillar] = []
  /// The state that is shown; `nil` while the head is.
  private(set) var shown: Pillar? { didSet { looks += 1 } }
  /// How often what is shown has changed.
  private(set) var looks = 0

  /// Keeps so many steps at most, and every so-many-th state.
  init(limit: Int, interval: Int) {
    precondition(interval > 0, "a state has to be kept now and then")
    self.interval = interval
    // Steps are let go up to a state that is kept.
    self.limit = max(limit, interval)
  }

  /// The seqs of the states that there are; `nil` while there is none.
  var seqs: ClosedRange<Int>? { pillars.first.map { $0.seq...$0.seq + steps.count } }

  // MARK: Keeping

  /// Takes the state before the first action.
  mutating func start(_ state: State) {
    if pillars.isEmpty { pillars.append(Pillar(seq: 0, state: state)) }
  }

  /// Takes an action, the state that it led to, and what the reducer threw. O(1), amortised.
  mutating func append(_ action: Action, _ state: State, error: (any Error)?) {
    guard let last = seqs?.upperBound, let pillar = pillars.last?.seq else { return }
    steps.append(TimelineStep(seq: last + 1, kind: .action(action), error: error))
    if last + 1 - pillar >= interval { pillars.append(Pillar(seq: last + 1, state: state)) }
    dropOldest()
  }

  /// Makes a state that was shown the head. No action is left out any more: what happened is what leads there.
  mutating func resume(from shown: Pillar) {
    begin(with: shown.state, .resumed(from: shown.seq))
    for index in steps.indices { steps[index].isLeftOut = false }
    self.shown = nil
  }

  /// Takes a head that no action led to. It is shown: the store ends a look when its head is set.
  mutating func replace(by state: State) {
    begin(with: state, .replaced)
    shown = nil
  }

  private mutating func begin(with state: State, _ kind: TimelineStep<Action>.Kind) {
    guard let last = seqs?.upperBound else { return }
    steps.append(TimelineStep(seq: last + 1, kind: kind, error: nil))
    pillars.append(Pillar(seq: last + 1, state: state))
    dropOldest()
  }

  private mutating func dropOldest() {
    while steps.count > limit, pillars.count > 1 {
      steps.removeFirst(pillars[1].seq - pillars[0].seq)
      pillars.removeFirst()
    }
  }

  // MARK: Looking

  /// The state with a seq, without the actions that are left out. It takes as many runs of the reducer as there are steps
  /// since a state that is kept.
  func state(at seq: Int, _ reduce: Reduce) throws(TimelineError) -> State {
    guard let seqs, let first = pillars.first else { throw .noStates }
    guard seqs.contains(seq) else { throw .noState(seq, first: seqs.lowerBound, last: seqs.upperBound) }
    // What was gone on from stands, whatever is left out before it.
    let fresh = steps[..<(seq - first.seq)].last { $0.action == nil }?.seq ?? first.seq
    let leftOut = steps[(fresh - first.seq)..<(seq - first.seq)].first(where: \.isLeftOut)
    let known = leftOut.map { $0.seq - 1 } ?? seq
    guard let start = pillars.last(where: { $0.seq <= known }) else { throw .noStates }
    var state = start.state
    for step in steps[(start.seq - first.seq)..<(seq - first.seq)] where !step.isLeftOut {
      guard let action = step.action else { continue }
      // What a reducer leaves when it throws is the state, as it was when the app ran it.
      do { try reduce(&state, action) } catch { continue }
    }
    return state
  }

  /// Shows the state with a seq.
  mutating func peek(at seq: Int, _ reduce: Reduce) throws(TimelineError) -> State {
    let state = try state(at: seq, reduce)
    shown = Pillar(seq: seq, state: state)
    return state
  }

  /// Shows the state before the one that is shown; the first again where there is none.
  mutating func back(_ reduce: Reduce) throws(TimelineError) -> State {
    guard let seqs else { throw .noStates }
    return try peek(at: max(seqs.lowerBound, (shown?.seq ?? seqs.upperBound) - 1), reduce)
  }

  /// Shows the state after the one that is shown; `nil` if that is the head.
  mutating func forward(_ reduce: Reduce) throws(TimelineError) -> State? {
    guard let seqs, let shown, shown.seq < seqs.upperBound else {
      returnToHead()
      return nil
    }
    return try peek(at: max(seqs.lowerBound, shown.seq + 1), reduce)
  }

  /// Leaves an action out, or takes it in again, and shows the same state as before, or the last.
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
extension TimelineHistory.Pillar: Sendable where State: Sendable, Action: Sendable {}

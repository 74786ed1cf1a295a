import ReduxJournal
import StateTree

extension Replayer {
  /// Folds the whole journal from its first state, checking every line, every hash and every snapshot, up to the first
  /// divergence.
  ///
  /// O(n) in the size of the journal, in constant memory beside the state.
  ///
  /// - Parameter jobs: How many threads may share the work; with more than one, reducers run side by side, each on
  ///   states of its own. What is found does not depend on it.
  /// - Returns: What was found; `divergence` tells whether today's reducers still do what was recorded.
  /// - Throws: `JournalError` naming the first damaged line, `ReplayError` for what cannot be folded.
  public func verify(jobs: Int = 1) throws -> VerifyReport {
    try replay(jobs: jobs) { _ in }.report
  }

  /// Folds the whole journal, checking every line, every hash and every snapshot, and does what a search says where replay
  /// and recording part.
  ///
  /// Behind a divergence it goes on with the recorded state where the journal tells it, by a patch or in a snapshot. Until then it
  /// goes on with its own, and compares which members actions change. An action that leads to another state is reduced once
  /// more, to tell in which places its reducer gives another value each time.
  ///
  /// - Parameters:
  ///   - search: What to do. One that goes on costs several encodings of the state for each action that
  ///     diverges, and where secrets are redacted, folds from the last snapshot.
  ///   - jobs: How many threads may share the work as long as nothing differs.
  ///   - onStep: Called now and then with the seq up to which everything was looked at.
  /// - Returns: What was found.
  /// - Throws: As `verify(jobs:)`, and what `onStep` throws.
  package func verify(
    _ search: DivergenceSearch, jobs: Int = 1, onStep: (Int) throws -> Void = { _ in }
  ) throws -> VerifyReport {
    try replay(to: nil, jobs: jobs, chunkByteCount: nil, search: search, onStep: onStep).report
  }

  /// Folds the journal from its first state to a seq, checking every line, hash and snapshot on the way, up to the
  /// first divergence.
  ///
  /// - Parameters:
  ///   - last: The seq to stop at; without it all of the journal is folded.
  ///   - fromSnapshot: Whether to start at the nearest snapshot before `last` instead.
  ///   - onState: Called with each state and its seq, in order.
  /// - Returns: The state that was reached (`nil` if the journal has none, or it diverges), and what was found.
  /// - Throws: `JournalError` naming the first damaged line, `ReplayError` for what cannot be folded, and what
  ///   `onState` throws.
  public func replay(
    to last: Int? = nil, fromSnapshot: Bool = false, onState: ((Int, App.State) throws -> Void)? = nil
  ) throws -> (state: App.State?, report: VerifyReport) {
    try fold(to: last.map(entry(settingKnown:)), fromSnapshot: fromSnapshot) { seq, run in
      if let onState, let state = run.state { try onState(seq, state) }
    }
  }

  /// Folds the journal from its first state to a seq, checking every line, hash and snapshot on the way, up to the
  /// first divergence, with the work shared by several threads.
  ///
  /// The chunks between snapshots are folded side by side, each from its own snapshot; what is found is the same as
  /// with one thread.
  ///
  /// - Parameters:
  ///   - last: The seq to stop at; without it all of the journal is folded.
  ///   - jobs: How many threads may share the work.
  ///   - onStep: Called now and then with the seq up to which everything was checked.
  /// - Returns: The state that was reached (`nil` if the journal has none, or it diverges), and what was found.
  /// - Throws: `JournalError` naming the first damaged line, `ReplayError` for what cannot be folded, and what
  ///   `onStep` throws.
  public func replay(
    to last: Int? = nil, jobs: Int, onStep: (Int) throws -> Void
  ) throws -> (state: App.State?, report: VerifyReport) {
    try replay(to: last, jobs: jobs, chunkByteCount: nil, onStep: onStep)
  }

  func replay(
    to last: Int?, jobs: Int, chunkByteCount: Int?, search: DivergenceSearch = DivergenceSearch(),
    onStep: (Int) throws -> Void
  ) throws -> (state: App.State?, report: VerifyReport) {
    let goal = try last.map(entry(settingKnown:))
    // Older schemas are rare, and their chunks can't be joined by the hashes of their states.
    if jobs > 1, !needsUpgrade, file.header.rules.volatile.isEmpty {
      let shared = ParallelVerifier(replayer: self, jobs: jobs, goal: goal, chunkByteCount: chunkByteCount)
      if let result = try shared.run(onStep: onStep) { return result }
    }
    return try fold(to: goal, fromSnapshot: false, search: search) { seq, _ in try onStep(seq) }
  }

  private func fold(
    to goal: JournalEntry?, fromSnapshot: Bool, search: DivergenceSearch = DivergenceSearch(),
    onStep: (Int, borrowing VerifyingRun<App>) throws -> Void
  ) throws -> (state: App.State?, report: VerifyReport) {
    var start = 0
    if let goal, fromSnapshot, let snapshot = try file.baseSnapshot(of: goal) { start = snapshot.offset }
    var replayer = self
    if start > 0 { replayer.enter(file.redaction(before: start)) }
    var run = VerifyingRun(replayer: replayer, search: search)
    let reader = try file.entries(fromOffset: start)
    while !run.diverges, let line = try reader.nextLine() {
      if let goal, line.seq > goal.seq { break }
      try run.take(line)
      if run.hasState(of: line) { try onStep(line.seq, run) }
    }
    var report = run.report
    if goal == nil, !run.diverges { report.tail = VerifyReport.Tail(reader.tail) }
    return (run.diverges ? nil : run.state, report)
  }

  /// Calls a closure with the actions between a state and a line, those that can be folded.
  func forEachAction(
    after seq: Int, before line: JournalLine, _ body: (PlainAction?, JournalLine) throws -> Void
  ) throws {
    guard seq + 1 < line.seq else { return }
    let reader = try file.entries(fromOffset: entry(settingSeq: seq + 1).offset)
    while let next = try reader.nextLine(), next.offset < line.offset {
      if next.setsState { try body(action(of: next), next) }
    }
  }

  /// What the members of the state say about a divergence, found by folding the actions since a proven state once more.
  func differingMembers(_ record: ActionRecord, at line: JournalLine, since: Int) throws -> [Divergence.Member] {
    guard line.seq > 0, let step = step(record, at: line.offset), let state = try? state(at: since) else { return [] }
    let before = try encoder.outline(state)
    let folded = FoldedState(state, of: self)
    var isTold = true
    try forEachAction(after: since, before: line) { action, line in
      // Of a state that could not be hashed nobody knows what has changed since.
      isTold = try isTold && action != nil && self.record(of: line).unhashed == nil
      if let action { _ = try folded.apply(action, at: line) }
    }
    guard isTold, record.hash != nil else { return [] }
    _ = try folded.apply(step, at: line)
    return try differingMembers(record, from: before, to: encoder.outline(folded.state), at: line)
  }

  /// The members that an action was recorded to change otherwise than a replay does.
  func differingMembers(
    _ record: ActionRecord, from before: StateOutline, to after: StateOutline, at line: JournalLine
  ) -> [Divergence.Member] {
    let replayed = after.changes(since: before)
    let recordedEffects = Dictionary(
      record.changed.map { ($0.pointer, $0.short.map(Divergence.Effect.set) ?? .removed) }, uniquingKeysWith: { $1 })
    let replayedEffects = Dictionary(
      replayed.map { ($0.pointer, $0.hash.map { .set($0.short) } ?? Divergence.Effect.removed) },
      uniquingKeysWith: { $1 })
    let pointers = record.changed.map(\.pointer) + replayed.map(\.pointer).filter { recordedEffects[$0] == nil }
    return pointers.compactMap { pointer in
      let recorded = recordedEffects[pointer] ?? .unchanged
      let replayed = replayedEffects[pointer] ?? .unchanged
      return recorded == replayed || schemas?.upgrade(at: line.offset)?.added(at: pointer) == true
        ? nil : Divergence.Member(pointer: pointer, recorded: recorded, replayed: replayed)
    }
  }
}

import ReduxJournal
import StateCoding
import StateTree

extension Replayer {
  /// Replays the whole journal, checking every line, hash and snapshot, up to the first divergence.
  ///
  /// Of a self-contained journal, it also checks every patch, unless the reducers diverge.
  ///
  /// O(n) in the size of the journal, in constant memory beside the state.
  ///
  /// - Parameter jobs: The number of threads that share the work. With more than one, reducers run in parallel, each on
  ///   its own state. The result doesn't depend on it.
  /// - Returns: The report. Its `divergence` is `nil` if today's reducers still behave as recorded.
  /// - Throws: `JournalError` for the first damaged line, `ReplayError` for an action or a state that can't be
  ///   replayed.
  public func verify(jobs: Int = 1) throws -> VerifyReport {
    let report = try replay(jobs: jobs, search: DivergenceSearch(passingSecrets: true)).report
    if report.divergence == nil { try checkPatches(besides: report, jobs: jobs) }
    return report
  }

  /// Replays the journal up to a seq or the first divergence, checking every line, hash and snapshot.
  ///
  /// - Parameters:
  ///   - last: The seq to stop at; `nil` for the whole journal.
  ///   - fromSnapshot: Whether to start at the nearest snapshot before `last`, not at the first state.
  ///   - onState: Called with each state and its seq, in order.
  /// - Returns: The last state (`nil` if the journal has none, or diverges), and the report.
  /// - Throws: `JournalError` for the first damaged line, `ReplayError` for what can't be replayed, and what
  ///   `onState` throws.
  public func replay(
    to last: Int? = nil, fromSnapshot: Bool = false, onState: ((Int, App.State) throws -> Void)? = nil
  ) throws -> (state: App.State?, report: VerifyReport) {
    try checkRenames()
    return try fold(to: last.map(entry(settingKnown:)), fromSnapshot: fromSnapshot) { seq, run in
      if let onState, let state = run.state { try onState(seq, state) }
    }
  }

  /// Replays the journal up to a seq, and handles divergences as a search demands.
  ///
  /// Threads replay the chunks between snapshots in parallel. The result is the same as with one thread.
  ///
  /// Behind a divergence, the replay continues with the recorded state if a patch or a snapshot holds it. Until then it
  /// continues with its own state, and compares which members each action changes. It reduces each divergent action
  /// once more, to find where the reducer gives a different value in each run; and, if a redacted value is near, with
  /// other values in its place, to find where it matters.
  ///
  /// - Parameters:
  ///   - last: The seq to stop at; `nil` for the whole journal.
  ///   - fromSnapshot: Whether to start at the nearest snapshot before `last`; then one thread does.
  ///   - jobs: The number of threads that share the work until something differs.
  ///   - search: How to handle divergences. Continuing costs several encodings of the state for each divergent action.
  ///     If values are redacted, each action behind a divergence is reduced four more times.
  ///   - chunkByteCount: The minimum size of a thread's chunk in bytes; `nil` for a default that depends on the journal.
  ///   - onStep: Called from time to time with the seq up to which everything is checked.
  /// - Returns: The last state (`nil` if the journal has none, or the replay ends at a divergence), and the report.
  /// - Throws: `JournalError` for the first damaged line, `ReplayError` for what can't be replayed, and what
  ///   `onStep` throws.
  package func replay(
    to last: Int? = nil, fromSnapshot: Bool = false, jobs: Int, search: DivergenceSearch = DivergenceSearch(),
    chunkByteCount: Int? = nil, onStep: (Int) throws -> Void = { _ in }
  ) throws -> (state: App.State?, report: VerifyReport) {
    let goal = try last.map(entry(settingKnown:))
    try checkRenames()
    // Older schemas are rare, and their chunks can't be joined by the hashes of their states.
    if jobs > 1, !fromSnapshot, !needsUpgrade, file.header.rules.volatile.isEmpty {
      let shared = ParallelVerifier(replayer: self, jobs: jobs, goal: goal, chunkByteCount: chunkByteCount)
      if let result = try shared.run(onStep: onStep) { return result }
    }
    return try fold(to: goal, fromSnapshot: fromSnapshot, search: search) { seq, _ in try onStep(seq) }
  }

  private func fold(
    to goal: JournalEvent?, fromSnapshot: Bool, search: DivergenceSearch = DivergenceSearch(),
    onStep: (Int, borrowing VerifyingRun<App>) throws -> Void
  ) throws -> (state: App.State?, report: VerifyReport) {
    var start = 0
    if let goal, fromSnapshot, let snapshot = try file.baseSnapshot(of: goal) { start = snapshot.offset }
    var replayer = self
    if start > 0 { replayer.enter(file.redaction(before: start)) }
    var run = VerifyingRun(replayer: replayer, search: search)
    let reader = try file.entries(fromOffset: start)
    try run.take(reader, through: goal, onStep: onStep)
    var report = run.report
    if goal == nil, !run.diverges { report.tail = VerifyReport.Tail(reader.tail) }
    return (run.diverges ? nil : run.state, report)
  }

  /// Calls a closure with each action between a state and a line that can be replayed.
  func forEachAction(
    after seq: Int, before line: JournalLine, _ body: (PlainAction?, JournalLine) throws -> Void
  ) throws {
    guard seq + 1 < line.seq else { return }
    let reader = try file.entries(fromOffset: entry(settingSeq: seq + 1).offset)
    while let next = try reader.nextLine(), next.offset < line.offset {
      if next.setsState { try body(action(of: next), next) }
    }
  }

  /// The members that differ at a divergence, found by replaying the actions since the last proven state.
  func differingMembers(_ record: ActionRecord, at line: JournalLine, since: Int) throws -> [Divergence.Member] {
    guard line.seq > 0, let step = step(record, at: line.offset), let state = try? state(at: since) else { return [] }
    let upgrade = schemas?.upgrade(at: line.offset)
    let before = try outline(of: state, seq: since, as: upgrade)
    let old: JSONValue? = record.namedElements(besides: before).isEmpty ? .none : try recorded(state, as: upgrade)
    let folded = FoldedState(state, of: self)
    var isComplete = true
    try forEachAction(after: since, before: line) { action, line in
      // After a state that could not be hashed, the record's changes are incomplete.
      isComplete = try isComplete && action != nil && self.record(of: line).unhashed == nil
      if let action { _ = try folded.apply(action, at: line) }
    }
    guard isComplete, record.hash != nil else { return [] }
    _ = try folded.apply(step, at: line)
    return try differingMembers(
      record, from: before, to: outline(of: folded.state, seq: line.seq, as: upgrade), at: line
    ) {
      guard let old else { return nil }
      return (old, try recorded(folded.state, as: upgrade))
    }
  }
}

import ReduxJournal
import StateCoding
import StateTree

/// Comparing what an action changed with what its record names.
extension Replayer {
  /// Returns the members that an action changed differently when it was recorded.
  ///
  /// - Parameters:
  ///   - record: The action's record.
  ///   - before: The replayed members before the action.
  ///   - after: The replayed members after it.
  ///   - line: Its line.
  ///   - trees: Returns the replayed states as the journal has them, if the record names elements of collections.
  /// - Returns: The members, those that the record names first.
  func differingMembers(
    _ record: ActionRecord, from before: StateOutline, to after: StateOutline, at line: JournalLine,
    trees: () throws -> (before: JSONValue, after: JSONValue)?
  ) rethrows -> [Divergence.Member] {
    var replayed = after.changes(since: before).map { ($0.pointer, effect($0.hash)) }
    let named = record.namedElements(besides: before, after)
    if !named.isEmpty, let (old, new) = try trees() {
      replayed = replayed.flatMap { place, effect in
        guard let pointer = try? JSONPointer(place), pointer.isAbove(named) else { return [(place, effect)] }
        return JSONValue.changes(at: pointer, from: old[pointer], to: new[pointer], naming: named).map {
          ($0.description, self.effect($1))
        }
      }
    }
    let recordedEffects = Dictionary(
      record.changed.map { ($0.pointer, $0.short.map(Divergence.Effect.set) ?? .removed) }, uniquingKeysWith: { $1 })
    let replayedEffects = Dictionary(replayed, uniquingKeysWith: { $1 })
    let upgrade = schemas?.upgrade(at: line.offset)
    let pointers = record.changed.map(\.pointer) + replayed.map(\.0).filter { recordedEffects[$0] == nil }
    return pointers.compactMap { pointer in
      let recorded = recordedEffects[pointer] ?? .unchanged
      let replayed = replayedEffects[pointer] ?? .unchanged
      if recorded == replayed { return nil }
      return Divergence.Member(
        pointer: upgrade?.current(pointer) ?? pointer, recorded: recorded, replayed: replayed)
    }
  }

  private func effect(_ hash: StateHash?) -> Divergence.Effect { hash.map { .set($0.short) } ?? .removed }
}

extension ActionRecord {
  /// The elements of collections that the record names: its pointers that the outlines of the states don't list.
  func namedElements(besides outlines: StateOutline...) -> [JSONPointer] {
    changed.compactMap { member in
      guard outlines.allSatisfy({ $0.hash(at: member.pointer) == nil }), let pointer = try? JSONPointer(member.pointer),
        !pointer.isRoot
      else { return nil }
      return pointer
    }
  }
}

extension JSONPointer {
  /// Whether it leads to a value that contains one of other places.
  fileprivate func isAbove(_ places: [JSONPointer]) -> Bool {
    places.contains { $0.tokens.count > tokens.count && isPrefix(of: $0) }
  }
}

extension JSONValue {
  /// The places in which the values at a place differ, with their new hashes; `nil` for those that are gone. The places are
  /// as deep as the named ones.
  fileprivate static func changes(
    at place: JSONPointer, from old: JSONValue?, to new: JSONValue?, naming named: [JSONPointer]
  ) -> [(place: JSONPointer, hash: StateHash?)] {
    guard place.isAbove(named) else { return [(place, new?.stateHash)] }
    let (before, after) = (old?.elementsByKey ?? [], new?.elementsByKey ?? [])
    let known = Dictionary(before, uniquingKeysWith: { $1 })
    let remaining = Set(after.map(\.key))
    return after.filter { known[$0.key] != $0.value }.flatMap { key, value in
      changes(at: place.appending(key), from: known[key], to: value, naming: named)
    } + before.filter { !remaining.contains($0.key) }.map { (place.appending($0.key), nil) }
  }

  private var elementsByKey: [(key: String, value: JSONValue)] {
    switch self {
    case .array(let elements): elements.enumerated().map { (String($0), $1) }
    case .object(let members): members.map { ($0.key, $0.value) }
    default: []
    }
  }
}

extension Replayer {
  /// Checks that each patch of a self-contained journal leads to the recorded state. Other journals pass unread.
  ///
  /// Readers without the reducers get their states from the patches. A replay with reducers doesn't use them. It only
  /// compares each with the difference between its states. If one isn't the same, this applies all of them.
  ///
  /// O(n) in the size of the journal, plus O(n) in the size of the state for each action.
  ///
  /// - Parameters:
  ///   - report: The report of a replay of the whole journal.
  ///   - jobs: The number of threads that share the work.
  ///   - onStep: Called from time to time with the seq up to which everything is checked.
  /// - Throws: `ReplayError` for the first wrong patch, `JournalError` for a damaged line, and the errors of `onStep`.
  package func checkPatches(besides report: VerifyReport, jobs: Int, onStep: (Int) throws -> Void = { _ in }) throws {
    guard file.isSelfContained, !readsPatches, report.confirmed < report.actions else { return }
    var patched = Replayer<PatchedStates>(file: file)
    patched.limit = limit
    let patches = try patched.replay(jobs: jobs, onStep: onStep).report
    guard let divergence = patches.divergence else { return }
    throw ReplayError(
      path: divergence.path, line: divergence.line, offset: nil, seq: divergence.seq,
      problem: .contradictoryPatch(type: divergence.type))
  }
}

extension Replayer {
  /// Whether an action holds a redacted value, as far as it can be decoded and encoded.
  func holdsSecrets(_ action: PlainAction, at line: JournalLine) throws -> Bool {
    // A patch is redacted like the states around it.
    if action.isPatch { return false }
    if SecretVariant.isText(in: action.action.value) { return true }
    // The action itself reports one that can't be decoded.
    guard let decoded: Any = try? decode(action, at: line) else { return false }
    guard let encodable = decoded as? any Encodable else { return true }
    return try encoder.redactions(in: encodable) > 0
  }
}

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

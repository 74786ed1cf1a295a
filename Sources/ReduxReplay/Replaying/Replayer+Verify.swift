import ReduxJournal
import StateTree

extension Replayer {
  /// Folds the whole journal from its first state, checking every line, every hash and every snapshot, up to the first
  /// divergence.
  ///
  /// O(n) in the size of the journal, in constant memory beside the state.
  ///
  /// - Returns: What was found; `divergence` tells whether today's reducers still do what was recorded.
  /// - Throws: `JournalError` naming the first damaged line, `ReplayError` for what cannot be folded.
  public func verify() throws -> VerifyReport {
    try replay().report
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
    var start = 0
    if let last {
      guard let entry = try file.entry(settingSeq: last) else {
        throw error(.noSuchState(last: try file.lastStateSeq ?? 0), seq: last)
      }
      if case .action(let action) = entry.record, action.interrupted {
        throw error(.interrupted(type: action.type), at: entry, seq: last)
      }
      if fromSnapshot, let snapshot = try file.baseSnapshot(of: entry) { start = snapshot.offset }
    }
    var run = VerifyingRun(replayer: self)
    let reader = try file.entries(fromOffset: start)
    while run.report.divergence == nil, let entry = try reader.next() {
      if let last, entry.seq > last { break }
      try run.take(entry)
      if entry.setsState, run.stateIsKnown, let state = run.state { try onState?(entry.seq, state) }
    }
    if last == nil, run.report.divergence == nil { run.report.tail = reader.tail }
    return (run.report.divergence == nil ? run.state : nil, run.report)
  }

  /// What the members of the state say about a divergence, found by folding the action once more.
  func differingMembers(_ record: ActionRecord, at entry: JournalEntry) throws -> [Divergence.Member] {
    guard entry.seq > 0, var state = try? state(at: entry.seq - 1) else { return [] }
    let before = try StateEncoder().outline(state)
    _ = try apply(record, at: entry, to: &state)
    let replayed = try StateEncoder().outline(state).changes(since: before)
    let recordedEffects = Dictionary(
      record.changed.map { ($0.pointer, $0.short.map(Divergence.Effect.set) ?? .removed) }, uniquingKeysWith: { $1 })
    let replayedEffects = Dictionary(
      replayed.map { ($0.pointer, $0.hash.map { .set($0.short) } ?? Divergence.Effect.removed) },
      uniquingKeysWith: { $1 })
    let pointers = record.changed.map(\.pointer) + replayed.map(\.pointer).filter { recordedEffects[$0] == nil }
    return pointers.compactMap { pointer in
      let recorded = recordedEffects[pointer] ?? .unchanged
      let replayed = replayedEffects[pointer] ?? .unchanged
      return recorded == replayed
        ? nil : Divergence.Member(pointer: pointer, recorded: recorded, replayed: replayed)
    }
  }
}

/// A fold over a journal in which every step is checked.
private struct VerifyingRun<App: ReplayableApp> {
  let replayer: Replayer<App>
  var state: App.State?
  var report: VerifyReport
  /// Whether `state` is what the last record led to: an action that was interrupted led to no known state.
  private(set) var stateIsKnown = true
  /// The recorded hash of the state that was reached last.
  private var hash: StateHash?
  private var landmarks = Lineage.Landmarks()
  /// States that were taken up before: who goes back again and again would else pay for the whole way each time.
  private var kept: [(seq: Int, state: App.State)] = []
  private static var keptLimit: Int { 8 }

  init(replayer: Replayer<App>) {
    self.replayer = replayer
    report = VerifyReport(app: replayer.file.header.app)
  }

  mutating func take(_ entry: JournalEntry) throws {
    report.records += 1
    if entry.setsState { report.lastSeq = entry.seq }
    if let landmark = replayer.landmark(entry) { landmarks.add(landmark, at: entry.seq) }
    switch entry.record {
    case .header: report.sessions += 1
    case .snapshot(let snapshot): try take(snapshot, at: entry)
    case .action(let action): try take(action, at: entry)
    case .rewind(let rewind):
      report.rewinds += 1
      try takeUp(rewind.to, hash: rewind.hash, at: entry)
    case .gap(let gap): report.gaps.append((entry.line, gap))
    case .mark, .seal, .unknown: break
    }
  }

  private mutating func take(_ snapshot: SnapshotRecord, at entry: JournalEntry) throws {
    switch snapshot.content {
    case .sameAs(let seq): try takeUp(seq, hash: snapshot.hash, at: entry)
    case .state(let node):
      report.snapshots += 1
      let found = node.value.stateHash
      guard found == snapshot.hash, entry.setsState || hash == nil || hash == found else {
        let recorded = found == snapshot.hash ? hash ?? found : snapshot.hash
        throw replayer.error(
          .wrongSnapshot(recorded: "\(recorded)", found: "\(found)"), at: entry, seq: entry.seq)
      }
      guard entry.setsState || state == nil else { return }
      let decoded = try replayer.decodeState(node, snapshot, at: entry)
      if entry.seq == 0 {
        report.startsElsewhere = try replayer.hash(of: App.initialState, seq: 0) != snapshot.hash
      }
      state = decoded
      try prove(snapshot.hash, at: entry)
    }
  }

  /// Takes up an earlier state again.
  private mutating func takeUp(_ seq: Int, hash recorded: StateHash, at entry: JournalEntry) throws {
    if entry.seq - 1 != seq || state == nil || hash != recorded {
      // The fold owns the state: what is kept of the one that is left behind is let go first.
      state = nil
      state = try earlierState(seq)
    }
    guard let state, try replayer.hash(of: state, seq: entry.seq) == recorded else {
      throw replayer.error(.wrongReference(to: seq), at: entry, seq: entry.seq)
    }
    hash = recorded
    stateIsKnown = true
    report.proven += 1
    keep(state, as: seq)
    keep(state, as: entry.seq)
  }

  private func earlierState(_ seq: Int) throws -> App.State {
    var search = Lineage.Search(for: seq)
    guard let lineage = search.follow(landmarks, known: kept.map(\.seq)) else { return try replayer.state(at: seq) }
    return try replayer.state(along: lineage, from: kept.first { $0.seq == lineage.start }?.state)
  }

  private mutating func keep(_ state: App.State, as seq: Int) {
    kept.removeAll { $0.seq == seq }
    if kept.count == Self.keptLimit { kept.removeFirst() }
    kept.append((seq, state))
  }

  private mutating func take(_ action: ActionRecord, at entry: JournalEntry) throws {
    report.actions += 1
    if action.interrupted {
      report.interrupted.append((entry.line, entry.seq, action.type))
      hash = nil
      stateIsKnown = false
      return
    }
    guard stateIsKnown, var current = state else { throw replayer.error(.unreachable, at: entry, seq: entry.seq) }
    // The fold owns the state while it changes it: a second reference would make the change a copy.
    state = nil
    let thrown = try replayer.apply(action, at: entry, to: &current)
    state = current
    let error = thrown.map { String(describing: $0) }
    guard VerifyingRun.isSame(error, action.error) else {
      report.divergence = try divergence(.error(recorded: action.error, replayed: error), action, at: entry)
      return
    }
    if error != nil { report.refused += 1 }
    guard let recorded = action.hash else {
      report.unhashed += 1
      hash = nil
      return
    }
    let replayed = try replayer.hash(of: current, seq: entry.seq)
    guard replayed == recorded else {
      report.divergence = try divergence(.state(recorded: recorded, replayed: replayed), action, at: entry)
      return
    }
    hash = recorded
    report.proven += 1
  }

  /// Whether an error's text is the recorded one, which is cut where it is too long.
  private static func isSame(_ error: String?, _ recorded: String?) -> Bool {
    guard let error, let recorded, error != recorded else { return error == recorded }
    let kept = recorded.utf8.dropLast("…".utf8.count)
    return recorded.hasSuffix("…") && kept.count > 8 << 9 && error.utf8.starts(with: kept)
  }

  private mutating func prove(_ recorded: StateHash, at entry: JournalEntry) throws {
    guard let state else { return }
    let replayed = try replayer.hash(of: state, seq: entry.seq)
    guard replayed == recorded else {
      throw replayer.error(
        .wrongSnapshot(recorded: "\(recorded)", found: "\(replayed)"), at: entry, seq: entry.seq)
    }
    hash = recorded
    stateIsKnown = true
    report.proven += 1
  }

  private func divergence(
    _ kind: Divergence.Kind, _ action: ActionRecord, at entry: JournalEntry
  ) throws -> Divergence {
    Divergence(
      seq: entry.seq, line: entry.line, type: action.type, kind: kind,
      members: try replayer.differingMembers(action, at: entry))
  }
}

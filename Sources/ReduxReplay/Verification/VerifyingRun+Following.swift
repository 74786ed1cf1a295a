import ReduxJournal
import StateTree

/// Continuing after a divergence.
extension VerifyingRun {
  /// Notes that the current state equals the recorded one.
  mutating func agree() {
    guard following != nil else { return }
    following?.agree()
    settle()
  }

  /// Finds the places where an action's result differs from the recorded one, and continues with the nearest state to it.
  mutating func follow(
    _ kind: Divergence.Kind, _ record: ActionRecord, _ action: PlainAction, from before: App.State,
    _ found: ReplayedHash?, at line: JournalLine
  ) throws {
    guard let held, let known = following else { return }
    following?.begin()
    let found = try action.hash == nil ? nil : found ?? hash(of: held, seq: line.seq, as: upgrade(at: line.offset))
    /// The recorded hash of a state that differs; `nil` if only the errors differ.
    let differing = found?.hash == action.hash ? nil : action.hash
    var places: [DivergentPlace] = if case .error = kind { [DivergentPlace(pointer: nil)] } else { [] }
    let impure = action.isPatch ? [] : try impurePlaces(of: action, from: before, at: line)
    let last = unhashed?.state ?? before
    let members = try found?.outline.flatMap { outline in
      let seq = unhashed?.seq ?? line.seq - 1
      let old = known.hasAgreed ? try replayer.outline(of: last, seq: seq, as: upgrade(at: line.offset)) : known.outline
      return try changedOtherwise(record, to: outline, since: old, at: line, states: (last, held.state))
    }
    let exact = try recordedState(record, from: before, at: line)
    if let exact {
      if differing != nil { places += try self.places(from: exact.state, to: held.state, impure: impure) }
      if places.isEmpty { progress.report.excused += 1 }
    } else if let differing, let outline = found?.outline {
      places += following?.stray(members, impure: impure, outline) ?? []
      progress.hash = differing
    }
    let start = unhashed ?? (before, line.seq - 1)
    let judged = try judge(kind, at: places, of: action, at: line, since: start.seq, from: start.state)
    let evidence = ValueEvidence(of: record, at: line, (before, exact?.state, held.state), by: replayer)
    try note(kind, at: judged.places, judged.redaction, record, line: line, evidence) {
      evidence.members(members ?? [], at: places.compactMap(\.pointer))
    }
    if let exact {
      guard let hash = record.hash else { return }
      return try resume(from: exact, hash, seq: line.seq, counts: false)
    }
    if found == nil {
      progress.passUnhashed()
    } else if differing == nil, let recorded = action.hash {
      progress.prove(recorded, seq: line.seq)
      return agree()
    }
    try varyExcused(kind, judged.places.filter(\.mayBeRedaction))
    if places.isEmpty { countDifference() }
  }

  /// Compares a state that may differ with a snapshot that repeats it, and continues from the snapshot.
  mutating func rejoin(
    _ node: JSONNode, _ snapshot: SnapshotRecord, _ kind: Divergence.Kind, at entry: JournalEvent
  ) throws {
    following?.begin()
    guard let known = following, let held, replayer.usableState(of: snapshot) != nil else { return }
    if isParallel { throw NeedsSequentialReplay() }
    // If the snapshot doesn't decode, continue without it.
    guard let decoded = try? replayer.decodeState(node, snapshot, at: entry) else { return }
    let places = try self.places(from: decoded, to: held.state, impure: [])
    if places.isEmpty, known.strayed == nil { progress.report.excused += 1 }
    // Don't report the same difference again.
    if !known.hasDiverged, !places.isEmpty {
      let (action, line) = try action(before: entry)
      let record = try replayer.record(of: line)
      let judged = try judge(
        kind, at: places, of: action, at: line, since: unhashed?.seq ?? line.seq - 1, from: unhashed?.state)
      let evidence = ValueEvidence(of: record, at: line, (nil, decoded, held.state), by: replayer)
      try note(kind, at: judged.places, judged.redaction, record, line: line, evidence) {
        evidence.members([], at: places.compactMap(\.pointer))
      }
    }
    kept.removeAll()
    try resume(from: FoldedState(decoded, of: replayer), snapshot.hash, seq: entry.seq, counts: false)
  }

  /// Counts a state that differs from the recorded one for another reason than its own action.
  mutating func countDifference() {
    switch following?.difference {
    case .strayed: progress.report.strayed += 1
    case .excused: progress.report.excused += 1
    case .undecided: progress.report.undecided += 1
    case nil: break
    }
  }
}

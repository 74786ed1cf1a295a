import ReduxJournal
import StateTree

/// Checking snapshots, and continuing from them.
extension VerifyingRun {
  mutating func take(_ node: JSONNode, of snapshot: SnapshotRecord, at entry: JournalEvent) throws {
    progress.report.snapshots += 1
    if !snapshot.redacted.isEmpty { progress.report.holdsStandIns = true }
    let hash = progress.hash
    let found = replayer.hash(ofWritten: node)
    guard found == snapshot.hash, entry.setsState || hash == nil || hash == found else {
      let recorded = found == snapshot.hash ? hash ?? found : snapshot.hash
      throw replayer.error(.wrongSnapshot(recorded: "\(recorded)", found: "\(found)"), at: entry, seq: entry.seq)
    }
    if entry.setsState {
      try adopt(node, snapshot, at: entry)
    } else if isEntering {
      try enter(node, snapshot, at: entry)
    } else if held == nil {
      try adopt(node, snapshot, at: entry)
    } else if progress.isKnown {
      if isReshaped(at: entry.offset) {
        try compare(node, snapshot, at: entry)
      } else {
        try confirm(node, snapshot, at: entry)
      }
    }
  }

  /// Continues from a snapshot, unless states are unknown and it doesn't hold the whole state.
  private mutating func adopt(_ node: JSONNode, _ snapshot: SnapshotRecord, at entry: JournalEvent) throws {
    if replayer.usableState(of: snapshot) == nil {
      if case .unproven = progress.knowledge { return }
      guard (try? replayer.decodeState(node, snapshot, at: entry)) != nil else {
        return markUnproven(snapshot, at: entry)
      }
    }
    let decoded = try replayer.decodeState(node, snapshot, at: entry)
    let upgrade = upgrade(at: entry.offset)
    if entry.seq == 0 {
      let start = try upgrade == nil ? snapshot.hash : replayer.hash(of: decoded, seq: 0)
      // Today's initial state may have no encoding, and no part in the replay.
      if let today = try? replayer.hash(of: App.initialState, seq: 0) {
        progress.report.startsElsewhere = today != start
      }
    }
    let state = FoldedState(decoded, of: replayer)
    // For another shape, the text's hash was checked before the upgrade.
    let found = try upgrade?.reshapesStates == true ? snapshot.hash : state.hash(seq: entry.seq, as: upgrade)
    guard found == snapshot.hash else {
      if replayer.hash(ofWritten: node) == snapshot.hash,
        let problem = replayer.explainChange(of: node, decodedAs: decoded)
      {
        throw replayer.error(problem, at: entry, seq: entry.seq)
      }
      throw replayer.error(
        .wrongSnapshot(recorded: "\(snapshot.hash)", found: "\(found)"), at: entry, seq: entry.seq)
    }
    // A state that couldn't be proven remains so, even if the replay goes on from its snapshot.
    try resume(from: state, snapshot.hash, seq: entry.seq, counts: entry.setsState || progress.isKnown)
    noteWritten(node, at: entry)
  }

  /// Notes a state that was recorded in part, and can't be decoded.
  private mutating func markUnproven(_ snapshot: SnapshotRecord, at entry: JournalEvent) {
    release()
    progress.markUnproven(
      of: UnprovenRange(
        line: entry.line, seqs: entry.seq...entry.seq, actions: 0, type: nil, replayability: .inspectOnly),
      hash: snapshot.hash)
  }

  /// Continues from a snapshot that repeats the current state, whose value is unknown.
  private mutating func enter(_ node: JSONNode, _ snapshot: SnapshotRecord, at entry: JournalEvent) throws {
    guard replayer.usableState(of: snapshot) != nil,
      startsInTheMiddle || progress.isKnown && progress.hash == snapshot.hash,
      let decoded = try? replayer.decodeState(node, snapshot, at: entry),
      try isReshaped(at: entry.offset)
        || replayer.hash(of: decoded, seq: entry.seq, as: upgrade(at: entry.offset)) == snapshot.hash
    else { throw NeedsSequentialReplay() }
    hold(decoded)
    if startsInTheMiddle { enteredSeq = entry.seq }
    progress.start(from: snapshot.hash, seq: entry.seq, counts: false)
  }

  /// Compares the current state with a snapshot that repeats it, if the journal hasn't proven it yet.
  private mutating func confirm(_ node: JSONNode, _ snapshot: SnapshotRecord, at entry: JournalEvent) throws {
    guard let held, progress.hash == nil || following?.strayed != nil else { return }
    let replayed = try held.hash(seq: entry.seq, as: upgrade(at: entry.offset))
    if progress.hash == nil, replayed == snapshot.hash {
      progress.confirm(snapshot.hash, seq: entry.seq)
      return agree()
    }
    let kind = Divergence.Kind.state(recorded: snapshot.hash, replayed: replayed)
    guard following == nil else { return try rejoin(node, snapshot, kind, at: entry) }
    let (action, line) = try action(before: entry)
    try diverge(kind, at: line, action, from: nil, nil)
    // Redaction may explain it: continue with the recorded state.
    guard !diverges, replayer.usableState(of: snapshot) != nil,
      let decoded = try? replayer.decodeState(node, snapshot, at: entry)
    else { return }
    try resume(from: FoldedState(decoded, of: replayer), snapshot.hash, seq: entry.seq, counts: false)
  }

  /// The action that set the state that a snapshot repeats.
  func action(before entry: JournalEvent) throws -> (PlainAction, JournalLine) {
    let offset = try replayer.entry(settingSeq: entry.seq).offset
    guard let line = try replayer.file.entries(fromOffset: offset).nextLine(),
      let action = try replayer.action(of: line)
    else { throw replayer.error(.unreachable, at: entry, seq: entry.seq) }
    return (action, line)
  }

  /// Continues from a state with a recorded hash.
  mutating func resume(from state: FoldedState<App>, _ hash: StateHash, seq: Int, counts: Bool = true) throws {
    hold(state)
    progress.start(from: hash, seq: seq, counts: counts)
    agree()
  }
}

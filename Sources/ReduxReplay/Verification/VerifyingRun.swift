import ReduxJournal
import StateTree

/// A replay of a journal that checks every step.
struct VerifyingRun<App: ReplayableApp> {
  private(set) var replayer: Replayer<App>
  /// The current state.
  var held: FoldedState<App>?
  var progress = VerifyingProgress()
  /// The last error that a reducer threw.
  private(set) var lastError: (any Error)?
  /// Whether this replay covers one chunk of several, and may begin at a snapshot.
  let isParallel: Bool
  /// Whether the replay doesn't know the journal's lines before its first one.
  private let startsInTheMiddle: Bool
  /// Whether the current state is unknown until the next snapshot, which repeats it.
  private var isEntering: Bool
  /// Recent targets of rewinds, so that repeated rewinds don't replay the whole way each time.
  var kept: [(seq: Int, state: App.State)] = []
  private static var keptLimit: Int { 8 }

  var report: VerifyReport { progress.report }
  /// The knowledge for continuing behind a divergence; `nil` if the replay ends there.
  var following: Following?
  /// Whether the replay ends at a divergence.
  var diverges: Bool { progress.report.divergence != nil && following?.search.keepsGoing != true }

  init(
    replayer: Replayer<App>, isParallel: Bool = false, startsInTheMiddle: Bool = false,
    search: DivergenceSearch = DivergenceSearch()
  ) {
    self.isParallel = isParallel
    following = search.isWanted ? Following(search) : nil
    self.replayer = replayer
    self.startsInTheMiddle = startsInTheMiddle
    isEntering = startsInTheMiddle
  }

  /// The current state.
  var state: App.State? { held?.state }

  /// Whether a line set the state, and the state is known.
  func hasState(of line: JournalLine) -> Bool { line.setsState && progress.stateIsKnown && held != nil }

  /// Appends the finding of the next chunk.
  ///
  /// - Returns: The chunk's end; `nil` if the chunk doesn't begin with the current state.
  mutating func join(_ finding: ChunkFinding, at place: JournalCursor) -> JournalCursor? {
    guard let end = place.following(from: finding.start, to: finding.end) else { return nil }
    if let entry = finding.entry, !entry.setsState {
      guard progress.stateIsKnown, progress.hash == entry.hash else { return nil }
    }
    // Beyond the limit, a sequential replay of the chunk finds the rewind that exceeds it.
    let limit = replayer.limit.at(progress.report.lastSeq ?? 0)
    guard finding.progress.repeated == 0 || progress.repeated + finding.progress.repeated <= limit else { return nil }
    progress.add(finding.progress, after: place.line - finding.start.line)
    if let rules = finding.progress.rules { redact(by: rules) }
    held = nil
    // The states that a single thread would have kept are unknown. With none, costs are counted too high, which is safe:
    // beyond the limit, one thread replays everything. Stale states would make them too low.
    kept = []
    // If the chunk ends in an unknown state, the next snapshot is a new start.
    isEntering = finding.progress.stateIsKnown
    return end
  }

  mutating func take(_ line: JournalLine) throws {
    progress.report.records += 1
    if line.setsState { progress.report.lastSeq = line.seq }
    switch line.content {
    // Only the whole record has the patch.
    case .action where replayer.readsPatches: try take(replayer.record(of: line), at: line)
    case .action(let action): try take(action, at: line)
    case .record(.action(let record)): try take(record, at: line)
    case .record: if let entry = line.entry { try take(entry) }
    }
  }

  private mutating func take(_ entry: JournalEntry) throws {
    if let landmark = replayer.landmark(entry) { progress.landmarks.add(landmark, at: entry.seq) }
    switch entry.record {
    case .header(let header):
      if header.startsSession || entry.offset == 0 { progress.report.sessions += 1 }
      // Volatile values differ between a replay that begins at a snapshot and one that passes it.
      if isParallel, !header.rules.volatile.isEmpty { throw NeedsSequentialReplay() }
      redact(by: header.rules)
    case .snapshot(let snapshot): try take(snapshot, at: entry)
    case .rewind(let rewind):
      progress.report.rewinds += 1
      try takeUp(rewind.to, hash: rewind.hash, at: entry)
    case .gap(let gap): progress.report.add(gap, line: entry.line)
    case .action, .mark, .seal, .unknown: break
    }
  }

  private mutating func take(_ snapshot: SnapshotRecord, at entry: JournalEntry) throws {
    switch snapshot.content {
    case .sameAs(let seq): try takeUp(seq, hash: snapshot.hash, at: entry)
    case .state(let node):
      progress.report.snapshots += 1
      let hash = progress.hash
      let found = replayer.hash(ofWritten: node)
      guard found == snapshot.hash, entry.setsState || hash == nil || hash == found else {
        let recorded = found == snapshot.hash ? hash ?? found : snapshot.hash
        throw replayer.error(
          .wrongSnapshot(recorded: "\(recorded)", found: "\(found)"), at: entry, seq: entry.seq)
      }
      if isEntering, !entry.setsState { return try enter(node, snapshot, at: entry) }
      if !entry.setsState, progress.stateIsKnown, held != nil, isReshaped(at: entry.offset) {
        return try compare(node, snapshot, at: entry)
      }
      guard entry.setsState || held == nil else {
        if following != nil { return try rejoin(node, snapshot, at: entry) }
        if hash == nil, progress.stateIsKnown { try confirm(found, at: entry) }
        return
      }
      guard replayer.isUsable(snapshot) || progress.unprovenCause == nil else { return }
      let decoded = try replayer.decodeState(node, snapshot, at: entry)
      if entry.seq == 0 {
        let start = try upgrade(at: entry.offset) == nil ? snapshot.hash : replayer.hash(of: decoded, seq: 0)
        progress.report.startsElsewhere = try replayer.hash(of: App.initialState, seq: 0) != start
      }
      isEntering = false
      held = FoldedState(decoded, of: replayer)
      try prove(snapshot.hash, at: entry)
    }
  }

  /// Continues from a snapshot that repeats the current state, whose value is unknown.
  private mutating func enter(_ node: JSONNode, _ snapshot: SnapshotRecord, at entry: JournalEntry) throws {
    guard replayer.isUsable(snapshot), startsInTheMiddle || progress.stateIsKnown && progress.hash == snapshot.hash,
      let decoded = try? replayer.decodeState(node, snapshot, at: entry),
      try isReshaped(at: entry.offset)
        || replayer.hash(of: decoded, seq: entry.seq, as: upgrade(at: entry.offset)) == snapshot.hash
    else { throw NeedsSequentialReplay() }
    isEntering = false
    held = FoldedState(decoded, of: replayer)
    progress.start(from: snapshot.hash, seq: entry.seq, counts: false)
  }

  /// Compares the state with its snapshot if its action was recorded without a hash.
  private mutating func confirm(_ recorded: StateHash, at entry: JournalEntry) throws {
    guard let replayed = try held?.hash(seq: entry.seq, as: upgrade(at: entry.offset)) else { return }
    guard replayed == recorded else {
      let offset = try replayer.entry(settingSeq: entry.seq).offset
      guard let line = try replayer.file.entries(fromOffset: offset).nextLine(),
        let action = try replayer.action(of: line)
      else { throw replayer.error(.unreachable, at: entry, seq: entry.seq) }
      return try part(.state(recorded: recorded, replayed: replayed), at: line, action)
    }
    progress.report.unhashed -= 1
    progress.prove(recorded, seq: entry.seq)
  }

  /// Restores an earlier state.
  private mutating func takeUp(_ seq: Int, hash recorded: StateHash, at entry: JournalEntry) throws {
    progress.unprovenCause = nil
    if try replayer.isDropped(seq) {
      // Its snapshot comes next.
      held = nil
      isEntering = false
      progress.hash = recorded
      progress.stateIsKnown = true
      return
    }
    if entry.seq - 1 != seq || held == nil || progress.hash != recorded {
      // Release the abandoned state before rebuilding the earlier one.
      held = nil
      do { held = FoldedState(try earlierState(seq, for: entry), of: replayer) } catch let error as ReplayError {
        if following != nil, error.isOfDivergence { return markUnproven(atDivergence: recorded) }
        guard let (type, replayability) = error.problem.unfolded else { throw error }
        return markUnproven(
          of: UnprovenRange(
            line: entry.line, seqs: entry.seq...entry.seq, actions: 0, type: type, replayability: replayability),
          hash: recorded)
      }
      isEntering = false
    }
    let isReshaped = isReshaped(at: entry.offset)
    guard let state = held?.state,
      try isReshaped || held?.hash(seq: entry.seq, as: upgrade(at: entry.offset)) == recorded
    else {
      // The lineage may include a state that could not be rebuilt.
      if !progress.report.redacted.isEmpty { return markUnproven(.secrets, hash: recorded) }
      if progress.report.divergence != nil || progress.report.excused + progress.report.undecided > 0 {
        return markUnproven(atDivergence: recorded)
      }
      throw replayer.error(.wrongReference(to: seq), at: entry, seq: entry.seq)
    }
    progress.start(from: recorded, seq: entry.seq, counts: !isReshaped)
    progress.stateIsKnown = true
    keep(state, as: seq)
    keep(state, as: entry.seq)
    try agree()
  }

  private mutating func earlierState(_ seq: Int, for entry: JournalEntry) throws -> App.State {
    var search = Lineage.Search(for: seq)
    guard let lineage = search.follow(progress.landmarks, known: kept.map(\.seq)) else {
      if startsInTheMiddle { throw NeedsSequentialReplay() }
      let state = try replayer.state(at: seq, countingLines: &progress.repeated)
      try checkRepeated(at: entry)
      return state
    }
    progress.repeated += lineage.cost
    try checkRepeated(at: entry)
    return try replayer.state(along: lineage, from: kept.first { $0.seq == lineage.start }?.state)
  }

  private func checkRepeated(at entry: JournalEntry) throws {
    let limit = replayer.limit.at(entry.seq)
    guard progress.repeated <= limit else {
      throw replayer.error(.tooManyRewinds(limit: limit), at: entry, seq: entry.seq)
    }
  }

  private mutating func keep(_ state: App.State, as seq: Int) {
    kept.removeAll { $0.seq == seq }
    if kept.count == Self.keptLimit { kept.removeFirst() }
    kept.append((seq, state))
  }

  private mutating func take(_ record: ActionRecord, at line: JournalLine) throws {
    guard record.interrupted else {
      guard progress.unprovenCause != nil || progress.stateIsKnown && held != nil else {
        throw replayer.error(.unreachable, at: line, seq: line.seq)
      }
      guard let action = replayer.step(record, at: line.offset) else { return pass(over: record, at: line) }
      return try take(action, at: line)
    }
    progress.report.actions += 1
    progress.report.addInterrupted(record, line: line.line)
    progress.markUnproven(hash: nil)
    progress.unprovenCause = nil
  }

  private mutating func take(_ action: PlainAction, at line: JournalLine) throws {
    progress.report.actions += 1
    if progress.unprovenCause != nil { return skip(action.hash, at: line) }
    guard progress.stateIsKnown, let held else { throw replayer.error(.unreachable, at: line, seq: line.seq) }
    let before = following == nil ? nil : held.state
    let thrown = try held.apply(action, at: line)
    if let thrown { lastError = thrown }
    let error = thrown.map { replayer.encoder.rules.text(of: $0) }
    if isReshaped(at: line.offset) { return note(action, error: error, at: line) }
    if let before { return try follow(action, error: error, from: before, at: line) }
    guard VerifyingRun.isSame(error, action.error) else {
      return try part(.error(recorded: action.error, replayed: error), at: line, action)
    }
    if error != nil { progress.report.refused += 1 }
    if action.isPatch { progress.report.patched += 1 }
    guard let recorded = action.hash else { return progress.passUnhashed() }
    let replayed = try held.hash(seq: line.seq, as: upgrade(at: line.offset))
    guard replayed == recorded else {
      return try part(.state(recorded: recorded, replayed: replayed), at: line, action)
    }
    progress.prove(recorded, seq: line.seq)
  }

  /// Whether an error's text equals the recorded one, which may be truncated.
  static func isSame(_ error: String?, _ recorded: String?) -> Bool {
    guard let error, let recorded, error != recorded else { return error == recorded }
    let kept = recorded.utf8.dropLast("…".utf8.count)
    return recorded.hasSuffix("…") && kept.count > 8 << 9 && error.utf8.starts(with: kept)
  }

  private mutating func prove(_ recorded: StateHash, at entry: JournalEntry) throws {
    guard let held else { return }
    progress.unprovenCause = nil
    // The text's hash was checked before the upgrade.
    let replayed =
      isReshaped(at: entry.offset) ? recorded : try held.hash(seq: entry.seq, as: upgrade(at: entry.offset))
    guard replayed == recorded else {
      throw replayer.error(
        .wrongSnapshot(recorded: "\(recorded)", found: "\(replayed)"), at: entry, seq: entry.seq)
    }
    progress.start(from: recorded, seq: entry.seq)
    progress.stateIsKnown = true
    try agree()
  }

  // MARK: Redaction

  /// Adopts a session's redaction rules.
  private mutating func redact(by rules: RedactionRules) {
    progress.rules = rules
    guard replayer.enter(rules) else { return }
    held = held.map { FoldedState($0.state, of: replayer) }
  }

  mutating func markUnproven(_ unprovenCause: VerifyingProgress.UnprovenCause, hash: StateHash?) {
    held = nil
    isEntering = false
    progress.markUnproven(hash: hash)
    progress.unprovenCause = unprovenCause
  }

  /// Notes an action that can't be replayed, because the state before it is unknown.
  private mutating func skip(_ hash: StateHash?, at line: JournalLine) {
    progress.hash = hash
    if progress.unprovenCause == .divergence { return countUnknown() }
    guard progress.unprovenCause == .action, var range = progress.report.unproven.last else {
      progress.report.unchecked += 1
      return
    }
    range.seqs = line.seq...line.seq
    range.actions = 1
    progress.report.unproven.add(range)
  }

  // MARK: Actions that can't be reduced

  /// Skips an action that was not recorded in a form that can be reduced.
  private mutating func pass(over record: ActionRecord, at line: JournalLine) {
    progress.report.actions += 1
    if progress.unprovenCause != nil { return skip(record.hash, at: line) }
    markUnproven(
      of: UnprovenRange(
        line: line.line, seqs: line.seq...line.seq, actions: 1, type: record.type, replayability: record.replayability),
      hash: record.hash)
  }

  private mutating func markUnproven(of range: UnprovenRange, hash: StateHash?) {
    progress.report.unproven.add(range)
    markUnproven(.action, hash: hash)
  }

  /// Records a divergence.
  ///
  /// A divergence that redaction may explain doesn't end the replay: a state derived from a stand-in differs from the one
  /// derived from the secret. Then no state can be rebuilt up to the next snapshot.
  private mutating func part(_ kind: Divergence.Kind, at line: JournalLine, _ action: PlainAction) throws {
    // A sequential replay must confirm the divergence, and reports more about it.
    if isParallel { throw NeedsSequentialReplay() }
    let since = progress.provenSeq ?? line.seq - 1
    let mayBeRedaction = try replayer.holdsSecrets(action, at: line, since: since, after: held?.state)
    let record = try replayer.record(of: line)
    let place = replayer.file.location(ofLine: line.line, at: line.offset)
    let divergence = Divergence(
      seq: line.seq, since: since, path: place.path, line: place.line, type: record.type, kind: kind,
      members: try replayer.differingMembers(record, at: line, since: since), mayBeRedaction: mayBeRedaction)
    if mayBeRedaction {
      progress.report.redacted.append(divergence)
      markUnproven(.secrets, hash: action.hash)
    } else {
      progress.report.divergence = divergence
    }
  }
}

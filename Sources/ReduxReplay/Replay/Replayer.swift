public import ReduxJournal
public import StateTree

/// Rebuilds and proves the states of a journal with an app's reducer.
///
///     let replayer = try Replayer<TrackerApp>(path: "session.jsonl")
///     let state = try replayer.state(at: 120)
///
/// A replayer reads the file as it was when it was opened, and never changes it.
public struct Replayer<App: ReplayableApp> {
  /// The journal.
  public let file: JournalFile
  let actions: ActionCoding<App.Action>
  /// Whether patches, not reducers, produce the states.
  let readsPatches: Bool
  /// Observes each action that is replayed.
  let observer: (any ReducerObserver)?
  /// The number of this replayer's thread in a parallel replay.
  let thread: Int
  /// The schema of each session; `nil` if the app's schema never changed.
  let schemas: SessionSchemas?
  /// The limit on the cost of rewinds.
  var limit = Lineage.Limit()
  /// The encoder of the current session, initially the first one.
  private(set) var encoder: StateEncoder
  /// The hasher without that session's volatile values.
  private var volatile: VolatileHasher

  /// Opens a journal for replay.
  ///
  /// - Throws: `JournalError` if the file can't be read as a journal.
  public init(path: String) throws(JournalError) {
    self.init(file: try JournalFile(path: path))
  }

  /// Replays an open journal.
  public init(file: JournalFile) { self.init(file: file, observer: nil) }

  /// Replays an open journal, and reports each replayed action to an observer.
  package init(file: JournalFile, observer: (any ReducerObserver)?, thread: Int = 0) {
    self.file = file
    self.observer = observer
    self.thread = thread
    actions = App.actions
    readsPatches = App.self == PatchedStates.self
    let changes = App.schemaChanges
    schemas = changes.isEmpty ? nil : SessionSchemas(of: file, app: App.schema, changes: changes)
    encoder = Replayer.encoder(by: file.header.rules)
    volatile = VolatileHasher(of: file.header.rules)
  }

  /// Creates the encoder for a session's rules.
  ///
  /// States from patches are redacted already. Redacting them again would replace stand-ins by other stand-ins.
  package static func encoder(by rules: RedactionRules) -> StateEncoder {
    StateEncoder(rules: App.self == PatchedStates.self ? rules.withoutRedaction : rules)
  }

  /// Creates the encoder for a session's rules if it differs from the current one.
  private func otherEncoder(by rules: RedactionRules) -> StateEncoder? {
    let known = encoder.rules
    // Rules rarely change between sessions.
    if rules == known || readsPatches && rules.withoutRedaction == known { return nil }
    return Replayer.encoder(by: rules)
  }

  /// Adopts a session's rules; `false` if nothing changes.
  @discardableResult
  mutating func enter(_ rules: RedactionRules) -> Bool {
    guard let other = otherEncoder(by: rules) else { return false }
    encoder = other
    volatile = VolatileHasher(of: rules)
    return true
  }

  /// Returns the hash of a state's recorded JSON.
  func hash(ofWritten state: JSONNode) -> StateHash { volatile.hash(state) }

  /// Rebuilds a state from the nearest snapshot before it, and checks it against the recorded hash.
  ///
  /// O(log n) reads in the size of the journal, plus the actions since the snapshot.
  ///
  /// - Throws: `JournalError` for a damaged line on the way, `ReplayError` if the state can't be rebuilt or differs from the
  ///   recorded one.
  public func state(at seq: Int) throws -> App.State {
    var lines = 0
    return try state(at: seq, countingLines: &lines)
  }

  /// Rebuilds a state like `state(at:)`, and adds the approximate number of lines read to a count.
  func state(at seq: Int, countingLines lines: inout Int) throws -> App.State {
    let target = try entry(settingSeq: seq)
    let state =
      try directState(of: target, &lines) ?? writtenState(after: target)
      ?? state(along: nearestLineage(to: seq, &lines))
    if let recorded = target.record.hash {
      try prove(state, is: recorded, at: target)
    }
    return state
  }

  /// Rebuilds a state without some of the actions before it.
  ///
  /// The state is unchecked, because no hash of it was recorded. O(n) in the size of the journal.
  ///
  /// - Parameters:
  ///   - seq: The state to rebuild.
  ///   - skipped: The seqs of the actions to skip.
  /// - Returns: The state.
  /// - Throws: `JournalError` for a damaged line, `ReplayError` where the state cannot be rebuilt.
  public func state(at seq: Int, skipping skipped: [ClosedRange<Int>]) throws -> App.State {
    try state(along: fullLineage(to: seq)) { seq in skipped.contains { $0.contains(seq) } }
  }

  /// Returns the recorded hash of a state; `nil` if none was recorded.
  ///
  /// - Throws: `JournalError` for a damaged line, `ReplayError` if there is no such state.
  public func recordedHash(at seq: Int) throws -> StateHash? {
    try entry(settingSeq: seq).record.hash
  }

  // MARK: From the last snapshot

  /// Rebuilds a state in one pass if, as usual, only actions follow its snapshot; `nil` otherwise.
  private func directState(of target: JournalEntry, _ lines: inout Int) -> App.State? {
    guard case .action(let action) = target.record, !action.interrupted, let base = action.base,
      base > 0, base < target.offset
    else { return nil }
    // Following the lineage reports anything unexpected.
    return try? directState(from: target.offset - base, through: target.offset, &lines)
  }

  private func directState(from start: Int, through end: Int, _ lines: inout Int) throws -> App.State? {
    let reader = try file.entries(fromOffset: start)
    guard let entry = try reader.nextLine()?.entry, case .snapshot(let snapshot) = entry.record,
      isUsable(snapshot), let node = snapshot.state
    else { return nil }
    let folded = FoldedState(try decodeState(node, snapshot, at: entry), of: self)
    while let line = try reader.nextLine() {
      lines += 1
      if let action = try action(of: line) {
        _ = try folded.apply(action, at: line)
        if line.offset >= end { return line.offset == end ? folded.state : nil }
      } else if line.setsState {
        return nil
      }
    }
    return nil
  }

  /// The state in the snapshot after an action that can't be replayed; `nil` for none.
  private func writtenState(after target: JournalEntry) throws -> App.State? {
    guard case .action(let action) = target.record, !action.interrupted, step(action, at: target.offset) == nil else {
      return nil
    }
    // No lineage would help.
    guard let (entry, snapshot) = try snapshot(after: target), let node = snapshot.state else {
      throw error(obstacle(action), at: target, seq: target.seq)
    }
    return try decodeState(node, snapshot, at: entry)
  }

  /// Why an action can't be replayed.
  private func obstacle(_ action: ActionRecord) -> ReplayError.Problem {
    readsPatches ? .noPatch(type: action.type) : .notReplayable(type: action.type, action.replayability)
  }

  /// The usable snapshot that repeats the state of a record; `nil` for none.
  private func snapshot(after entry: JournalEntry) throws -> (JournalEntry, SnapshotRecord)? {
    let reader = try file.entries(fromOffset: entry.offset + entry.byteCount)
    while let next = try reader.next(), next.seq == entry.seq {
      if case .snapshot(let snapshot) = next.record, isUsable(snapshot) { return (next, snapshot) }
    }
    return nil
  }

  /// Whether a snapshot's state can be decoded completely.
  func isUsable(_ snapshot: SnapshotRecord) -> Bool { snapshot.state != nil && (snapshot.isWhole || readsPatches) }

  // MARK: Lineages

  func entry(settingSeq seq: Int) throws -> JournalEntry {
    guard let entry = try file.entry(settingSeq: seq) else {
      let first = try file.firstStateSeq ?? 0
      throw error(
        seq < first ? .droppedState(first: first) : .noSuchState(last: try file.lastStateSeq ?? 0), seq: seq)
    }
    return entry
  }

  /// The record that set a state. It is not an interrupted action, which leads to no known state.
  func entry(settingKnown seq: Int) throws -> JournalEntry {
    let entry = try entry(settingSeq: seq)
    if case .action(let action) = entry.record, action.interrupted {
      throw error(.interrupted(type: action.type), at: entry, seq: seq)
    }
    return entry
  }

  private func nearestLineage(to seq: Int, _ lines: inout Int) throws -> Lineage {
    var search = Lineage.Search(for: seq)
    // For many rewinds to rewinds, reading through the journal is cheaper than looking up each.
    for _ in 0..<64 {
      lines += 16
      let entry = try entry(settingKnown: search.seq)
      var landmarks = Lineage.Landmarks()
      switch entry.record {
      case .action:
        let snapshot = try file.baseSnapshot(of: entry)
        // Only snapshots that decode completely have a distance.
        guard snapshot != nil || readsPatches else { throw error(.unreachable, at: entry, seq: search.seq) }
        landmarks = try self.landmarks(from: snapshot?.offset ?? 0, through: entry.offset, &lines)
      default:
        guard let landmark = try reachableLandmark(entry) else {
          throw error(.unreachable, at: entry, seq: search.seq)
        }
        landmarks.add(landmark, at: entry.seq)
      }
      if let lineage = search.follow(landmarks) { return cost(of: lineage, &lines) }
    }
    let end = try entry(settingKnown: search.seq)
    if let lineage = search.follow(try landmarks(from: 0, through: end.offset, &lines)) {
      return cost(of: lineage, &lines)
    }
    throw error(.unreachable, at: end, seq: search.seq)
  }

  private func cost(of lineage: Lineage, _ lines: inout Int) -> Lineage {
    lines += lineage.cost
    return lineage
  }

  /// The lineage from the first state of its session, ignoring other snapshots.
  private func fullLineage(to seq: Int) throws -> Lineage {
    let end = try entry(settingKnown: seq)
    var search = Lineage.Search(for: seq)
    var lines = 0
    guard let lineage = search.follow(try landmarks(from: 0, through: end.offset, onlySettingState: true, &lines))
    else {
      throw error(.unreachable, at: end, seq: seq)
    }
    return lineage
  }

  private func landmarks(
    from start: Int, through end: Int, onlySettingState: Bool = false, _ lines: inout Int
  ) throws -> Lineage.Landmarks {
    var landmarks = Lineage.Landmarks()
    let reader = try file.entries(fromOffset: start)
    while let line = try reader.nextLine(), line.offset <= end {
      lines += 1
      guard let entry = line.entry, entry.setsState || !onlySettingState else { continue }
      if let landmark = try reachableLandmark(entry) { landmarks.add(landmark, at: entry.seq) }
    }
    return landmarks
  }

  /// Whether a state's segment was dropped.
  func isDropped(_ seq: Int) throws -> Bool {
    guard seq <= file.header.seq else { return false }
    return try file.firstStateSeq.map { seq < $0 } ?? true
  }

  /// The landmark of an entry, or for a dropped state, the state in the snapshot after it.
  private func reachableLandmark(_ entry: JournalEntry) throws -> Lineage.Landmarks.Landmark? {
    guard case .jump(let target)? = landmark(entry), try isDropped(target) else { return landmark(entry) }
    return try snapshot(after: entry).map { _ in .state }
  }

  func landmark(_ entry: JournalEntry) -> Lineage.Landmarks.Landmark? {
    switch entry.record {
    case .snapshot(let snapshot):
      switch snapshot.content {
      case .state: isUsable(snapshot) ? .state : nil
      case .sameAs(let seq): .jump(to: seq)
      }
    case .rewind(let rewind): .jump(to: rewind.to)
    default: nil
    }
  }

  /// Rebuilds the state to which a lineage leads.
  ///
  /// - Parameters:
  ///   - lineage: The lineage.
  ///   - known: The state at its start, if it is in memory.
  ///   - skipping: Returns whether to skip an action.
  /// - Returns: The state.
  /// - Throws: `JournalError` for a damaged line, `ReplayError` where the state cannot be rebuilt.
  func state(
    along lineage: Lineage, from known: App.State? = nil, skipping: (Int) -> Bool = { _ in false }
  ) throws -> App.State {
    let folded = FoldedState(try known ?? wholeState(at: lineage.start), of: self)
    var current: (reader: JournalReader, seq: Int)?
    for segment in lineage.segments {
      let reader: JournalReader
      // Reading a few lines is faster than looking up the line behind them.
      if let current, segment.lowerBound - current.seq <= 32 {
        reader = current.reader
      } else {
        reader = try file.entries(fromOffset: entry(settingSeq: segment.lowerBound).offset)
      }
      current = (reader, segment.upperBound)
      while let line = try reader.nextLine(), line.seq <= segment.upperBound {
        guard line.setsState, line.seq >= segment.lowerBound, !skipping(line.seq) else { continue }
        if case .record(.action(let action)) = line.content, action.interrupted {
          throw error(.interrupted(type: action.type), at: line, seq: line.seq)
        }
        if let action = try action(of: line) { _ = try folded.apply(action, at: line) }
        if line.seq == segment.upperBound { break }
      }
    }
    return folded.state
  }

  /// Decodes the state in the snapshot of a seq.
  private func wholeState(at seq: Int) throws -> App.State {
    let start = try entry(settingSeq: seq)
    let reader = try file.entries(fromOffset: start.offset)
    while let entry = try reader.next(), entry.seq == seq {
      if case .snapshot(let snapshot) = entry.record, isUsable(snapshot), let node = snapshot.state {
        return try decodeState(node, snapshot, at: entry)
      }
    }
    throw error(.unreachable, at: start, seq: seq)
  }

  // MARK: Steps

  /// Returns the rules of the session that recorded a state.
  ///
  /// - Throws: `JournalError` for a damaged line, `ReplayError` if there is no such state.
  package func rules(at seq: Int) throws -> RedactionRules {
    file.redaction(before: try entry(settingSeq: seq).offset)
  }

  /// Returns the action in a line; `nil` if the line has none, or the action was interrupted.
  func action(of line: JournalLine) throws -> PlainAction? {
    switch line.content {
    case .action(let action) where !readsPatches: return action
    case .action: throw error(.noPatch(type: try record(of: line).type), at: line, seq: line.seq)
    case .record(.action(let record)) where !record.interrupted:
      if let step = step(record, at: line.offset) { return step }
      throw error(obstacle(record), at: line, seq: line.seq)
    case .record: return nil
    }
  }

  /// Returns the step to replay: the action, or its patch if it can't be reduced.
  ///
  /// A patch of an older schema doesn't apply to the app's states.
  func step(_ record: ActionRecord, at offset: Int) -> PlainAction? {
    if !readsPatches, record.replayability == .replayable { return PlainAction(record) }
    return schemas?.upgrade(at: offset) == nil ? PlainAction(patchOf: record) : nil
  }

  /// Reads the whole record of the action in a line.
  func record(of line: JournalLine) throws -> ActionRecord {
    guard case .action(let record) = try file.entry(atOffset: line.offset).record else {
      throw JournalError(
        .damaged("the line was changed while it was read"), path: file.path, line: line.line, offset: line.offset)
    }
    return record
  }

  func decodeState(_ node: JSONNode, _ snapshot: SnapshotRecord, at entry: JournalEntry) throws -> App.State {
    do {
      if let upgrade = schemas?.upgrade(at: entry.offset) {
        let found = hash(ofWritten: node)
        guard found == snapshot.hash else {
          throw error(
            .wrongSnapshot(recorded: "\(snapshot.hash)", found: "\(found)"), at: entry, seq: snapshot.seq)
        }
        return try StateDecoder().decode(App.State.self, from: upgrade.state(node))
      }
      return try StateDecoder().decode(App.State.self, from: node)
    } catch let error as ReplayError {
      throw error
    } catch let cause {
      throw error(.undecodableState(reason: cause.explanation), at: entry, seq: snapshot.seq)
    }
  }

  /// Checks a state against its recorded hash, unless that belongs to another shape.
  func prove(_ state: App.State, is recorded: StateHash, at entry: JournalEntry) throws {
    let upgrade = schemas?.upgrade(at: entry.offset)
    if upgrade?.reshapesStates == true { return }
    var replayed = try hash(of: state, seq: entry.seq, as: upgrade)
    if replayed == recorded { return }
    // A later session may have had other rules.
    if let other = try otherEncoder(by: file.lastHeader(before: entry.offset).header.rules) {
      replayed = try hash(of: state, seq: entry.seq, as: upgrade, by: other)
      if replayed == recorded { return }
    }
    throw error(.diverges(recorded: "\(recorded)", replayed: "\(replayed)"), seq: entry.seq)
  }

  /// Returns the hashes of a state and of the members near its root.
  func outline(of state: App.State, seq: Int) throws -> StateOutline {
    do { return try encoder.outline(state) } catch { throw unencodable(seq: seq, because: error) }
  }

  /// Returns the hash of a state, in an older schema if one is given.
  func hash(
    of state: App.State, seq: Int, as upgrade: SchemaUpgrade? = nil, by encoder: StateEncoder? = nil
  ) throws -> StateHash {
    let encoder = encoder ?? self.encoder
    do {
      if let upgrade, !upgrade.reshapesStates {
        let volatile = encoder.rules == self.encoder.rules ? volatile : VolatileHasher(of: encoder.rules)
        return try upgrade.hash(encoder.tree(state), leavingOut: volatile)
      }
      return try encoder.hash(state)
    } catch {
      throw unencodable(seq: seq, because: error)
    }
  }

  // MARK: Errors

  func undecodable(at line: JournalLine, because cause: any Error) throws -> ReplayError {
    error(.undecodableAction(type: try record(of: line).type, reason: cause.explanation), at: line, seq: line.seq)
  }

  func unencodable(seq: Int, because cause: any Error) -> ReplayError {
    error(.unencodableState(reason: cause.explanation), seq: seq)
  }

  func error(_ problem: ReplayError.Problem, at entry: JournalEntry? = nil, seq: Int) -> ReplayError {
    guard let entry else { return ReplayError(path: file.path, line: nil, offset: nil, seq: seq, problem: problem) }
    let place = file.location(ofLine: entry.line, at: entry.offset)
    return ReplayError(path: place.path, line: place.line, offset: place.offset, seq: seq, problem: problem)
  }

  func error(_ problem: ReplayError.Problem, at line: JournalLine, seq: Int) -> ReplayError {
    let place = file.location(ofLine: line.line, at: line.offset)
    return ReplayError(path: place.path, line: place.line, offset: place.offset, seq: seq, problem: problem)
  }
}

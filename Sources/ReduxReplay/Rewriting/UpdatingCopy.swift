import ReduxJournal
import StateCoding
import StateTree

/// Copies a journal line by line, with the states to which today's reducers lead.
///
/// It follows its own states, whatever the journal has. States that no action set stay as they are: those of a session's
/// start, and after a gap. A line changes only if its state, or the one before it, does.
struct UpdatingCopy<App: ReplayableApp> {
  private var replayer: Replayer<App>
  private var lines: LineCopier
  private var states: WrittenStates
  /// Today's state; `nil` while it is unknown.
  private var held: FoldedState<App>?
  /// The outline of today's last hashed state, and its recorded hash.
  private var last: (outline: StateOutline, recorded: StateHash)?
  /// The states to which the journal returns, and those of them that were passed.
  private let targets: Set<Int>
  private var kept: [Int: App.State] = [:]
  /// The number of states with new hashes.
  private(set) var updated = 0

  init(of replayer: Replayer<App>) throws {
    self.replayer = replayer
    lines = try LineCopier(of: replayer.file)
    states = WrittenStates(by: replayer.encoder.rules, findsPatches: true)
    let stretches = try History.Way(everythingIn: replayer.file).stretches
    targets = Set(stretches.compactMap { if case .jump(let target) = $0.origin { target } else { nil } })
  }

  /// Whether today's current state differs from the recorded one.
  private var isChanged: Bool { last.map { $0.outline.hash != $0.recorded } ?? false }

  /// Returns the journal's next line; `nil` after the last one.
  mutating func nextLine() throws -> JournalLine? { try lines.nextLine() }

  /// Replays the line that was returned last, and returns its bytes in the copy.
  ///
  /// - Throws: `JournalError`; `ReplayError` for an action that can't be replayed behind a changed state.
  mutating func updated(_ line: JournalLine) throws -> [UInt8] {
    let changes = try take(line)
    if line.setsState, targets.contains(line.seq) { kept[line.seq] = held?.state }
    let before = lines
    do { return try lines.copied(changing: changes) } catch {
      guard error.isOfLimit, !changes.isEmpty else { throw error }
      // The list of changed members is optional.
      lines = before
      return try lines.copied(changing: changes.filter { $0.key != "changed" } + [.removed("changed")])
    }
  }

  /// Returns the bytes that end the copy like the journal; `nil` for none.
  mutating func end() throws -> [UInt8]? { try lines.end() }

  private mutating func take(_ line: JournalLine) throws -> [MemberChange] {
    switch line.content {
    case .action: return try take(replayer.record(of: line), at: line)
    case .record(.action(let record)): return record.interrupted ? [] : try take(record, at: line)
    case .record(.header(let header)):
      enter(header.rules)
      return []
    case .record(.rewind(let rewind)): return try takeUp(rewind.to, rewind.hash)
    case .record(.snapshot(let snapshot)):
      guard case .sameAs(let seq) = snapshot.content else { return try take(snapshot, at: line) }
      return try takeUp(seq, snapshot.hash)
    case .record: return []
    }
  }

  private mutating func enter(_ rules: RedactionRules) {
    guard replayer.enter(rules) else { return }
    states.enter(rules)
    held = held.map { FoldedState($0.state, of: replayer) }
    last = nil
  }

  /// Continues with a state whose recorded hash is known, and returns the change of its line.
  private mutating func hold(_ state: App.State?, _ recorded: StateHash) throws -> [MemberChange] {
    held = state.map { FoldedState($0, of: replayer) }
    try states.follow(state)
    last = try state.map { (try states.outline(of: $0), recorded) }
    return isChanged ? [newHash()] : []
  }

  private mutating func newHash() -> MemberChange {
    updated += 1
    return .set("hash", digits: last.map { "\($0.outline.hash)" } ?? "")
  }

  private mutating func takeUp(_ seq: Int, _ recorded: StateHash) throws -> [MemberChange] {
    try hold(kept[seq], recorded)
  }

  private mutating func take(_ snapshot: SnapshotRecord, at line: JournalLine) throws -> [MemberChange] {
    guard let entry = line.entry else { return [] }
    if entry.setsState || held == nil {
      guard let node = replayer.usableState(of: snapshot) else {
        _ = try hold(nil, snapshot.hash)
        return []
      }
      // Whatever was changed before, the replay begins anew.
      return try hold(replayer.decodeState(node, snapshot, at: entry), snapshot.hash)
    }
    guard let state = held?.state else { return [] }
    last = (try states.outline(of: state), snapshot.hash)
    guard isChanged else { return [] }
    return [.set("state", json: try replayer.encoder.encode(state), before: []), newHash()]
  }

  private mutating func take(_ record: ActionRecord, at line: JournalLine) throws -> [MemberChange] {
    let wasChanged = isChanged
    guard let held else { return [] }
    guard let action = replayer.step(record, at: line.offset), !action.leavesState || record.hash == last?.recorded
    else {
      // What it would do to today's state is unknown.
      if wasChanged { throw replayer.error(replayer.obstacle(record), at: line, seq: line.seq) }
      self.held = nil
      try states.follow(App.State?.none)
      return []
    }
    let thrown = action.leavesState ? nil : try held.apply(action, at: line)
    try states.follow(held.state)
    var changes: [MemberChange] = []
    let error = thrown.map { replayer.encoder.rules.text(of: $0) }
    if !action.leavesState, !action.isPatch, !VerifyingRun<App>.isSame(error, record.error) {
      changes.append(UpdatingCopy.newError(error))
    }
    guard let recorded = record.hash else {
      if wasChanged, record.patch != nil { changes += try newPatch() }
      return changes
    }
    let before = last?.outline
    last = (try states.outline(of: held.state), recorded)
    guard isChanged || wasChanged || !changes.isEmpty else { return [] }
    if isChanged { changes.append(newHash()) }
    if let after = last?.outline {
      changes.append(before.map { .changed(from: $0, to: after) } ?? .removed("changed"))
    }
    if record.patch != nil { changes += try newPatch() }
    return changes
  }

  private func newPatch() throws -> [MemberChange] {
    try states.patch().map { [.set("patch", json: $0, before: ["us", "base"])] } ?? [.removed("patch")]
  }

  private static func newError(_ error: String?) -> MemberChange {
    guard let error else { return .removed("error") }
    return .set(
      "error", json: Array(JSONValue.string(error).compact.utf8),
      before: ["hash", "unhashed", "since", "changed", "patch", "us", "base"])
  }
}

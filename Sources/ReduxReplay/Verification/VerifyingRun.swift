import ReduxJournal
import StateCoding
import StateTree

/// A replay of a journal that checks every step.
struct VerifyingRun<App: ReplayableApp>: ~Copyable {
  private(set) var replayer: Replayer<App>
  /// The state in memory: the current one, or the one before an interrupted action; `nil` while it is unknown.
  private(set) var held: FoldedState<App>?
  /// Whether the current state is known only by its hash until the next snapshot, which repeats it.
  private(set) var isEntering: Bool
  var progress = VerifyingProgress()
  /// The last error that a reducer threw.
  var lastError: (any Error)?
  /// How to handle divergences.
  let search: DivergenceSearch
  /// The knowledge for continuing after a divergence; `nil` if the replay ends there.
  var following: Following?
  /// The current state with other values in place of redacted ones; `nil` until they matter.
  private(set) var varied: VariedStates<App>?
  /// The last state with a hash before actions without one, in a replay that continues after divergences.
  private(set) var unhashed: (state: App.State, seq: Int)?
  var kept = KeptStates<App.State>()
  /// The current state of a reshaped session as it was recorded; `nil` if unknown, or if the journal has no patches.
  private(set) var written: JSONValue?
  /// The current state as the patches lead to it; `nil` if unknown, or if nothing confirms patches.
  private(set) var patched: FoldedState<PatchedStates>?
  /// The offset of the current line.
  private(set) var offset = 0
  /// Whether this replay covers one chunk of several, and may begin at a snapshot.
  let isParallel: Bool
  /// Whether the replay doesn't know the journal's lines before its first one.
  let startsInTheMiddle: Bool
  /// The seq of the state with which a part of a journal begins, if it repeats one before.
  var enteredSeq: Int?

  init(
    replayer: Replayer<App>, isParallel: Bool = false, startsInTheMiddle: Bool = false,
    search: DivergenceSearch = DivergenceSearch()
  ) {
    self.replayer = replayer
    self.isParallel = isParallel
    self.startsInTheMiddle = startsInTheMiddle
    isEntering = startsInTheMiddle
    self.search = search
    following = search.isWanted ? Following(search) : nil
  }

  var report: VerifyReport { progress.report }
  /// Whether the replay ends at a divergence.
  var diverges: Bool { progress.report.divergence != nil && following?.search.keepsGoing != true }
  /// The current state.
  var state: App.State? { held?.state }

  /// Whether a line set the state, and the state is known.
  func hasState(of line: JournalLine) -> Bool { line.setsState && progress.isKnown && held != nil }

  // MARK: Lines

  /// Replays lines up to a goal, a divergence or the end.
  ///
  /// - Parameters:
  ///   - reader: The reader of the lines.
  ///   - goal: The record that sets the last state; `nil` for the whole journal.
  ///   - end: The offset at which to stop; `nil` for the end of the journal.
  ///   - onStep: Called with each known state's seq and the replay.
  /// - Throws: `JournalError` for a damaged line, `ReplayError` for a line that can't be replayed, and the errors of `onStep`.
  mutating func take(
    _ reader: JournalReader, through goal: JournalEvent?, to end: Int? = nil,
    onStep: (Int, borrowing VerifyingRun) throws -> Void
  ) throws {
    if let goal { reader.stop(after: goal.seq, in: replayer.file) }
    while !diverges, end.map({ reader.offset < $0 }) ?? true, let line = try reader.nextLine() {
      if let goal, line.seq > goal.seq { break }
      try take(line)
      if hasState(of: line) { try onStep(line.seq, self) }
    }
  }

  mutating func take(_ line: JournalLine) throws {
    offset = line.offset
    progress.report.records += 1
    if line.setsState { progress.report.lastSeq = line.seq }
    switch line.content {
    case .action(let action):
      guard written == nil, let step = replayer.step(action) else {
        return try take(replayer.record(of: line), at: line)
      }
      try take(step, at: line)
    case .record(.action(let record)): try take(record, at: line)
    case .record: if let entry = line.entry { try take(entry) }
    }
  }

  private mutating func take(_ entry: JournalEvent) throws {
    if let landmark = replayer.landmark(entry) { progress.landmarks.add(landmark, at: entry.seq) }
    switch entry.record {
    case .header(let header):
      if entry.startsSession { progress.report.sessions += 1 }
      // Volatile values differ between a replay that begins at a snapshot and one that passes it.
      if isParallel, !header.rules.volatile.isEmpty { throw NeedsSequentialReplay() }
      redact(by: header.rules)
    case .snapshot(let snapshot):
      switch snapshot.content {
      case .state(let node): try take(node, of: snapshot, at: entry)
      case .sameAs(let seq): try takeUp(seq, hash: snapshot.hash, at: entry)
      }
    case .rewind(let rewind):
      progress.report.rewinds += 1
      try takeUp(rewind.to, hash: rewind.hash, at: entry)
    case .gap(let gap): progress.report.add(gap, line: entry.line)
    default: break
    }
  }

  // MARK: States

  /// Continues with a state.
  mutating func hold(_ state: App.State) { hold(FoldedState(state, of: replayer)) }

  mutating func hold(_ state: FoldedState<App>) {
    written = nil
    patched = nil
    held = state
    isEntering = false
    settle()
  }

  /// Keeps varied states beside the current one.
  mutating func vary(_ states: VariedStates<App>?) { varied = states }

  /// Applies the next action to the varied states.
  mutating func reduceVaried(_ action: PlainAction, at line: JournalLine) throws {
    if progress.hash != nil { varied?.settle() }
    if try !search.varies(line.seq) { varied = nil }
    try varied?.apply(action, at: line)
  }

  /// Changes the varied states so that they differ at places, too.
  mutating func vary(at pointers: [JSONPointer]) { varied?.vary(at: pointers) }

  /// Keeps the state before an action without a hash.
  mutating func keepUnhashed(_ before: App.State?, seq: Int) {
    if unhashed == nil, let before { unhashed = (before, seq) }
  }

  /// Releases what only actions behind a divergence, or without a hash, need.
  mutating func settle() {
    varied = nil
    unhashed = nil
  }

  /// Releases the state.
  ///
  /// - Parameter isEntering: Whether the next snapshot repeats it.
  mutating func release(isEntering: Bool = false) {
    written = nil
    patched = nil
    held = nil
    self.isEntering = isEntering
    settle()
  }

  /// Notes the recorded form of the current state; `nil` if unknown.
  mutating func note(written: JSONValue?) { self.written = written }

  /// Notes the current state as the patches lead to it; `nil` if unknown.
  mutating func note(patched: FoldedState<PatchedStates>?) { self.patched = patched }

  /// Continues without a state up to the next snapshot.
  mutating func markUnproven(_ cause: VerifyingProgress.UnprovenCause, hash: StateHash?) {
    release()
    progress.markUnproven(cause, hash: hash)
  }

  /// Adopts a session's redaction rules.
  mutating func redact(by rules: RedactionRules) {
    progress.rules = rules
    guard replayer.enter(rules), let state = held?.state else { return }
    held = FoldedState(state, of: replayer)
    patched = nil
    settle()
  }
}

/// Joining chunks that were replayed apart.
extension VerifyingRun {
  /// Appends the finding of the next chunk.
  ///
  /// - Returns: The chunk's end; `nil` if the chunk doesn't begin with the current state.
  mutating func join(_ finding: ChunkFinding, at place: JournalCursor) -> JournalCursor? {
    guard let end = place.following(from: finding.start, to: finding.end) else { return nil }
    if let entry = finding.entry, !entry.setsState {
      guard progress.isKnown, progress.hash == entry.hash else { return nil }
    }
    // Beyond the limit, a sequential replay of the chunk finds the rewind that exceeds it.
    let limit = replayer.limit.at(progress.report.lastSeq ?? 0)
    guard finding.progress.repeated == 0 || progress.repeated + finding.progress.repeated <= limit else { return nil }
    progress.add(finding.progress, after: place.line - finding.start.line)
    if let rules = finding.progress.rules { redact(by: rules) }
    // If the chunk ends in an unknown state, the next snapshot is a new start.
    release(isEntering: progress.isKnown)
    // The states that a single thread would have kept are unknown. With none, costs are counted too high, which is safe:
    // beyond the limit, one thread replays everything. Stale states would make them too low.
    kept.removeAll()
    return end
  }
}

/// The evidence of the journal and the reducers about a divergent action.
extension VerifyingRun {
  /// The recorded state, rebuilt with the record's patch; `nil` without a patch, or if the state before it differed.
  func recordedState(
    _ record: ActionRecord, from before: App.State, at line: JournalLine
  ) throws -> FoldedState<App>? {
    guard following?.strayed == nil, progress.provenSeq == line.seq - 1, let recorded = record.hash,
      !isReshaped(at: line.offset), let patch = PlainAction(patchOf: record)
    else { return nil }
    let folded = FoldedState(before, of: replayer)
    // A patch that doesn't apply, or leads to another hash, proves nothing.
    do { _ = try folded.apply(patch, at: line) } catch is ReplayError { return nil }
    return try folded.hash(seq: line.seq, as: upgrade(at: line.offset)) == recorded ? folded : nil
  }

  /// The places in which a state differs from the recorded one, without ignored and volatile ones.
  func places(
    from recorded: App.State, to replayed: App.State, impure: [JSONPointer]
  ) throws -> [DivergentPlace] {
    let encoder = replayer.encoder
    let left = search.left(outBy: encoder.rules)
    let (old, new) = try (JSONDocument(encoder.encode(recorded)).root, JSONDocument(encoder.encode(replayed)).root)
    if left.hash(old) == left.hash(new) { return [] }
    let pointers = try pointers(from: recorded, to: replayed).filter { !search.ignored.contain($0) }
    if pointers.isEmpty { return [DivergentPlace(pointer: .root)] }
    let inner = impure.isEmpty ? [] : try innerPlaces(from: recorded, to: replayed)
    return pointers.flatMap { pointer in
      // If only places that differ in each run do so inside, these are the places.
      let inside = inner.filter { pointer.isPrefix(of: $0) }
      return !inside.isEmpty && inside.allSatisfy(impure.contains)
        ? inside.map { DivergentPlace(pointer: $0, isImpure: true) }
        : [DivergentPlace(pointer: pointer, isImpure: impure.contains(pointer))]
    }
  }

  /// The places in which a reducer gives another value when it reduces the action again.
  func impurePlaces(
    of action: PlainAction, from before: App.State, at line: JournalLine
  ) throws -> [JSONPointer] {
    guard let held else { return [] }
    let again = FoldedState(before, of: replayer)
    _ = try again.apply(action, at: line)
    return try innerPlaces(from: again.state, to: held.state)
  }

  /// The innermost places in which two states differ, without volatile ones; those of a patch if there are many.
  ///
  /// A patch replaces an element of an array whose id differs as a whole.
  private func innerPlaces(from old: App.State, to new: App.State) throws -> [JSONPointer] {
    guard let first = try? replayer.encoder.tree(old), let second = try? replayer.encoder.tree(new),
      let places = second.differingPlaces(from: first, limit: 64)
    else { return try pointers(from: old, to: new) }
    let volatile = PointerPatterns(replayer.encoder.rules.volatile)
    return places.filter { !volatile.contain($0) }
  }

  /// The places in which two states differ, without volatile ones.
  func pointers(from old: App.State, to new: App.State) throws -> [JSONPointer] {
    let volatile = PointerPatterns(replayer.encoder.rules.volatile)
    let patch: JSONPatch
    do { patch = try replayer.encoder.patch(from: old, to: new) } catch {
      throw replayer.unencodable(new, seq: progress.report.lastSeq ?? 0, because: error)
    }
    return patch.operations.map(\.path).filter { !volatile.contain($0) }
  }

  /// The members that the action changes differently than was recorded; `nil` if the record doesn't list changes.
  func changedOtherwise(
    _ record: ActionRecord, to after: StateOutline, since before: StateOutline?, at line: JournalLine,
    states: (before: App.State, after: App.State)
  ) throws -> [Divergence.Member]? {
    // A record lists no changes if it names none although the hash changed.
    guard let before, !record.changed.isEmpty || record.hash == progress.hash else { return nil }
    let upgrade = upgrade(at: line.offset)
    return try replayer.differingMembers(record, from: before, to: after, at: line) {
      (try replayer.recorded(states.before, as: upgrade), try replayer.recorded(states.after, as: upgrade))
    }
  }
}

/// Checking the patches of a self-contained journal beside its states.
///
/// The run applies each patch to a JSON document of the state before it, and compares the document's hash with the recorded
/// one. That costs as much as the patch changes, and needs no copy of the app's state.
extension VerifyingRun {
  /// Whether the actions' patches matter, and all so far are confirmed.
  var confirmsPatches: Bool {
    // The journal is looked at last, because that may read it.
    !replayer.readsPatches && progress.report.confirmed == progress.report.actions - 1 && replayer.file.isSelfContained
  }

  /// Notes the document of a state from which patches continue.
  mutating func notePatched(_ state: FoldedState<App>, at line: JournalLine) {
    let upgrade = upgrade(at: line.offset)
    let tree = try? upgrade.map { try replayer.recorded(state.state, as: $0) } ?? replayer.encoder.tree(state.state)
    guard let tree else { return }
    var patches = Replayer<PatchedStates>(file: replayer.file)
    patches.enter(replayer.encoder.rules)
    note(patched: FoldedState(tree, of: patches))
  }

  /// Confirms the patch of an action if it leads to the recorded state.
  ///
  /// If it doesn't, or that isn't known, `Replayer.checkPatches` decides.
  mutating func confirmPatch(of action: PlainAction, at line: JournalLine) throws {
    guard let patched else { return }
    if let patch = PlainAction(patchOf: action) {
      do {
        _ = try patched.apply(patch, at: line)
        if let recorded = action.hash, try patched.hash(seq: line.seq, expecting: recorded) != recorded { return }
      } catch is ReplayError { return }
    } else if action.hash == nil || action.hash != progress.hash {
      // The record had no room for the patch.
      note(patched: nil)
    }
    progress.report.confirmed += 1
  }
}

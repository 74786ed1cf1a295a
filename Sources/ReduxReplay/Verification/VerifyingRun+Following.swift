import ReduxJournal
import StateTree

/// The knowledge with which a replay continues behind a divergence.
struct Following {
  let search: DivergenceSearch
  /// The replayed members of the last state with a recorded hash; `nil` if unknown.
  var outline: StateOutline?
  /// The members that differ from the recorded state; `nil` if the states are equal.
  var strayed: Set<String>?
  /// Whether a divergence was found since the states were last equal.
  var hasDiverged = false

  init(_ search: DivergenceSearch) { self.search = search }

  /// Notes that the state equals the recorded one.
  mutating func agree(_ outline: StateOutline?) {
    strayed = nil
    hasDiverged = false
    self.outline = outline
  }
}

extension VerifyingRun {
  typealias Place = (pointer: JSONPointer?, isImpure: Bool)

  /// Notes that the current state equals the recorded one.
  mutating func agree() throws {
    guard following != nil else { return }
    let outline = try held.map { try replayer.encoder.outline($0.state) }
    following?.agree(outline)
  }

  /// Compares an action's result with the recorded one, and continues as the search allows.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - error: The error that the reducer threw, as a journal holds it.
  ///   - before: The state before the action.
  ///   - line: Its line.
  /// - Throws: `NeedsSequentialReplay` if several threads share the replay, `ReplayError` for a state that can't be encoded.
  mutating func follow(
    _ action: PlainAction, error: String?, from before: App.State, at line: JournalLine
  ) throws {
    guard let held, let known = following else { return }
    let isRefusedOtherwise = !VerifyingRun.isSame(error, action.error)
    if error != nil, !isRefusedOtherwise { progress.report.refused += 1 }
    if action.isPatch { progress.report.patched += 1 }
    let after = try action.hash.map { _ in try replayer.outline(of: held.state, seq: line.seq) }
    let replayed = try action.hash.flatMap { _ in
      try upgrade(at: line.offset).map { try held.hash(seq: line.seq, as: $0) } ?? after?.hash
    }
    if !isRefusedOtherwise {
      guard let recorded = action.hash else { return progress.passUnhashed() }
      if replayed == recorded {
        following?.agree(after)
        return progress.prove(recorded, seq: line.seq)
      }
    }
    if isParallel { throw NeedsSequentialReplay() }
    let record = try replayer.record(of: line)
    let kind: Divergence.Kind
    var places: [Place] = []
    if isRefusedOtherwise {
      kind = .error(recorded: action.error, replayed: error)
      places.append((nil, false))
    } else if let recorded = action.hash, let replayed {
      kind = .state(recorded: recorded, replayed: replayed)
    } else {
      return
    }
    let impure = action.isPatch ? [] : try impurePlaces(of: action, from: before, at: line)
    let told = after.flatMap { changedOtherwise(record, to: $0, since: known.outline, at: line) }
    let members = told ?? []
    if let exact = try recordedState(record, from: before, at: line) {
      if let recorded = action.hash, replayed != recorded {
        places += try self.places(from: exact.state, to: held.state, impure: impure)
      }
      if places.isEmpty { progress.report.excused += 1 }
      try note(kind, at: places, members, record, action, line: line)
      // A state derived from a secret differs each time.
      if progress.unprovenCause != nil { return }
      return try goOn(from: exact, action.hash, seq: line.seq)
    }
    if let recorded = action.hash, replayed != recorded, let after {
      let strayed = known.strayed ?? []
      let ignored = known.search.ignored
      places += impure.filter { !ignored.contain($0) }.map { ($0, true) }
      for member in members.map(\.pointer) where !strayed.contains(member) {
        guard let pointer = try? JSONPointer(member) else {
          // An invalid pointer can't be ignored.
          places.append((.root, false))
          continue
        }
        guard !ignored.overlap(pointer), !impure.contains(where: { $0.tokens.starts(with: pointer.tokens) }) else {
          continue
        }
        places.append((pointer, false))
      }
      // Without a list of differing members, any member may differ.
      let isUntold = told == nil || members.isEmpty && known.strayed == nil
      if isUntold, known.strayed == nil, impure.isEmpty, ignored.isEmpty { places.append((.root, false)) }
      following?.strayed = strayed.union(members.map(\.pointer)).union(isUntold ? [""] : [])
      following?.outline = after
      progress.hash = recorded
    } else if let recorded = action.hash {
      progress.prove(recorded, seq: line.seq)
    } else {
      progress.passUnhashed()
    }
    try note(kind, at: places, members, record, action, line: line)
    if let replayed, replayed == action.hash { return try agree() }
    if places.isEmpty { countStrayed() }
  }

  /// Continues from the recorded state.
  private mutating func goOn(from state: FoldedState<App>, _ hash: StateHash?, seq: Int) throws {
    held = state
    progress.unprovenCause = nil
    progress.stateIsKnown = true
    if let hash { progress.start(from: hash, seq: seq, counts: false) }
    try agree()
  }

  /// Counts a state that differs from the recorded one for another reason than its own action.
  private mutating func countStrayed() {
    guard let known = following, let strayed = known.strayed else { return }
    let ignored = known.search.ignored
    if known.hasDiverged {
      progress.report.strayed += 1
    } else if strayed.allSatisfy({ (try? JSONPointer($0)).map(ignored.contain) ?? false }) {
      progress.report.excused += 1
    } else {
      progress.report.undecided += 1
    }
  }

  /// Continues without a state after a rewind whose replayed target differs from the recorded one.
  mutating func markUnproven(atDivergence hash: StateHash) {
    following?.strayed = nil
    countUnknown()
    markUnproven(.divergence, hash: hash)
  }

  /// Counts a state that could not be compared.
  mutating func countUnknown() {
    // Behind a divergence, `unchecked` suffices. If everything so far was excused, whether this state is remains undecided.
    if progress.report.divergence == nil { progress.report.undecided += 1 } else { progress.report.unchecked += 1 }
  }

  /// Compares a state that may differ with its snapshot, and continues from the snapshot.
  mutating func rejoin(_ node: JSONNode, _ snapshot: SnapshotRecord, at entry: JournalEntry) throws {
    guard let known = following, let held, progress.stateIsKnown, known.strayed != nil || progress.hash == nil,
      replayer.isUsable(snapshot)
    else { return }
    if progress.hash == nil, try held.hash(seq: entry.seq, as: upgrade(at: entry.offset)) == snapshot.hash {
      progress.report.unhashed -= 1
      progress.prove(snapshot.hash, seq: entry.seq)
      return try agree()
    }
    if isParallel { throw NeedsSequentialReplay() }
    // Nothing needs a snapshot that doesn't decode.
    guard let decoded = try? replayer.decodeState(node, snapshot, at: entry) else { return }
    let places = try self.places(from: decoded, to: held.state, impure: [])
    if places.isEmpty, known.strayed == nil { progress.report.excused += 1 }
    // Don't report the same difference again.
    if !known.hasDiverged, !places.isEmpty {
      let offset = try replayer.entry(settingSeq: entry.seq).offset
      guard let line = try replayer.file.entries(fromOffset: offset).nextLine(),
        let action = try replayer.action(of: line)
      else { throw replayer.error(.unreachable, at: entry, seq: entry.seq) }
      let replayed = try held.hash(seq: entry.seq, as: upgrade(at: entry.offset))
      try note(
        .state(recorded: snapshot.hash, replayed: replayed), at: places, [], replayer.record(of: line), action,
        line: line)
    }
    kept = []
    try goOn(from: FoldedState(decoded, of: replayer), snapshot.hash, seq: entry.seq)
  }

  // MARK: Evidence

  /// The recorded state, rebuilt with the record's patch; `nil` without a patch, or if the state before it differed.
  private func recordedState(
    _ record: ActionRecord, from before: App.State, at line: JournalLine
  ) throws -> FoldedState<App>? {
    guard following?.strayed == nil, progress.provenSeq == line.seq - 1, let recorded = record.hash,
      upgrade(at: line.offset) == nil, let patch = PlainAction(patchOf: record)
    else { return nil }
    let folded = FoldedState(before, of: replayer)
    // A patch that doesn't apply, or leads to another hash, is no evidence.
    do { _ = try folded.apply(patch, at: line) } catch is ReplayError { return nil }
    return try folded.hash(seq: line.seq) == recorded ? folded : nil
  }

  /// The places in which a state differs from the recorded one, without ignored and volatile ones.
  private func places(from recorded: App.State, to replayed: App.State, impure: [JSONPointer]) throws -> [Place] {
    guard let search = following?.search else { return [] }
    let encoder = replayer.encoder
    let left = search.left(outBy: encoder.rules)
    let (old, new) = try (JSONDocument(encoder.encode(recorded)).root, JSONDocument(encoder.encode(replayed)).root)
    if left.hash(old) == left.hash(new) { return [] }
    let pointers = try pointers(from: recorded, to: replayed).filter { !search.ignored.contain($0) }
    if pointers.isEmpty { return [(.root, false)] }
    return pointers.map { ($0, impure.contains($0)) }
  }

  /// The places in which a reducer gives another value when it reduces the action again.
  private func impurePlaces(
    of action: PlainAction, from before: App.State, at line: JournalLine
  ) throws -> [JSONPointer] {
    guard let held else { return [] }
    let again = FoldedState(before, of: replayer)
    _ = try again.apply(action, at: line)
    return try pointers(from: again.state, to: held.state)
  }

  /// The places in which two states differ, without volatile ones.
  private func pointers(from old: App.State, to new: App.State) throws -> [JSONPointer] {
    let volatile = PointerPatterns(replayer.encoder.rules.volatile)
    let patch: JSONPatch
    do { patch = try replayer.encoder.patch(from: old, to: new) } catch {
      throw replayer.unencodable(seq: progress.report.lastSeq ?? 0, because: error)
    }
    return patch.operations.map(\.path).filter { !volatile.contain($0) }
  }

  /// The members that the action changes differently than was recorded; `nil` if the record doesn't list changes.
  private func changedOtherwise(
    _ record: ActionRecord, to after: StateOutline, since before: StateOutline?, at line: JournalLine
  ) -> [Divergence.Member]? {
    // A record lists no changes if it names none although the hash changed.
    guard let before, !record.changed.isEmpty || record.hash == progress.hash else { return nil }
    return replayer.differingMembers(record, from: before, to: after, at: line)
  }

  // MARK: Notes

  /// Records a divergent action and its places.
  private mutating func note(
    _ kind: Divergence.Kind, at places: [Place], _ members: [Divergence.Member], _ record: ActionRecord,
    _ action: PlainAction, line: JournalLine
  ) throws {
    guard let known = following, !places.isEmpty else { return }
    let since = progress.provenSeq ?? line.seq - 1
    let isImpure = places.contains(where: \.isImpure)
    // An impure value, such as a clock's, isn't a redacted one.
    let mayBeRedaction =
      try !isImpure && replayer.holdsSecrets(action, at: line, since: since, after: held?.state)
    if progress.report.divergence == nil || mayBeRedaction {
      let place = replayer.file.location(ofLine: line.line, at: line.offset)
      let divergence = Divergence(
        seq: line.seq, since: since, path: place.path, line: place.line, type: record.type, kind: kind,
        members: members, mayBeRedaction: mayBeRedaction)
      if mayBeRedaction {
        progress.report.redacted.append(divergence)
        following?.strayed = nil
        return markUnproven(.secrets, hash: action.hash)
      }
      progress.report.divergence = divergence
    }
    following?.hasDiverged = true
    if known.search.keepsGoing {
      progress.report.divergences.add(
        DivergentLocation.Action(seq: line.seq, type: record.type.shortenedToKeep), at: places)
    }
  }
}

import ReduxJournal
import StateCoding
import StateTree

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
    return pointers.map { DivergentPlace(pointer: $0, isImpure: impure.contains($0)) }
  }

  /// The places in which a reducer gives another value when it reduces the action again.
  func impurePlaces(
    of action: PlainAction, from before: App.State, at line: JournalLine
  ) throws -> [JSONPointer] {
    guard let held else { return [] }
    let again = FoldedState(before, of: replayer)
    _ = try again.apply(action, at: line)
    return try pointers(from: again.state, to: held.state)
  }

  /// The places in which two states differ, without volatile ones.
  func pointers(from old: App.State, to new: App.State) throws -> [JSONPointer] {
    let volatile = PointerPatterns(replayer.encoder.rules.volatile)
    let patch: JSONPatch
    do { patch = try replayer.encoder.patch(from: old, to: new) } catch {
      throw replayer.unencodable(seq: progress.report.lastSeq ?? 0, because: error)
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

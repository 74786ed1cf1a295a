import ReduxJournal
import StateCoding
import StateTree

/// Replaying and checking actions.
extension VerifyingRun {
  typealias ReplayedHash = (hash: StateHash, outline: StateOutline?)

  mutating func take(_ record: ActionRecord, at line: JournalLine) throws {
    if record.namesSecrets { progress.report.holdsStandIns = true }
    if record.isOutsideStep { progress.report.outsideChanges += 1 }
    if record.interrupted {
      progress.report.confirmed += 1
      return progress.interrupt(record, line: line.line)
    }
    if try convert(record, at: line) { return }
    if let action = replayer.step(record, at: line.offset), !action.leavesState { return try take(action, at: line) }
    // The action wasn't recorded in a form that can be reduced.
    progress.report.actions += 1
    if case .unproven(let cause) = progress.knowledge {
      return progress.skip(record.hash, seq: line.seq, because: cause)
    }
    if let recorded = record.hash, try pass(recorded, at: line) { return }
    release()
    progress.markUnproven(
      of: UnprovenRange(
        line: line.line, seqs: line.seq...line.seq, actions: 1, type: record.type, replayability: record.replayability),
      hash: record.hash)
  }

  /// Passes an action that can't be reduced, if the state before it has the same hash as the state after it.
  private mutating func pass(_ recorded: StateHash, at line: JournalLine) throws -> Bool {
    let held = try current(at: line)
    guard let before = progress.hash else {
      // The state before was recorded without a hash.
      guard !isReshaped(at: line.offset), try held.hash(seq: line.seq, as: upgrade(at: line.offset)) == recorded else {
        return false
      }
      progress.prove(recorded, seq: line.seq)
      agree()
      return true
    }
    guard before == recorded else { return false }
    if isReshaped(at: line.offset), written == nil {
      progress.report.reshaped += 1
    } else if following?.strayed == nil {
      progress.prove(recorded, seq: line.seq)
    } else {
      countDifference()
    }
    return true
  }

  mutating func take(_ action: PlainAction, at line: JournalLine) throws {
    if action.namesSecrets { progress.report.holdsStandIns = true }
    progress.report.actions += 1
    if case .unproven(let cause) = progress.knowledge {
      return progress.skip(action.hash, seq: line.seq, because: cause)
    }
    let held = try current(at: line)
    let isKept = following.map { needsCopy($0) || action.hash == nil } ?? false
    let before = isKept ? held.state : nil
    let confirms = confirmsPatches
    if confirms, patched == nil { notePatched(held, at: line) }
    let thrown = try held.apply(action, at: line)
    if varied != nil { try reduceVaried(action, at: line) }
    if let thrown { lastError = thrown }
    let error = thrown.map { replayer.encoder.rules.text(of: $0) }
    let upgrade = upgrade(at: line.offset)
    if upgrade?.reshapesStates == true { return note(action, error: error, at: line) }
    guard try VerifyingRun.isSame(error, action.error) || isUnfinished(action, at: line) else {
      return try diverge(.error(recorded: action.error, replayed: error), at: line, action, from: before, nil)
    }
    if error != nil { progress.report.refused += 1 }
    if action.isPatch { progress.report.patched += 1 }
    guard let recorded = action.hash else {
      keepUnhashed(before, seq: line.seq - 1)
      if confirms { try confirmPatch(of: action, at: line) }
      return progress.passUnhashed()
    }
    let found = try hash(of: held, seq: line.seq, as: upgrade, expecting: recorded)
    guard found.hash == recorded else {
      return try diverge(.state(recorded: recorded, replayed: found.hash), at: line, action, from: before, found)
    }
    if following != nil {
      following?.agree()
      settle()
    }
    if confirms { try confirmPatch(of: action, at: line) }
    progress.prove(recorded, seq: line.seq)
  }

  /// Whether the state before an action must be kept. A copy costs as much as the state. JSON is reduced by patches, which lead
  /// there again until a state has differed, if hashes prove it; an app's reducers may have hidden state.
  private func needsCopy(_ following: Following) -> Bool {
    following.hasBegun || unhashed != nil || App.State.self != JSONValue.self
  }

  /// Whether nothing is known of what the action leads to, because its reducer crashed wherever the journal was made.
  private func isUnfinished(_ action: PlainAction, at line: JournalLine) throws -> Bool {
    guard action.hash == nil, action.error == nil else { return false }
    return try replayer.record(of: line).unhashed == ActionRecord.unfinished
  }

  private func current(at line: JournalLine) throws -> FoldedState<App> {
    guard progress.isKnown, let held else { throw replayer.error(.unreachable, at: line, seq: line.seq) }
    return held
  }

  /// The hash to compare with the recorded one; if it differs, also the hashes of the members for a replay after divergences.
  func hash(
    of state: FoldedState<App>, seq: Int, as upgrade: SchemaUpgrade?, expecting recorded: StateHash? = nil
  ) throws -> ReplayedHash {
    // A state that strays is compared by its members, and following it costs more than it saves.
    if following?.strayed == nil {
      let hash = try state.hash(seq: seq, as: upgrade, expecting: recorded)
      if following == nil || hash == recorded { return (hash, nil) }
    }
    let outline = try replayer.outline(of: state.state, seq: seq, as: upgrade)
    return (outline.hash, outline)
  }

  /// Whether an error's text equals the recorded one, which may be truncated.
  static func isSame(_ error: String?, _ recorded: String?) -> Bool {
    guard let error, let recorded, error != recorded else { return error == recorded }
    let kept = recorded.utf8.dropLast("…".utf8.count)
    return recorded.hasSuffix("…") && kept.count > 8 << 9 && error.utf8.starts(with: kept)
  }
}

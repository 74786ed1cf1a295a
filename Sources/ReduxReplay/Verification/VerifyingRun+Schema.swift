import ReduxJournal
import StateCoding
import StateTree

/// Replaying sessions of an older schema.
extension VerifyingRun {
  func upgrade(at offset: Int) -> SchemaUpgrade? { replayer.schemas?.upgrade(at: offset) }

  /// Whether states at an offset have changed shape since they were recorded.
  func isReshaped(at offset: Int) -> Bool { upgrade(at: offset)?.reshapesStates == true }

  /// Whether the recorded form of reshaped states can be followed from patch to patch.
  private var hasPatches: Bool { replayer.needsUpgrade && replayer.file.isSelfContained }

  /// Notes an action whose state can't be proven, because its recorded hash belongs to a different shape.
  mutating func note(_ action: PlainAction, error: String?, at line: JournalLine) {
    note(written: nil)
    progress.report.reshaped += 1
    progress.hash = action.hash
    _ = check(error, action.error, at: line)
  }

  /// Counts an action that is refused as recorded, and notes one that isn't.
  private mutating func check(_ error: String?, _ recorded: String?, at line: JournalLine) -> Bool {
    if error != nil, recorded != nil { progress.report.refused += 1 }
    if VerifyingRun.isSame(error, recorded) { return true }
    note(
      SchemaDifference(
        seq: line.seq, line: line.line,
        kind: .error(recorded: recorded?.shortenedToKeep, replayed: error?.shortenedToKeep)))
    return false
  }

  /// Replays an action of a reshaped session, and compares the state with the recorded one that its patch gives.
  ///
  /// The patch and the recorded hash prove the recorded state; it is then converted like a snapshot.
  ///
  /// - Returns: Whether the recorded state is known.
  mutating func convert(_ record: ActionRecord, at line: JournalLine) throws -> Bool {
    guard var tree = written, let hash = record.hash, let patch = record.patch, progress.isKnown, let held,
      let upgrade = upgrade(at: line.offset), upgrade.reshapesStates
    else { return false }
    note(written: nil)
    let recorded: App.State
    do {
      try JSONPatch(json: patch.value).apply(to: &tree)
      guard try replayer.hash(ofWritten: JSONDocument(Array(tree.compact.utf8)).root) == hash else { return false }
      let converted = try upgrade.state(tree)
      recorded = try StateDecoder().decode(
        App.State.self, from: JSONDocument(Array(converted.compact.utf8)).root)
    } catch {
      // The check of the patches reports a wrong one, and the next snapshot a failing conversion.
      return false
    }
    progress.report.actions += 1
    var isSame = true
    if record.replayability == .replayable {
      let thrown = try held.apply(PlainAction(record), at: line)
      if let thrown { lastError = thrown }
      isSame = check(thrown.map { replayer.encoder.rules.text(of: $0) }, record.error, at: line)
      isSame = try isEqual(held.state, to: recorded, seq: line.seq, line: line.line) && isSame
    } else {
      progress.report.patched += 1
      hold(recorded)
    }
    if isSame {
      progress.prove(hash, seq: line.seq)
    } else {
      progress.report.reshaped += 1
      progress.hash = hash
      hold(recorded)
      kept.removeAll()
    }
    note(written: tree)
    return true
  }

  /// Compares the replayed state with its upgraded snapshot, and continues from the snapshot if they differ.
  mutating func compare(_ node: JSONNode, _ snapshot: SnapshotRecord, at entry: JournalEvent) throws {
    guard snapshot.isWhole, let folded = held?.state, written == nil else { return }
    let decoded = try replayer.decodeState(node, snapshot, at: entry)
    progress.report.compared += 1
    progress.hash = snapshot.hash
    if try !isEqual(folded, to: decoded, seq: entry.seq, line: entry.line) {
      hold(decoded)
      kept.removeAll()
    }
    noteWritten(node, at: entry)
  }

  /// Notes the recorded form of the current state if patches follow it.
  mutating func noteWritten(_ node: JSONNode, at entry: JournalEvent) {
    // In `?:`, `nil` would be JSON's null.
    note(written: isReshaped(at: entry.offset) && hasPatches ? node.value : JSONValue?.none)
  }

  /// Notes the recorded form of an earlier state that is taken up again.
  mutating func noteWritten(at entry: JournalEvent) {
    guard isReshaped(at: entry.offset), hasPatches else { return }
    note(written: try? Replayer<PatchedStates>(file: replayer.file).state(at: entry.seq))
  }

  /// Whether a replayed state equals a recorded one of another shape; notes the difference if not.
  private mutating func isEqual(_ folded: App.State, to recorded: App.State, seq: Int, line: Int?) throws -> Bool {
    let changes: JSONPatch
    do { changes = try replayer.encoder.patch(from: recorded, to: folded) } catch {
      throw replayer.unencodable(folded, seq: seq, because: error)
    }
    let volatile = PointerPatterns(replayer.encoder.rules.volatile)
    let ignored = following?.search.ignored
    let places = changes.operations.map(\.path).filter { !volatile.contain($0) && ignored?.contain($0) != true }
    guard !places.isEmpty else { return true }
    let pointers = places.prefix(SchemaDifference.keptLimit).map(\.description.shortenedToKeep)
    note(SchemaDifference(seq: seq, line: line, kind: .state(pointers: pointers)))
    return false
  }

  private mutating func note(_ difference: SchemaDifference) {
    progress.report.differing += 1
    guard progress.report.schemaDifferences.count < SchemaDifference.keptLimit else { return }
    progress.report.schemaDifferences.append(difference)
  }
}

import ReduxJournal
import StateTree

/// Replaying sessions of an older schema.
extension VerifyingRun {
  func upgrade(at offset: Int) -> SchemaUpgrade? { replayer.schemas?.upgrade(at: offset) }

  /// Whether states at an offset have changed shape since they were recorded.
  func isReshaped(at offset: Int) -> Bool { upgrade(at: offset)?.reshapesStates == true }

  /// Notes an action whose state can't be proven, because its recorded hash belongs to a different shape.
  mutating func note(_ action: PlainAction, error: String?, at line: JournalLine) {
    progress.report.reshaped += 1
    progress.hash = action.hash
    if error != nil, action.error != nil { progress.report.refused += 1 }
    guard !VerifyingRun.isSame(error, action.error) else { return }
    note(
      SchemaDifference(
        seq: line.seq, line: line.line,
        kind: .error(recorded: action.error?.shortenedToKeep, replayed: error?.shortenedToKeep)))
  }

  /// Compares the replayed state with its upgraded snapshot, and continues from the snapshot if they differ.
  mutating func compare(_ node: JSONNode, _ snapshot: SnapshotRecord, at entry: JournalEntry) throws {
    guard snapshot.isWhole, let folded = held?.state else { return }
    let decoded = try replayer.decodeState(node, snapshot, at: entry)
    progress.report.compared += 1
    progress.hash = snapshot.hash
    let changes: JSONPatch
    do { changes = try replayer.encoder.patch(from: decoded, to: folded) } catch {
      throw replayer.unencodable(seq: entry.seq, because: error)
    }
    let volatile = PointerPatterns(replayer.encoder.rules.volatile)
    let ignored = following?.search.ignored
    let places = changes.operations.map(\.path).filter { !volatile.contain($0) && ignored?.contain($0) != true }
    guard !places.isEmpty else { return }
    let pointers = places.prefix(SchemaDifference.keptLimit).map(\.description.shortenedToKeep)
    note(SchemaDifference(seq: entry.seq, line: entry.line, kind: .state(pointers: pointers)))
    hold(decoded)
    kept.removeAll()
  }

  private mutating func note(_ difference: SchemaDifference) {
    progress.report.differing += 1
    guard progress.report.schemaDifferences.count < SchemaDifference.keptLimit else { return }
    progress.report.schemaDifferences.append(difference)
  }
}

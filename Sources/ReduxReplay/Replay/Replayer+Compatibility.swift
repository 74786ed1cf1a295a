import ReduxJournal
import StateTree

extension Replayer {
  /// Checks from the journal's headers and first states whether the app can replay it.
  ///
  /// It replays nothing, and decodes the first state of the first session of each schema. O(log n) reads for each session.
  ///
  /// - Returns: The compatibility, with reasons.
  /// - Throws: `JournalError` for a damaged line on the way.
  package func compatibility() throws -> SchemaCompatibility {
    var sessions: [(header: HeaderRecord, offset: Int)] = []
    var end = file.byteCount
    while end > 0 {
      sessions.append(try file.lastHeader(before: end))
      end = sessions.last?.offset ?? 0
    }
    var reasons: [SchemaCompatibility.Reason] = []
    var looked = Set<Int>()
    for (header, offset) in sessions.reversed() {
      if header.app.name != App.name { reasons.append(.otherApp(recorded: header.app.name, app: App.name)) }
      if header.detail != "full" { reasons.append(.withoutValues(detail: header.detail)) }
      let schema = header.app.schema ?? 0
      guard looked.insert(schema).inserted else { continue }
      reasons += schemaReasons(schema)
      if header.detail == "full" { reasons += try stateReasons(from: offset) }
    }
    return SchemaCompatibility(reasons)
  }

  private func schemaReasons(_ recorded: Int) -> [SchemaCompatibility.Reason] {
    // An app without versions declares no changes.
    guard let current = App.schema else { return [] }
    if recorded > current { return [.newerSchema(recorded: recorded, app: current)] }
    guard recorded < current else { return [] }
    var reasons: [SchemaCompatibility.Reason] = []
    let declared = Set(App.schemaChanges.map(\.version))
    // Versions begin with the first one that the app declares.
    let first = recorded == 0 ? declared.min() ?? current : recorded + 1
    let missing = first <= current ? (first...current).filter { !declared.contains($0) } : []
    if !missing.isEmpty { reasons.append(.undeclaredChanges(recorded: recorded, missing: missing)) }
    guard let upgrade = SchemaUpgrade(from: recorded, to: current, by: App.schemaChanges) else { return reasons }
    if upgrade.reshapesStates {
      reasons.append(.reshapedStates(recorded: recorded, app: current))
    } else {
      if !upgrade.added.isEmpty { reasons.append(.addedMembers(recorded: recorded, pointers: upgrade.added)) }
      if !upgrade.renamed.isEmpty { reasons.append(.renamedMembers(recorded: recorded, members: upgrade.renamed)) }
      if upgrade.convertsBack { reasons.append(.revertedStates(recorded: recorded)) }
    }
    if upgrade.changesActions { reasons.append(.changedActions(recorded: recorded, app: current)) }
    return reasons
  }

  /// Returns the reasons in the first state after a header.
  private func stateReasons(from offset: Int) throws -> [SchemaCompatibility.Reason] {
    let reader = try file.entries(fromOffset: offset)
    while let line = try reader.nextLine() {
      guard let entry = line.entry else { return [] }
      guard case .snapshot(let snapshot) = entry.record else {
        if entry.setsState { return [] }
        continue
      }
      guard let node = snapshot.state else { return [] }
      if !snapshot.isWhole { return [.partialState(seq: entry.seq)] }
      do {
        _ = try decodeState(node, snapshot, at: entry)
      } catch let error as ReplayError {
        guard case .undecodableState(let reason) = error.problem else { throw error }
        return [.undecodableState(seq: entry.seq, reason: reason)]
      }
      return []
    }
    return []
  }
}

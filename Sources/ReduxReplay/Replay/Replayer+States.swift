import ReduxJournal
import StateTree

/// Rebuilding states.
extension Replayer {
  /// Rebuilds a state like `state(at:)`, and adds the approximate number of lines read to a count.
  func state(at seq: Int, countingLines lines: inout Int) throws -> App.State {
    let target = try entry(settingSeq: seq)
    let state = try directState(of: target, &lines) ?? writtenState(after: target) ?? lineageState(of: target, &lines)
    if let recorded = target.record.hash { try prove(state, is: recorded, at: target) }
    return state
  }

  private func lineageState(of target: JournalEvent, _ lines: inout Int) throws -> App.State {
    let lineage = try nearestLineage(to: target.seq, &lines)
    lines += lineage.cost
    do { return try state(along: lineage) } catch let error as ReplayError where error.problem.unfolded != nil {
      // The way is blocked by an action that can't be replayed, but the journal may hold the state itself.
      guard let state = try writtenState(of: target.seq, from: target.offset + target.byteCount) else { throw error }
      return state
    }
  }

  /// Rebuilds a state in one pass if, as usual, only actions follow its snapshot; `nil` otherwise.
  private func directState(of target: JournalEvent, _ lines: inout Int) -> App.State? {
    guard case .action(let action) = target.record, !action.interrupted, let base = action.base,
      base > 0, base < target.offset
    else { return nil }
    // Following the lineage reports anything unexpected.
    return try? directState(from: target.offset - base, through: target.offset, &lines)
  }

  private func directState(from start: Int, through end: Int, _ lines: inout Int) throws -> App.State? {
    let reader = try file.entries(fromOffset: start)
    guard let entry = try reader.nextLine()?.entry, case .snapshot(let snapshot) = entry.record,
      let node = usableState(of: snapshot)
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
  private func writtenState(after target: JournalEvent) throws -> App.State? {
    guard case .action(let action) = target.record, !action.interrupted else { return nil }
    let step = step(action, at: target.offset)
    guard step?.leavesState ?? true else { return nil }
    let state = try writtenState(of: target.seq, from: target.offset + target.byteCount)
    // No lineage would help.
    if state == nil, step == nil { throw error(obstacle(action), at: target, seq: target.seq) }
    return state
  }

  /// Rebuilds the state to which a lineage leads.
  ///
  /// - Parameters:
  ///   - lineage: The lineage.
  ///   - known: The state at its start, if it is in memory.
  ///   - edits: The actions to skip, replace and insert.
  /// - Returns: The state.
  /// - Throws: `JournalError` for a damaged line, `ReplayError` if the state can't be rebuilt.
  func state(
    along lineage: Lineage, from known: App.State? = nil, with edits: ActionEdits = ActionEdits()
  ) throws -> App.State {
    let folded = FoldedState(try known ?? start(of: lineage), of: self)
    var edited = edits.isEmpty ? nil : EditedHistory(edits, of: self, from: lineage.start)
    if edits.inserted[lineage.start] != nil {
      let start = try file.entries(fromOffset: entry(settingSeq: lineage.start).offset).nextLine()
      if let start { try edited?.insert(after: start, in: folded) }
    }
    var current: (reader: JournalReader, seq: Int)?
    for segment in lineage.segments {
      let reader: JournalReader
      // Reading a few lines is faster than looking up the line after them.
      if let current, segment.lowerBound - current.seq <= 32 {
        reader = current.reader
      } else {
        reader = try file.entries(fromOffset: entry(settingSeq: segment.lowerBound).offset)
      }
      current = (reader, segment.upperBound)
      while let line = try reader.nextLine(), line.seq <= segment.upperBound {
        guard line.setsState, line.seq >= segment.lowerBound else { continue }
        if edited == nil { try folded.applyAction(in: line) } else { try edited?.replay(line, in: folded) }
        if line.seq == segment.upperBound { break }
      }
    }
    try edited?.finish(at: lineage.segments.last?.upperBound ?? lineage.start)
    return folded.state
  }

  private func start(of lineage: Lineage) throws -> App.State {
    let start = try entry(settingSeq: lineage.start)
    guard let state = try writtenState(of: lineage.start, from: start.offset) else {
      throw error(.unreachable, at: start, seq: lineage.start)
    }
    return state
  }

  /// Decodes the state in the first usable snapshot of a seq from an offset on; `nil` for none.
  func writtenState(of seq: Int, from offset: Int) throws -> App.State? {
    guard let (entry, snapshot, node) = try usableSnapshot(of: seq, from: offset) else { return nil }
    return try decodeState(node, snapshot, at: entry)
  }
}

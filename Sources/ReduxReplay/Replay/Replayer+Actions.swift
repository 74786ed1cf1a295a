import ReduxJournal
import StateTree

/// Reading actions.
extension Replayer {
  /// Returns the action in a line; `nil` if the line has none, or the action was interrupted.
  func action(of line: JournalLine) throws -> PlainAction? {
    switch line.content {
    case .action(let action): return try step(action) ?? foldable(record(of: line), at: line)
    case .record(.action(let record)) where !record.interrupted: return try foldable(record, at: line)
    case .record: return nil
    }
  }

  private func foldable(_ record: ActionRecord, at line: JournalLine) throws -> PlainAction {
    if let step = step(record, at: line.offset) { return step }
    throw error(obstacle(record), at: line, seq: line.seq)
  }

  /// Returns the step to replay: the action; its patch if it can't be reduced; or a step that leaves the state unchanged.
  ///
  /// A patch of an older schema doesn't apply to states that can't be restored.
  func step(_ record: ActionRecord, at offset: Int) -> PlainAction? {
    if !readsPatches, record.replayability == .replayable { return PlainAction(record) }
    let patch = schemas?.upgrade(at: offset)?.reshapesStates == true ? nil : PlainAction(patchOf: record)
    return patch ?? PlainAction(leavingStateOf: record)
  }

  /// Returns the step to replay of a plain action; `nil` if only its record says what that is.
  func step(_ action: PlainAction) -> PlainAction? { readsPatches ? PlainAction(patchOf: action) : action }

  /// Reads the whole record of the action in a line.
  func record(of line: JournalLine) throws -> ActionRecord {
    guard case .action(let record) = try file.entry(atOffset: line.offset).record else {
      throw JournalError(
        .damaged("the line was changed while it was read"), path: file.path, line: line.line, offset: line.offset)
    }
    return record
  }

  /// Why an action can't be replayed.
  func obstacle(_ action: ActionRecord) -> ReplayError.Problem {
    readsPatches ? .noPatch(type: action.type) : .notReplayable(type: action.type, action.replayability)
  }

  func undecodable(_ action: PlainAction, at line: JournalLine, because cause: any Error) throws -> ReplayError {
    error(try problem(with: action, at: line, because: cause), at: line, seq: line.seq)
  }
}

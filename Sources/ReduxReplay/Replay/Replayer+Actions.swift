import ReduxJournal
import StateTree

/// Reading actions.
extension Replayer {
  /// Returns the action in a line; `nil` if the line has none, or the action was interrupted.
  func action(of line: JournalLine) throws -> PlainAction? {
    switch line.content {
    case .action(let action) where !readsPatches: return action
    case .action: throw error(.noPatch(type: try record(of: line).type), at: line, seq: line.seq)
    case .record(.action(let record)) where !record.interrupted:
      if let step = step(record, at: line.offset) { return step }
      throw error(obstacle(record), at: line, seq: line.seq)
    case .record: return nil
    }
  }

  /// Returns the step to replay: the action, or its patch if it can't be reduced.
  ///
  /// A patch of an older schema doesn't apply to the app's states.
  func step(_ record: ActionRecord, at offset: Int) -> PlainAction? {
    if !readsPatches, record.replayability == .replayable { return PlainAction(record) }
    return schemas?.upgrade(at: offset) == nil ? PlainAction(patchOf: record) : nil
  }

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

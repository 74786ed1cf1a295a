import ReduxJournal

extension JournalFile {
  /// The action of a seq, if it was in flight when the process died: it led to no state.
  package func actionInFlight(_ seq: Int) throws -> ActionRecord? {
    if let entry = try entry(settingSeq: seq) {
      guard case .action(let action) = entry.record, action.interrupted else { return nil }
      return action
    }
    guard let action = try inFlight, action.seq == seq else { return nil }
    return action
  }
}

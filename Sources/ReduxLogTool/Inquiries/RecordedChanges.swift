import ReduxJournal
import StateTree

/// Finds the records that don't say all that their actions changed, among records in the order of the file.
struct RecordedChanges {
  private let file: JournalFile
  /// The hash of the state before the next one, if it has one; `nil` if it wasn't read yet.
  private var last: StateHash??

  init(of file: JournalFile) { self.file = file }

  /// Whether the record of an action may leave out something that the action changed in hashed places.
  ///
  /// - Throws: `JournalError`.
  mutating func mayBeIncomplete(in entry: JournalEntry) throws(JournalError) -> Bool {
    guard entry.setsState else { return false }
    let before = if let last { last } else { try file.entry(settingSeq: entry.seq - 1)?.record.hash }
    last = .some(entry.record.hash)
    guard case .action(let action) = entry.record else { return false }
    // The line after actions without hashes lists what all of them changed.
    guard let hash = action.hash, let before else { return true }
    // A writer that didn't know the state before lists no changes.
    return action.changed.isEmpty && hash != before
  }
}

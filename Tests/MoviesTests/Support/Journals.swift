import ReduxJournal
import TestSupport

extension JournalReader {
  /// All actions, in order.
  func actions() throws -> [ActionRecord] {
    var actions: [ActionRecord] = []
    while let entry = try next() { if case .action(let action) = entry.record { actions.append(action) } }
    return actions
  }
}

extension TemporaryFile {
  /// The journal's actions.
  func actions() throws -> [ActionRecord] { try JournalReader(path: path).actions() }
}

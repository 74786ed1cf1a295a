import ReduxJournal
import StateTree

/// What the actions of a journal exercise, as its records tell.
struct JournalCoverage {
  let path: String
  let app: String
  private(set) var byteCount = 0
  /// The number of actions of each type.
  private(set) var actions: [String: Int] = [:]
  /// The number of actions of each type that the reducer refused.
  private(set) var refusals: [String: Int] = [:]
  /// The places that actions changed, at most two levels deep.
  private(set) var places: Set<JSONPointer> = []
  /// The members at the top of the states that the journal holds, with the names of their own members; `nil` if these vary, or if
  /// there are none.
  private(set) var members: [JSONPointer: [String]?] = [:]

  /// Reads a journal.
  ///
  /// - Throws: `JournalError`, or the errors of `onRecord`, which gets the number of bytes read.
  init(of file: JournalFile, onRecord: (Int) throws -> Void) throws {
    path = file.path
    app = file.header.app.name
    let reader = try file.entries(fromOffset: 0)
    while let entry = try reader.next() {
      byteCount += entry.byteCount
      switch entry.record {
      case .action(let action): take(action)
      case .snapshot(let snapshot): if let state = snapshot.state { take(state) }
      default: break
      }
      try onRecord(byteCount)
    }
  }

  private mutating func take(_ action: ActionRecord) {
    let type = action.type.shortenedToKeep
    actions[type, default: 0] += 1
    if action.error != nil { refusals[type, default: 0] += 1 }
    for change in action.changed {
      if let pointer = try? JSONPointer(change.pointer) {
        places.insert(JSONPointer(tokens: Array(pointer.tokens.prefix(2))))
      }
    }
  }

  private mutating func take(_ state: JSONNode) {
    guard state.kind == .object else { return }
    for (key, node) in state.members {
      let place = JSONPointer(tokens: [key])
      let names = node.kind == .object && node.count > 0 ? node.members.map(\.key).sorted() : nil
      members[place] = members[place].map { $0 == names ? names : nil } ?? .some(names)
    }
  }
}

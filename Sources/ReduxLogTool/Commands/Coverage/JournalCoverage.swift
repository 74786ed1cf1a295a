import ReduxJournal
import StateTree

/// The coverage of a journal's actions, from its records alone.
struct JournalCoverage {
  /// The most members of an object that doesn't count as a dictionary.
  private static let memberLimit = 256

  let path: String
  let app: String
  private(set) var byteCount = 0
  /// The number of actions of each type.
  private(set) var actions: [String: Int] = [:]
  /// The number of actions of each type that the reducer refused.
  private(set) var refusals: [String: Int] = [:]
  /// The places that actions changed: two levels deep, or one where `members` says that the names vary.
  private(set) var places: Set<JSONPointer> = []
  /// The members at the top of the states that the journal holds, with the names of their own members; `nil` if these vary, are too
  /// many, or don't exist.
  private(set) var members: [JSONPointer: [String]?] = [:]

  init(
    path: String, app: String, byteCount: Int, actions: [String: Int], refusals: [String: Int],
    places: Set<JSONPointer>, members: [JSONPointer: [String]?]
  ) {
    self.path = path
    self.app = app
    self.byteCount = byteCount
    self.actions = actions
    self.refusals = refusals
    self.places = places
    self.members = members
  }

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
    // Whatever other journals hold, the elements of a dictionary count as the dictionary.
    let tops = Dictionary(grouping: places) { JSONPointer(tokens: Array($0.tokens.prefix(1))) }
    places = Set(
      tops.flatMap { top, places in
        members[top] == .some(.none) || places.count > Self.memberLimit ? [top] : places
      })
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
      let isFixed = node.kind == .object && (1...Self.memberLimit).contains(node.count)
      let names = isFixed ? node.members.map(\.key).sorted() : nil
      members[place] = members[place].map { $0 == names ? names : nil } ?? .some(names)
    }
  }
}

import ReduxJournal
import StateTree

/// Recording of names only: no value is written, nor a hash that depends on one.
///
/// Nothing here has to be fast: what is recorded this way is recorded where an app is used, not where it is measured.
extension RecorderCore {
  /// What the JSON begins with that stands for a value that is not written.
  static let opaqueStart = Array(#"{"$opaque":"#.utf8)

  /// What stands for a value that is not written.
  static func opaque(_ type: Any.Type) -> [UInt8] {
    var json = opaqueStart
    appendJSONString(TypeName.of(type), to: &json)
    json.append(UInt8(ascii: "}"))
    return json
  }

  /// Writes that there is a state.
  func writeNamedSnapshot<State>(_ state: State) throws {
    let json = RecorderCore.opaque(State.self)
    try writer?.writeSnapshot(
      at: elapsed(), state: json, hash: try JSONDocument(json).root.stateHash, setsState: true, isWhole: false)
  }

  /// The hash of a state as it is written.
  func writtenHash<State>(_ outline: StateOutline, of _: State) throws -> StateHash {
    guard detail == .names else { return outline.hash }
    return try JSONDocument(RecorderCore.opaque(State.self)).root.stateHash
  }

  /// What is written of an action's outcome: of the state, which of its own members changed.
  ///
  /// Deeper ones may be known by keys that are data.
  func named(_ outcome: ActionOutcome, from before: StateOutline?, to state: some Encodable) -> ActionOutcome {
    var named = outcome
    named.hash = nil
    named.unhashed = outcome.unhashed ?? "only names are recorded"
    guard let before, let outline else { return named }
    let changes = outline.changes(since: before)
    guard !changes.isEmpty, let names = try? RecorderCore.memberNames(of: state) else { return named }
    let changed = changes.compactMap { change in
      names.first { change.pointer == $0 || change.pointer.hasPrefix("\($0)/") }
    }
    var seen = Set<String>()
    for name in changed where seen.insert(name).inserted {
      named.changed.append(ChangedMember(pointer: name, short: "00000000"))
    }
    return named
  }

  /// The pointers to the members that the state's type lists.
  private static func memberNames(of state: some Encodable) throws -> [String] {
    try StateEncoder(rules: .shape).tree(state).object?.keys.map { JSONPointer.root.appending($0).description } ?? []
  }
}

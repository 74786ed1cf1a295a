import ReduxJournal
import RuntimeLayout
import StateCoding
import StateTree

/// Recording only names: no values, and no hashes that depend on values.
///
/// The code favours simplicity over speed.
extension RecorderCore {
  /// The start of the placeholder for an omitted value.
  static let opaqueStart = Array(#"{"$opaque":"#.utf8)

  /// The placeholder for an omitted value.
  static func opaque(_ type: Any.Type) -> [UInt8] {
    var json = opaqueStart
    appendJSONString(TypeName.of(type), to: &json)
    json.append(UInt8(ascii: "}"))
    return json
  }

  /// Writes a snapshot that holds only the state's type.
  func writeNamedSnapshot<State>(_ state: State) throws {
    let json = RecorderCore.opaque(State.self)
    try writer?.writeSnapshot(
      at: elapsed(), state: json, hash: try JSONDocument(json).root.stateHash, setsState: true, isWhole: false)
  }

  /// The hash of a state as the journal holds it.
  func writtenHash<State>(_ outline: StateOutline, of _: State) throws -> StateHash {
    guard detail == .names else { return outline.hash }
    return try JSONDocument(RecorderCore.opaque(State.self)).root.stateHash
  }

  /// An outcome reduced to the names of the state's own members that changed.
  ///
  /// Deeper members are omitted, because their keys may be data.
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

  /// The pointers to the members in the state's type.
  private static func memberNames(of state: some Encodable) throws -> [String] {
    try StateEncoder(rules: .shape).tree(state).object?.keys.map { JSONPointer.root.appending($0).description } ?? []
  }
}

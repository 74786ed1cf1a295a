package import StateTree

/// What a fold needs of an action that can be reduced again and whose reducer came to its end.
///
/// Reading a line as this instead of an `ActionRecord` makes no strings and lists of what nobody looks at. What can be
/// read as this can be read as that.
package struct PlainAction: Sendable {
  /// The action.
  package let action: JSONNode
  /// The name by which replay finds the action's type, where several types of actions share a protocol.
  package let swiftType: String?
  /// What the reducer threw, if it did.
  package let error: String?
  /// The hash of the state that the action led to; `nil` if it is not known.
  package let hash: StateHash?
  let base: Int?

  /// What a fold needs of an action's record.
  package init(_ record: ActionRecord) {
    action = record.action
    swiftType = record.swiftType
    error = record.error
    hash = record.hash
    base = record.base
  }

  /// Reads an action whose members come in the order in which they are written; `nil` for any other record, and for
  /// what only `RecordParser` can judge.
  init?(_ parser: RecordParser) {
    guard parser.kind == "action" else { return nil }
    let root = parser.root
    var found: Places?
    root.withMembers { found = Places(of: &$0, seq: parser.seq) }
    guard let places = found else { return nil }
    action = root.other(at: places.action)
    swiftType = places.swiftType.flatMap { root.other(at: $0).string }
    error = places.error.flatMap { root.other(at: $0).string }
    hash = places.hash
    base = places.base
  }
}

/// Where the members of an action stand that a fold needs; the others are only looked at to see whether they are right.
private struct Places {
  var swiftType: Int?
  let action: Int
  var error: Int?
  var hash: StateHash?
  var base: Int?

  init?(of members: inout JSONMemberReader, seq: Int) {
    guard members.take("kind"), members.take("seq"), members.take("at"), members.count != nil, members.take("type"),
      members.kind == .string
    else { return nil }
    if members.take("swift") {
      guard members.kind == .string else { return nil }
      swiftType = members.value
    }
    if members.take("site"), members.kind != .string { return nil }
    if members.take("cause") {
      guard let cause = members.count, cause < seq else { return nil }
    }
    guard members.take("action") else { return nil }
    action = members.value
    if members.take("error") {
      guard members.kind == .string else { return nil }
      error = members.value
    }
    if members.take("hash") {
      guard let text = members.plainText, let hash = StateHash(digits: text) else { return nil }
      self.hash = hash
    }
    if members.take("unhashed"), members.kind != .string { return nil }
    if members.take("changed"), !members.areChanges { return nil }
    if members.take("us"), members.count == nil { return nil }
    if members.take("base") {
      guard let base = members.count else { return nil }
      self.base = base
    }
    guard members.take("sum"), members.isAtEnd else { return nil }
  }
}

extension JSONMemberReader {
  /// The value, if it is a number as seqs and times are.
  fileprivate var count: Int? {
    guard let integer, integer >= 0, integer <= JournalLimits.maximumSeq else { return nil }
    return integer
  }

  /// Whether the value is what `changed` must be: eight digits or null for each member.
  fileprivate var areChanges: Bool {
    guard kind == .object else { return false }
    var changes = members
    while changes.take() {
      let isShort = changes.plainText.map { $0.count == 8 && $0.allSatisfy(isLowercaseHexDigit) }
      guard isShort ?? (changes.kind == .null) else { return false }
    }
    return true
  }
}

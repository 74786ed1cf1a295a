extension JSONValue {
  /// The state hash of the document. O(n).
  public var stateHash: StateHash {
    switch self {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .number(let number): return .number(literal: number.literal)
    case .string(let text): return .string(text)
    case .array(let values):
      var elements = ElementHash()
      for value in values { elements.append(value.stateHash) }
      return elements.finalized()
    case .object(let object):
      var members = MemberHash()
      for (key, value) in object { members.insert(MemberHash.member(key, value.stateHash)) }
      return members.finalized()
    }
  }
}

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

extension JSONNode {
  /// The value's state hash, computed without making a tree. O(n) in the value's text.
  package var stateHash: StateHash { document.withView { $0.stateHash(at: position) } }
}

extension DocumentView {
  /// The state hash of a value. Recurses no deeper than the limit that the document was read with.
  package func stateHash(at position: Int) -> StateHash {
    let node = nodes[position]
    switch node.kind {
    case .null: return .null
    case .bool: return .bool(firstByte(at: position) == UInt8(ascii: "t"))
    case .number: return .number(literal: raw(at: position))
    case .string: return withUTF8(at: position) { .string($0) }
    case .array:
      var elements = ElementHash()
      var next = position + 1
      for _ in 0..<Int(truncatingIfNeeded: node.count) {
        elements.append(stateHash(at: next))
        next = Int(nodes[next].next)
      }
      return elements.finalized()
    case .object:
      var members = MemberHash()
      var next = position + 1
      for _ in 0..<Int(truncatingIfNeeded: node.count) {
        let key = withUTF8(at: next) { MemberHash.begin(utf8: $0) }
        members.insert(key, stateHash(at: next + 1))
        next = Int(nodes[next + 1].next)
      }
      return members.finalized()
    }
  }
}

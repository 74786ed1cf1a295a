/// Reads the members of an object that come in a known order, each by its key.
///
///     node.withMembers { members in
///       guard members.take("seq"), let seq = members.integer, members.isAtEnd else { … }
///     }
///
/// It works on bare pointers into the document, which is there for as long as the closure runs: over the document's
/// arrays, the members of a journal's line took 3,500 instructions, like this 1,900. What comes in another order, or
/// has a key with escapes, is not found: then ask `JSONNode.member`.
package struct JSONMemberReader {
  private let bytes: UnsafeRawPointer
  private let nodes: UnsafePointer<JSONDocument.Node>
  /// The index position of the next key.
  private var next: Int
  private var rest: Int
  /// The index position of the value that was taken last.
  package private(set) var value: Int

  /// Begins before the first member; of anything but an object, after the last.
  fileprivate init(_ bytes: UnsafeRawPointer, _ nodes: UnsafePointer<JSONDocument.Node>, at position: Int) {
    self.bytes = bytes
    self.nodes = nodes
    value = position
    next = position + 1
    rest = nodes[position].kind == .object ? Int(nodes[position].count) : 0
  }

  /// Whether all members have been taken.
  package var isAtEnd: Bool { rest == 0 }

  /// Takes the next member if it has this key, and tells whether it has.
  package mutating func take(_ key: StaticString) -> Bool {
    guard rest > 0 else { return false }
    let node = nodes[next]
    guard Int(node.end &- node.start) == key.utf8CodeUnitCount, !node.isEscaped, key.hasBytes(text(node)) else {
      return false
    }
    return take()
  }

  /// Takes the next member whatever its key, and tells whether there was one.
  package mutating func take() -> Bool {
    guard rest > 0 else { return false }
    rest &-= 1
    value = next &+ 1
    next = Int(nodes[value].next)
    return true
  }

  /// What the value is that was taken last.
  package var kind: JSONNode.Kind { nodes[value].kind }

  /// The value that was taken last, if it is a whole number, written plainly, that fits.
  package var integer: Int? { kind == .number ? JSONNumber.plainInteger(text(nodes[value])) : nil }

  /// The bytes of the string that was taken last; `nil` for anything else and for one with escapes. Not to be kept.
  package var plainText: UnsafeRawBufferPointer? {
    let node = nodes[value]
    return node.kind == .string && !node.isEscaped ? text(node) : nil
  }

  /// The members of the value that was taken last.
  package var members: JSONMemberReader { JSONMemberReader(bytes, nodes, at: value) }

  private func text(_ node: JSONDocument.Node) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: bytes + Int(node.start), count: Int(node.end &- node.start))
  }
}

extension JSONNode {
  /// Reads the members of an object in the order in which they come; anything else has none.
  ///
  /// The closure returns nothing, because a generic result would be paid for where this is called from another module:
  /// 1,200 instructions a line.
  package func withMembers(_ body: (inout JSONMemberReader) -> Void) {
    document.bytes.withUnsafeBytes { bytes in
      document.nodes.withUnsafeBufferPointer { nodes in
        guard let bytes = bytes.baseAddress, let nodes = nodes.baseAddress else { return }
        var members = JSONMemberReader(bytes, nodes, at: position)
        body(&members)
      }
    }
  }

  /// Another value of the same document, by the `value` of a `JSONMemberReader` of it.
  package func other(at value: Int) -> JSONNode { JSONNode(document: document, position: value) }
}

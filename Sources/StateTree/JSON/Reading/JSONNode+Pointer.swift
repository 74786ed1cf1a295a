extension JSONNode {
  /// The value at a pointer, or `nil`. O(n) in the members and elements beside the way.
  package subscript(pointer: JSONPointer) -> JSONNode? {
    pointer.tokens.reduce(self) { (node: JSONNode?, token) in
      guard let node, node.kind == .array else { return node?.member(token) }
      guard let index = JSONPointer.index(token), index < node.count else { return nil }
      return node.elements[index]
    }
  }
}

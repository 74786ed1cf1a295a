import SystemSupport

/// A state's JSON with `null` in place of the values that provide their hashes.
struct StateSketch {
  let document: JSONDocument
  /// The omitted values, in order.
  let omissions: [Omission]

  struct Omission {
    /// The end of the value's `null` in the document.
    var end: Int
    var value: any StateHashProviding
  }

  var root: Node { Node(sketch: self, node: document.root) }

  /// A value in a sketch.
  struct Node {
    let sketch: StateSketch
    let node: JSONNode

    /// The omitted value, if it was this one.
    var omitted: (any StateHashProviding)? {
      guard node.kind == .null, let omission = sketch.firstOmission(in: node.byteRange) else { return nil }
      return omission.value
    }

    /// Whether the value was not omitted and has the same bytes as another.
    func isWritten(like other: Node) -> Bool {
      let (mine, others) = (node.byteRange, other.node.byteRange)
      guard mine.count == others.count else { return false }
      let haveSameBytes = sketch.document.bytes.withUnsafeBytes { left in
        other.sketch.document.bytes.withUnsafeBytes { right in
          Platform.areEqual(
            UnsafeRawBufferPointer(rebasing: left[mine]), UnsafeRawBufferPointer(rebasing: right[others]))
        }
      }
      return haveSameBytes && sketch.firstOmission(in: mine) == nil && other.sketch.firstOmission(in: others) == nil
    }

    /// The members of an object, in order.
    var members: [(key: String, place: Node)] { node.members.map { ($0.key, Node(sketch: sketch, node: $0.node)) } }

    /// The value as a tree, with the omitted values.
    func tree() throws -> JSONValue {
      guard sketch.firstOmission(in: node.byteRange) != nil else { return node.value }
      if let omitted { return try StateEncoder().tree(omitted) }
      if node.kind == .array {
        return .array(try node.elements.map { try Node(sketch: sketch, node: $0).tree() })
      }
      let members = members
      return .object(JSONObject(uniqueKeys: members.map(\.key), values: try members.map { try $0.place.tree() }))
    }
  }

  private func firstOmission(in bytes: Range<Int>) -> Omission? {
    var (low, high) = (0, omissions.count)
    while low < high {
      let middle = (low + high) / 2
      if omissions[middle].end <= bytes.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < omissions.count && omissions[low].end <= bytes.upperBound ? omissions[low] : nil
  }
}

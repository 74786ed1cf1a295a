import SystemSupport

/// A state's JSON with the values that keep their hashes left out: `null` stands where they belong.
struct StateSketch {
  let document: JSONDocument
  /// The values that were left out, in order.
  let omissions: [Omission]

  struct Omission {
    /// Where the `null` that stands for the value ends in the document.
    var end: Int
    var value: any StateHashProviding
  }

  var root: Node { Node(sketch: self, node: document.root) }

  /// A value in a sketch.
  struct Node {
    let sketch: StateSketch
    let node: JSONNode

    /// What was left out here, if it was this value.
    var omitted: (any StateHashProviding)? {
      guard node.kind == .null, let omission = sketch.firstOmission(in: node.byteRange) else { return nil }
      return omission.value
    }

    /// Whether the value is written out, and with the same bytes as another.
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

    /// The value as a tree, with everything that was left out.
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

import SystemSupport

/// A state's JSON with `null` in place of the values whose hashes are known.
struct StateSketch {
  let document: JSONDocument
  /// The omitted values, in order.
  private(set) var omissions: [Omission]

  struct Omission {
    /// The end of the value's `null` in the document.
    var end: Int
    var value: any OmittedValue
  }

  var root: Node { Node(sketch: self, node: document.root) }

  /// A value in a sketch.
  struct Node {
    let sketch: StateSketch
    let node: JSONNode

    /// The omitted value, if it was this one.
    var omitted: (any OmittedValue)? {
      guard node.kind == .null, let omission = sketch.firstOmission(in: node.byteRange) else { return nil }
      return omission.value
    }

    /// Whether anything in the value was omitted.
    var hasOmissions: Bool { sketch.firstOmission(in: node.byteRange) != nil }

    /// Whether the value is known to equal another: by its bytes, and by the hashes of what was omitted.
    func isSame(as other: Node) -> Bool {
      let (mine, others) = (node.byteRange, other.node.byteRange)
      guard mine.count == others.count else { return false }
      let haveSameBytes = sketch.document.bytes.withUnsafeBytes { left in
        other.sketch.document.bytes.withUnsafeBytes { right in
          Platform.areEqual(
            UnsafeRawBufferPointer(rebasing: left[mine]), UnsafeRawBufferPointer(rebasing: right[others]))
        }
      }
      guard haveSameBytes else { return false }
      let (left, right) = (sketch.omissions(in: mine), other.sketch.omissions(in: others))
      return left.count == right.count
        && zip(left, right).allSatisfy { left, right in
          left.end - mine.lowerBound == right.end - others.lowerBound && left.value.hash != nil
            && left.value.hash == right.value.hash
        }
    }

    /// The members of an object, in order.
    var members: [(key: String, place: Node)] { node.members.map { ($0.key, Node(sketch: sketch, node: $0.node)) } }

    /// The elements of an array.
    var elements: [Node] { node.elements.map { Node(sketch: sketch, node: $0) } }

    /// The member `id` of an object; an empty array for a container.
    var id: JSONValue? {
      guard node.kind == .object, let id = node.member("id") else { return nil }
      return id.kind == .object || id.kind == .array || Node(sketch: sketch, node: id).omitted != nil ? [] : id.value
    }

    /// A number of bytes that the omitted values take at least.
    var leastOmitted: Int { sketch.omissions(in: node.byteRange).reduce(0) { $0 + $1.value.leastSize } }

    /// The value as a tree, with the omitted values.
    func tree(_ session: EncodingSession) throws -> JSONValue {
      guard hasOmissions else { return node.value }
      if let omitted { return try omitted.tree(session) }
      if node.kind == .array {
        return .array(try elements.map { try $0.tree(session) })
      }
      let members = members
      return .object(
        JSONObject(uniqueKeys: members.map(\.key), values: try members.map { try $0.place.tree(session) }))
    }
  }

  init(document: JSONDocument, omissions: [Omission]) {
    self.document = document
    self.omissions = omissions
  }

  /// Lets go of memory that the app's next change would copy. The sketch of the last state is no longer used.
  mutating func detach(after earlier: StateSketch, within budget: MemoBudget) {
    for index in omissions.indices.prefix(earlier.omissions.count) {
      omissions[index].value.detach(after: earlier.omissions[index].value, within: budget)
    }
  }

  /// A number of bytes that the text of the whole state takes at least.
  var leastSize: Int { document.bytes.count + root.leastOmitted }

  private func firstOmission(in bytes: Range<Int>) -> Omission? { omissions(in: bytes).first }

  private func omissions(in bytes: Range<Int>) -> ArraySlice<Omission> {
    func count(before end: Int) -> Int {
      var (low, high) = (0, omissions.count)
      while low < high {
        let middle = (low + high) / 2
        if omissions[middle].end <= end { low = middle + 1 } else { high = middle }
      }
      return low
    }
    return omissions[count(before: bytes.lowerBound)..<count(before: bytes.upperBound)]
  }
}

extension HashSink {
  /// Adds the hashes of a value in a sketch, and its outline.
  mutating func add(_ place: StateSketch.Node) {
    if let omitted = place.omitted { return omitted.add(to: &self) }
    switch place.node.kind {
    case .object where place.hasOmissions || isOutlined:
      beginObject()
      for (key, member) in place.members {
        self.key(key)
        add(member)
      }
      endObject()
    case .array where place.hasOmissions || isOutlined:
      beginArray()
      for element in place.elements { add(element) }
      endArray()
    default: container(place.node.stateHash, depth: 0)
    }
  }
}

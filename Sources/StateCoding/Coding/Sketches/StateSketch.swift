import StateTree
import SystemSupport

/// A state's JSON with `null` in place of the values whose hashes are known.
struct StateSketch {
  /// The text, which a later sketch of the same text shares.
  let shape: Shape
  /// The omitted values, in order.
  private(set) var omitted: [any OmittedValue]

  var document: JSONDocument { shape.document }

  /// A value that the encoder left out of a sketch.
  struct Omission {
    /// The end of the value's `null` in the text.
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
      guard node.kind == .null, let index = sketch.shape.omissions(in: node.byteRange).first else { return nil }
      return sketch.omitted[index]
    }

    /// Whether anything in the value was omitted.
    var hasOmissions: Bool { !sketch.shape.omissions(in: node.byteRange).isEmpty }

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
      let (left, right) = (sketch.shape.omissions(in: mine), other.sketch.shape.omissions(in: others))
      return left.count == right.count
        && zip(left, right).allSatisfy { left, right in
          sketch.shape.ends[left] - mine.lowerBound == other.sketch.shape.ends[right] - others.lowerBound
            && sketch.hasSameValue(left, as: other.sketch, right)
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
    var leastOmitted: Int { sketch.shape.omissions(in: node.byteRange).reduce(0) { $0 + sketch.omitted[$1].leastSize } }

    /// The value with the omitted values, parsed. A tree takes more memory.
    func parsed(_ session: EncodingSession) throws -> JSONNode {
      hasOmissions ? try JSONDocument(text(session)).root : node
    }

    /// The text with the omitted values.
    private func text(_ session: EncodingSession) throws -> [UInt8] {
      let bytes = sketch.document.bytes
      var text: [UInt8] = []
      var start = node.byteRange.lowerBound
      for index in sketch.shape.omissions(in: node.byteRange) {
        let end = sketch.shape.ends[index]
        text += bytes[start..<end - "null".utf8.count]
        try sketch.omitted[index].write(to: &text, session)
        start = end
      }
      return text + bytes[start..<node.byteRange.upperBound]
    }

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

  /// Takes over what the encoder wrote; `last` is a sketch that may have the same text.
  init(_ text: UnsafeRawBufferPointer, _ omissions: [Omission], like last: StateSketch?) throws(JSONError) {
    omitted = omissions.map(\.value)
    if let last, last.shape.hasText(text, omissions) {
      shape = last.shape
    } else {
      shape = Shape(try JSONDocument(Array(text)), ends: omissions.map(\.end))
    }
  }

  /// Whether two omitted values are known to be equal.
  func hasSameValue(_ index: Int, as other: StateSketch, _ otherIndex: Int) -> Bool {
    guard let hash = omitted[index].hash else { return false }
    return hash == other.omitted[otherIndex].hash
  }

  /// Lets go of memory that only comparisons need, or that the app's next change would copy. The sketch of the last state is
  /// no longer used.
  mutating func detach(after earlier: StateSketch, within budget: MemoBudget) {
    for index in omitted.indices {
      omitted[index].detach(
        after: index < earlier.omitted.count ? earlier.omitted[index] : nil, within: budget)
    }
  }

  /// A number of bytes that the text of the whole state takes at least.
  var leastSize: Int { omitted.reduce(document.bytes.count) { $0 + $1.leastSize } }
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

extension StateSketch {
  /// The text of a sketch, and where values are omitted in it.
  final class Shape {
    let document: JSONDocument
    /// The ends of the omitted values' `null`s.
    let ends: [Int]
    /// The paths to the omitted values; `nil` if one of them is in an array.
    private(set) lazy var paths: [[String]]? = findPaths()

    init(_ document: JSONDocument, ends: [Int]) {
      self.document = document
      self.ends = ends
    }

    /// Whether the encoder wrote the same text.
    func hasText(_ text: UnsafeRawBufferPointer, _ omissions: [Omission]) -> Bool {
      guard omissions.count == ends.count, document.bytes.withUnsafeBytes({ Platform.areEqual($0, text) }) else {
        return false
      }
      var index = 0
      while index < ends.count {
        if omissions[index].end != ends[index] { return false }
        index += 1
      }
      return true
    }

    /// The indexes of the omitted values in a part of the text.
    func omissions(in bytes: Range<Int>) -> Range<Int> {
      count(before: bytes.lowerBound)..<count(before: bytes.upperBound)
    }

    private func count(before end: Int) -> Int {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle] <= end { low = middle + 1 } else { high = middle }
      }
      return low
    }

    private func findPaths() -> [[String]]? {
      var paths: [[String]] = []
      return addPaths(below: document.root, [], to: &paths) ? paths : nil
    }

    private func addPaths(below node: JSONNode, _ path: [String], to paths: inout [[String]]) -> Bool {
      guard !omissions(in: node.byteRange).isEmpty else { return true }
      switch node.kind {
      case .null: paths.append(path)
      case .object:
        for (key, member) in node.members where !addPaths(below: member, path + [key], to: &paths) { return false }
      default: return false
      }
      return true
    }
  }
}

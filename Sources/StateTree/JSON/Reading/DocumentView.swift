import SystemSupport

/// A document's bytes and index as bare pointers.
///
/// Reading many values through a view neither counts references nor checks bounds. A view is valid while its document is,
/// which `withView` ensures. Positions must come from the index itself.
@usableFromInline
package struct DocumentView {
  /// The text.
  @usableFromInline package let bytes: UnsafeRawPointer
  /// The index of its values.
  @usableFromInline package let nodes: UnsafePointer<IndexedNode>

  @usableFromInline
  init(bytes: UnsafeRawPointer, nodes: UnsafePointer<IndexedNode>) {
    self.bytes = bytes
    self.nodes = nodes
  }

  /// Returns the value at a position.
  @inlinable
  package func node(_ position: Int) -> IndexedNode { nodes[position] }

  /// The first byte of a scalar.
  @inlinable
  package func firstByte(at position: Int) -> UInt8 {
    bytes.assumingMemoryBound(to: UInt8.self)[Int(truncatingIfNeeded: nodes[position].start)]
  }

  /// The raw bytes of a scalar; for a string, those between the quotes.
  @inlinable
  package func raw(at position: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: bytes + Int(truncatingIfNeeded: nodes[position].start),
      count: Int(truncatingIfNeeded: nodes[position].end &- nodes[position].start))
  }
}

extension JSONDocument {
  /// Passes on a view of the document, which must not outlive the call.
  package func withView<Result, Failure: Error>(
    _ body: (DocumentView) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let view = view
    defer { withExtendedLifetime(self) {} }
    return try body(view)
  }

  /// The pointers escape the closures that receive them: an array's elements stay in place while the array exists
  /// unchanged. Calling the body of `withView` inside these closures would go through two generic functions of the
  /// standard library, which took 490 of the 7,230 instructions of decoding an action.
  private var view: DocumentView {
    let bytes = bytes.withUnsafeBufferPointer { $0.baseAddress }
    let nodes = nodes.withUnsafeBufferPointer { $0.baseAddress }
    guard let bytes, let nodes else { preconditionFailure("a document that could be read has bytes and nodes") }
    return DocumentView(bytes: UnsafeRawPointer(bytes), nodes: nodes)
  }
}

extension DocumentView {
  /// Returns the raw text of a scalar.
  package func text(at position: Int) -> String { String(decoding: raw(at: position), as: UTF8.self) }

  /// Returns the unescaped text of a string or a key.
  @inlinable
  package func string(at position: Int) -> String {
    let text = nodes + position
    if text.pointee.isEscaped { return unescapedString(at: position) }
    return String(
      decoding: UnsafeBufferPointer(
        start: bytes.assumingMemoryBound(to: UInt8.self) + Int(truncatingIfNeeded: text.pointee.start),
        count: Int(truncatingIfNeeded: text.pointee.end &- text.pointee.start)), as: UTF8.self)
  }

  /// Returns the text of a string or a key with escapes.
  @inline(never) @usableFromInline
  func unescapedString(at position: Int) -> String { JSONString.unescaped(raw(at: position)) }

  /// Returns the number at a position; infinite if it is beyond the range.
  package func double(at position: Int) -> Double {
    JSONNumber.exactDouble(raw(at: position)) ?? Double(text(at: position)) ?? .infinity
  }

  /// Returns the number at a position, if it is a whole number that fits.
  package func integer(at position: Int) -> Int? {
    JSONNumber.plainInteger(raw(at: position)) ?? number(at: position).integer()
  }

  /// Returns the number at a position.
  package func number(at position: Int) -> JSONNumber { JSONNumber(checked: text(at: position)) }

  /// Whether a key is equal to a text by bytes.
  package func isKey(at position: Int, equalTo key: UnsafeRawBufferPointer) -> Bool {
    let node = nodes[position]
    if node.isEscaped { return withUTF8(at: position) { Platform.areEqual($0, key) } }
    return raw(at: position).hasBytes(of: key)
  }

  /// Passes on the unescaped UTF-8 bytes of a string or a key.
  package func withUTF8<Result, Failure: Error>(
    at position: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard nodes[position].isEscaped else { return try body(raw(at: position)) }
    return try Array(string(at: position).utf8).withUnsafeBufferPointer { text throws(Failure) in
      try body(UnsafeRawBufferPointer(text))
    }
  }

  /// Returns the number of values and keys at a position and below it.
  package func count(at position: Int) -> Int { Int(nodes[position].next) - position }

  /// Returns the value at a position and everything below it as a tree. Recurses no deeper than the parser's limit.
  package func value(at position: Int) -> JSONValue { value(at: position, like: nil) }

  /// Returns a value as a tree, which shares the keys of a similar value that was read before.
  private func value(at position: Int, like similar: (place: Int, value: JSONValue)?) -> JSONValue {
    let node = nodes[position]
    switch node.kind {
    case .null: return .null
    case .bool: return .bool(firstByte(at: position) == UInt8(ascii: "t"))
    case .number: return .number(JSONNumber(checked: text(at: position)))
    case .string: return .string(string(at: position))
    case .array:
      var elements: [JSONValue] = []
      elements.reserveCapacity(Int(node.count))
      var last: (place: Int, value: JSONValue)?
      if case .array(let others)? = similar?.value, let first = others.first, let similar {
        last = (similar.place + 1, first)
      }
      var next = position + 1
      for _ in 0..<Int(truncatingIfNeeded: node.count) {
        let element = value(at: next, like: last)
        elements.append(element)
        last = (next, element)
        next = Int(nodes[next].next)
      }
      return .array(elements)
    case .object:
      var values: [JSONValue] = []
      values.reserveCapacity(Int(node.count))
      if let similar, case .object(let other) = similar.value, hasKeys(position, of: similar.place, in: self) {
        var (next, place) = (position + 1, similar.place + 1)
        for index in 0..<other.count {
          values.append(value(at: next + 1, like: (place + 1, other.values[index])))
          next = Int(nodes[next + 1].next)
          place = Int(nodes[place + 1].next)
        }
        return .object(JSONObject(keysOf: other, values: values))
      }
      var keys: [String] = []
      keys.reserveCapacity(Int(node.count))
      var last: (place: Int, value: JSONValue)?
      var next = position + 1
      for _ in 0..<Int(truncatingIfNeeded: node.count) {
        let member = value(at: next + 1, like: last)
        keys.append(string(at: next))
        values.append(member)
        last = (next + 1, member)
        next = Int(nodes[next + 1].next)
      }
      return .object(JSONObject(uniqueKeys: keys, values: values))
    }
  }

  /// Whether an object has the keys of another in the same order, written in the same way.
  func hasKeys(_ object: Int, of place: Int, in other: DocumentView) -> Bool {
    var count = node(object).count
    guard count == other.node(place).count else { return false }
    var (left, right) = (object &+ 1, place &+ 1)
    while count > 0 {
      guard raw(at: left).hasBytes(of: other.raw(at: right)) else { return false }
      left = Int(truncatingIfNeeded: node(left &+ 1).next)
      right = Int(truncatingIfNeeded: other.node(right &+ 1).next)
      count &-= 1
    }
    return true
  }
}

/// A copy of a document's bytes and index, with a view that stays valid.
package final class DocumentCopy {
  package let view: DocumentView

  /// Copies the contents of a valid view.
  package init(of view: DocumentView) {
    let root = view.node(0)
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: Int(root.end), alignment: 1)
    bytes.copyMemory(from: view.bytes, byteCount: Int(root.end))
    let nodes = UnsafeMutablePointer<IndexedNode>.allocate(capacity: Int(root.next))
    nodes.initialize(from: view.nodes, count: Int(root.next))
    self.view = DocumentView(bytes: bytes, nodes: nodes)
  }

  deinit {
    view.bytes.deallocate()
    view.nodes.deallocate()
  }
}

/// One value of the text. A container's children follow it; in an object each key is followed by its value.
@usableFromInline
package struct IndexedNode: Sendable {
  /// The first byte; for a string or key, the one after the quote.
  @usableFromInline package var start: UInt32
  /// The byte after the last; for a string or key, its closing quote.
  @usableFromInline package var end: UInt32
  /// The position in the index after this value and all its children.
  @usableFromInline package var next: UInt32
  /// The number of elements or members of a container.
  @usableFromInline package var count: UInt32 = 0
  /// The kind of value.
  @usableFromInline package let kind: JSONNode.Kind
  /// Whether a string contains escapes, so that it differs from the text between its quotes.
  @usableFromInline package let isEscaped: Bool

  /// A value without children.
  init(_ kind: JSONNode.Kind, from start: Int, to end: Int, at position: Int, isEscaped: Bool) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.end = UInt32(truncatingIfNeeded: end)
    next = UInt32(truncatingIfNeeded: position &+ 1)
    self.kind = kind
    self.isEscaped = isEscaped
  }

  /// A placeholder for an unread value.
  static let empty = IndexedNode(.null, from: 0, to: 0, at: 0, isEscaped: false)
}

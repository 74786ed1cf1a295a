import SystemSupport

/// A value in a parsed JSON document.
public struct JSONNode: Sendable {
  package let document: JSONDocument
  package let position: Int

  /// The kinds of values.
  public enum Kind: UInt8, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool
    /// A number.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object
  }

  private var node: IndexedNode { document.nodes[position] }

  /// The kind of value.
  public var kind: Kind { node.kind }

  /// The number of elements or members; 0 for a scalar.
  public var count: Int { Int(node.count) }

  /// The value's range in the document's bytes, including the quotes of a string.
  package var byteRange: Range<Int> {
    let quote = node.kind == .string ? 1 : 0
    return Int(node.start) - quote..<Int(node.end) + quote
  }

  /// The number of values and keys in the value, including itself.
  package var valueCount: Int { document.withView { $0.count(at: position) } }

  /// The length of the value's text in bytes, including the quotes of a string.
  package var utf8Count: Int { byteRange.count }

  /// The value's JSON text.
  public var bytes: [UInt8] { Array(document.bytes[byteRange]) }

  /// The text, if the value is a string.
  public var string: String? {
    kind == .string ? document.withView { $0.string(at: position) } : nil
  }

  /// The value, if it is a whole number that fits.
  public var integer: Int? {
    kind == .number ? document.withView { $0.integer(at: position) } : nil
  }

  /// The number, if the value is one.
  public var number: JSONNumber? {
    kind == .number ? JSONNumber(checked: document.withView { $0.text(at: position) }) : nil
  }

  /// The value, if it is `true` or `false`.
  public var bool: Bool? {
    kind == .bool ? document.withView { $0.firstByte(at: position) == UInt8(ascii: "t") } : nil
  }

  /// The value of an object's member, or `nil`. O(n) in the number of members.
  public func member(_ key: String) -> JSONNode? {
    var key = key
    return key.withUTF8 { member(UnsafeRawBufferPointer($0)) }
  }

  /// The members of an object, in the order of the text; empty for anything else.
  public var members: [(key: String, node: JSONNode)] {
    guard kind == .object else { return [] }
    var members: [(key: String, node: JSONNode)] = []
    members.reserveCapacity(count)
    document.withView { view in
      var next = position + 1
      for _ in 0..<count {
        members.append((view.string(at: next), JSONNode(document: document, position: next + 1)))
        next = Int(view.node(next + 1).next)
      }
    }
    return members
  }

  /// The elements of an array; empty for anything else.
  public var elements: [JSONNode] {
    guard kind == .array else { return [] }
    var elements: [JSONNode] = []
    elements.reserveCapacity(count)
    var next = position + 1
    for _ in 0..<count {
      elements.append(JSONNode(document: document, position: next))
      next = Int(document.nodes[next].next)
    }
    return elements
  }

  /// The value as a tree. Recurses no deeper than the parser's limit.
  public var value: JSONValue { document.withView { $0.value(at: position) } }

  /// Returns the value as a tree. It shares the memory of what an earlier value, if any, has in the same places. O(n).
  package func value(sharing earlier: JSONValue?) -> JSONValue {
    guard let earlier else { return value }
    return document.withView { $0.value(at: position, sharing: earlier) }
  }
}

/// Reading a document without creating strings.
extension JSONNode {
  /// The value of an object's member, or `nil`. O(n) in the number of members.
  package func member(named key: StaticString) -> JSONNode? {
    member(UnsafeRawBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
  }

  func member(_ key: UnsafeRawBufferPointer) -> JSONNode? {
    guard kind == .object else { return nil }
    let value: Int? = document.withView { view in
      var next = position + 1
      for _ in 0..<count {
        if view.isKey(at: next, equalTo: key) { return next + 1 }
        next = Int(view.node(next + 1).next)
      }
      return nil
    }
    return value.map { JSONNode(document: document, position: $0) }
  }
}

extension StaticString {
  /// Whether the text has these bytes.
  package func hasBytes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    Platform.areEqual(UnsafeRawBufferPointer(start: utf8Start, count: utf8CodeUnitCount), bytes)
  }
}

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

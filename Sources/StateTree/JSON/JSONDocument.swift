/// A JSON text that has been read: the bytes and an index of where each value stands in them.
///
/// Reading checks all of RFC 8259 (and that keys are unique and the text is UTF-8) and builds nothing but the
/// index; values are made when they are asked for. Decoding works on the index, without a tree in between.
public struct JSONDocument: Sendable {
  /// The text.
  public let bytes: [UInt8]
  let nodes: [Node]

  /// One value of the text. A container's children follow it; in an object each key is followed by its value.
  struct Node: Sendable {
    /// The first byte; of a string or key, the one after the quote.
    var start: UInt32
    /// The byte after the last; of a string or key, its closing quote.
    var end: UInt32
    /// The position in the index of what follows this value and all its children.
    var next: UInt32
    /// How many elements or members a container has.
    var count: UInt32
    var kind: JSONNode.Kind
    /// Whether a string holds escapes, and so is not the text between its quotes.
    var isEscaped: Bool
  }

  /// Reads a JSON text. O(n) in its bytes.
  ///
  /// - Throws: `JSONError`, with the byte offset and the reason.
  public init(_ bytes: [UInt8], limits: JSONLimits = .default) throws(JSONError) {
    var parser = JSONParser(limits: limits)
    try parser.parse(bytes)
    self.bytes = bytes
    nodes = parser.nodes
  }

  /// The value of the whole text.
  public var root: JSONNode { JSONNode(document: self, position: 0) }
}

/// A place in a JSON document that has been read.
public struct JSONNode: Sendable {
  let document: JSONDocument
  let position: Int

  /// What a value is.
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

  private var node: JSONDocument.Node { document.nodes[position] }

  /// What the value is.
  public var kind: Kind { node.kind }

  /// How many elements or members the value has; 0 for what is no container.
  public var count: Int { Int(node.count) }

  /// Where the value stands in the document's bytes, a string's quotes included.
  public var byteRange: Range<Int> {
    let quote = node.kind == .string ? 1 : 0
    return Int(node.start) - quote..<Int(node.end) + quote
  }

  /// The length of the value's text in bytes, a string's quotes included.
  public var utf8Count: Int { byteRange.count }

  /// The value's JSON text.
  public var bytes: [UInt8] { Array(document.bytes[byteRange]) }

  /// The text, if the value is a string.
  public var string: String? {
    kind == .string ? document.string(at: position) : nil
  }

  /// The value, if it is a whole number that fits.
  public var integer: Int? {
    number?.integer()
  }

  /// The number, if the value is one.
  public var number: JSONNumber? {
    kind == .number ? JSONNumber(checked: document.text(at: position)) : nil
  }

  /// The value, if it is `true` or `false`.
  public var bool: Bool? {
    kind == .bool ? document.bytes[Int(node.start)] == UInt8(ascii: "t") : nil
  }

  /// The value of an object's member, or `nil`. O(n) in the number of members.
  public func member(_ key: String) -> JSONNode? {
    guard kind == .object else { return nil }
    for (memberPosition, value) in positions where document.isKey(at: memberPosition, equalTo: key) {
      return JSONNode(document: document, position: value)
    }
    return nil
  }

  /// The members of an object, in the order of the text; empty for anything else.
  public var members: [(key: String, node: JSONNode)] {
    guard kind == .object else { return [] }
    return positions.map { (document.string(at: $0.key), JSONNode(document: document, position: $0.value)) }
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

  /// The index positions of an object's keys and values.
  private var positions: [(key: Int, value: Int)] {
    var positions: [(key: Int, value: Int)] = []
    positions.reserveCapacity(count)
    var next = position + 1
    for _ in 0..<count {
      positions.append((next, next + 1))
      next = Int(document.nodes[next + 1].next)
    }
    return positions
  }

  /// The value and all below it as a tree. Recurses no deeper than the limit that the document was read with.
  public var value: JSONValue {
    switch kind {
    case .null: .null
    case .bool: .bool(bool == true)
    case .number: .number(JSONNumber(checked: document.text(at: position)))
    case .string: .string(document.string(at: position))
    case .array: .array(elements.map(\.value))
    case .object:
      .object(
        JSONObject(
          uniqueKeys: positions.map { document.string(at: $0.key) },
          values: positions.map { JSONNode(document: document, position: $0.value).value }))
    }
  }
}

extension JSONDocument {
  /// The text of a scalar as it stands.
  func text(at position: Int) -> String {
    let node = nodes[position]
    return String(decoding: bytes[Int(node.start)..<Int(node.end)], as: UTF8.self)
  }

  /// The text that a string or a key stands for.
  func string(at position: Int) -> String {
    let node = nodes[position]
    guard node.isEscaped else { return text(at: position) }
    return bytes.withUnsafeBytes { bytes in
      let quoted = UnsafeRawBufferPointer(rebasing: bytes[Int(node.start)..<Int(node.end)])
      return String(unsafeUninitializedCapacity: quoted.count) { buffer in
        JSONText.unescape(quoted, into: UnsafeMutableRawBufferPointer(buffer))
      }
    }
  }

  /// Whether a key is equal to a string by bytes.
  func isKey(at position: Int, equalTo key: String) -> Bool {
    let node = nodes[position]
    if node.isEscaped { return string(at: position).hasSameBytes(as: key) }
    guard Int(node.end - node.start) == key.utf8.count else { return false }
    var key = key
    return key.withUTF8 { key in
      bytes.withUnsafeBytes { bytes in
        Platform.areEqual(
          UnsafeRawBufferPointer(rebasing: bytes[Int(node.start)..<Int(node.end)]), UnsafeRawBufferPointer(key))
      }
    }
  }
}

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What one run of the decoder works on: the document, and where look-ups of keys left off.
final class DecodingCore {
  let document: JSONDocument
  /// The value that is decoded; paths begin there.
  let root: Int
  let userInfo: [CodingUserInfoKey: any Sendable]
  @exclusivity(unchecked) private var strategies = TypeCache<DecodingStrategy>()
  /// Indexes of large objects whose keys are asked for out of order, by position.
  @exclusivity(unchecked) private var indexes: [Int: [ByteString: Int]] = [:]

  /// From how many members on an object whose keys come out of order gets an index.
  static let indexThreshold = 24

  /// The path to the root.
  let rootPath: [any CodingKey]

  init(
    document: JSONDocument, root: Int, userInfo: [CodingUserInfoKey: any Sendable], rootPath: [any CodingKey] = []
  ) {
    self.document = document
    self.root = root
    self.userInfo = userInfo
    self.rootPath = rootPath
  }

  /// A decoder for a value that isn't there, which reads as `null`.
  func absent(_ key: any CodingKey, in container: Int) throws -> NodeDecoder {
    let null = try JSONDocument(Array("null".utf8))
    let core = DecodingCore(document: null, root: 0, userInfo: userInfo, rootPath: path(to: container) + [key])
    return NodeDecoder(core: core, position: 0)
  }

  @inline(__always)
  func node(_ position: Int) -> JSONDocument.Node { document.nodes[position] }

  @inline(__always)
  func strategy(for type: any Decodable.Type) -> DecodingStrategy {
    strategies.knowledge(of: type)
  }

  /// The position of a key's value in a large object.
  func indexedValue(of key: String, in object: Int) -> Int? {
    if let index = indexes[object] { return index[ByteString(key)] }
    var index = [ByteString: Int](minimumCapacity: Int(node(object).count))
    var next = object + 1
    for _ in 0..<node(object).count {
      index[ByteString(document.string(at: next))] = next + 1
      next = Int(node(next + 1).next)
    }
    indexes[object] = index
    return index[ByteString(key)]
  }

  /// The path from the root to a value, found by going down to it; only errors and curious types ask.
  func path(to position: Int) -> [any CodingKey] {
    var path = rootPath
    var container = root
    while container < position {
      let isObject = node(container).kind == .object
      var next = container + 1
      var child = container
      for index in 0..<Int(node(container).count) {
        child = isObject ? next + 1 : next
        if position < Int(node(child).next) {
          path.append(isObject ? NameKey(document.string(at: next)) : IndexKey(index))
          break
        }
        next = Int(node(child).next)
      }
      guard child != container, position >= child else { break }
      container = child
    }
    return path
  }

  // MARK: Errors

  func mismatch<Value>(_ type: Value.Type, at position: Int) -> DecodingError {
    let kind = node(position).kind
    let context = DecodingError.Context(
      codingPath: path(to: position), debugDescription: "expected \(Value.self), found \(kind.name)")
    return kind == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  func mismatch(ofKey key: String, at position: Int) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: path(to: position),
      debugDescription: "expected an integer as key, found \(JSONValue.string(key).compact)")
    return .typeMismatch(Int.self, context)
  }

  func corrupted(_ description: String, at position: Int) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: path(to: position), debugDescription: description))
  }
}

extension JSONNode.Kind {
  /// The kind with its article, for a message.
  var name: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

// MARK: Scalars

extension DecodingCore {
  func bool(at position: Int) throws -> Bool {
    guard node(position).kind == .bool else { throw mismatch(Bool.self, at: position) }
    return document.bytes[Int(node(position).start)] == UInt8(ascii: "t")
  }

  func string(at position: Int) throws -> String {
    guard node(position).kind == .string else { throw mismatch(String.self, at: position) }
    return document.string(at: position)
  }

  func integer<Integer: FixedWidthInteger>(_ type: Integer.Type, at position: Int) throws -> Integer {
    guard node(position).kind == .number else { throw mismatch(type, at: position) }
    if let value = document.withRawText(at: position, { JSONNumber.plainInteger($0, as: type) }) { return value }
    guard let value: Integer = JSONNumber(checked: document.text(at: position)).integer() else {
      throw corrupted("the number \(document.text(at: position)) does not fit in \(type)", at: position)
    }
    return value
  }

  func double(at position: Int) throws -> Double {
    switch node(position).kind {
    case .number:
      if let value = Double(document.text(at: position)), value.isFinite { return value }
      throw corrupted("the number \(document.text(at: position)) does not fit in Double", at: position)
    case .string:
      if let value = NonFinite.double(document.string(at: position)) { return value }
      throw mismatch(Double.self, at: position)
    default: throw mismatch(Double.self, at: position)
    }
  }

  func float(at position: Int) throws -> Float {
    switch node(position).kind {
    case .number:
      if let value = Float(document.text(at: position)), value.isFinite { return value }
      throw corrupted("the number \(document.text(at: position)) does not fit in Float", at: position)
    case .string:
      if let value = NonFinite.float(document.string(at: position)) { return value }
      throw mismatch(Float.self, at: position)
    default: throw mismatch(Float.self, at: position)
    }
  }
}

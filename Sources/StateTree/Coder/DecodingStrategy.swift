#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How values of a type are decoded; found out once per type.
enum DecodingStrategy: TypeKnowledge {
  static let table = TypeTable<DecodingStrategy>()
  static func id(of type: any Decodable.Type) -> ObjectIdentifier { ObjectIdentifier(type) }

  /// As the type's own `init(from:)` says.
  case plain
  /// Arrays and dictionaries, whose own conformances go through slow paths.
  case collection(any TreeDecodableCollection.Type)
  /// An optional of an optional, which needs more than `null`.
  case nestedOptional(any NestedOptionalDecodable.Type)
  case json, data, url, decimal

  init(_ type: any Decodable.Type) {
    self =
      switch type as Any.Type {
      case is JSONValue.Type: .json
      case is Data.Type: .data
      case is URL.Type: .url
      case is Decimal.Type: .decimal
      case let collection as any TreeDecodableCollection.Type where collection.isTreeDecodable: .collection(collection)
      case let optional as any NestedOptionalDecodable.Type where optional.isNested: .nestedOptional(optional)
      default: .plain
      }
  }
}

extension DecodingCore {
  /// Decodes a whole value.
  func decode<Value: Decodable>(_ type: Value.Type, at position: Int) throws -> Value {
    switch strategy(for: type) {
    case .plain: return try Value(from: NodeDecoder(core: self, position: position))
    case .collection(let collection):
      if let value = try collection.decodeCollection(from: self, at: position) as? Value { return value }
    case .nestedOptional(let optional):
      if let value = try optional.decodeNested(from: self, at: position) as? Value { return value }
    case .json:
      if let value = JSONNode(document: document, position: position).value as? Value { return value }
    case .data:
      // An array of bytes is what `Data` itself encodes, so it is accepted as well.
      if node(position).kind == .string {
        guard let data = Data(base64Encoded: document.string(at: position)) else {
          throw corrupted("the string is not base64", at: position)
        }
        if let value = data as? Value { return value }
      }
    case .url:
      if node(position).kind == .string {
        guard let url = URL(string: document.string(at: position)) else {
          throw corrupted("the string is not a URL", at: position)
        }
        if let value = url as? Value { return value }
      }
    case .decimal:
      if let value = try decimal(at: position) as? Value { return value }
    }
    return try Value(from: NodeDecoder(core: self, position: position))
  }

  private func decimal(at position: Int) throws -> Decimal? {
    switch node(position).kind {
    case .number:
      let literal = document.text(at: position)
      guard let value = Decimal(string: literal) else { throw corrupted("the number is not a Decimal", at: position) }
      return value
    case .string where document.string(at: position) == "NaN": return Decimal.nan
    case .object: return nil
    default: throw mismatch(Decimal.self, at: position)
    }
  }

  /// Decodes a member's value if it is there; a `null` is `nil`, or the `nil` inside where two optionals nest.
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, at position: Int) throws -> Value? {
    if node(position).kind == .null {
      return (type as? any OptionalType.Type).flatMap { $0.none as? Value }
    }
    return try decode(type, at: position)
  }
}

/// A collection that the coder decodes by itself.
protocol TreeDecodableCollection: SendableMetatype {
  static var isTreeDecodable: Bool { get }
  static func decodeCollection(from core: DecodingCore, at position: Int) throws -> Self
}

extension Array: TreeDecodableCollection where Element: Decodable {
  static var isTreeDecodable: Bool { true }

  static func decodeCollection(from core: DecodingCore, at position: Int) throws -> [Element] {
    guard core.node(position).kind == .array else { throw core.mismatch(Self.self, at: position) }
    // The usual scalars need no decoder each.
    switch Element.self {
    case is String.Type:
      if let all = try core.elements(position, { try core.string(at: $0) }) as? [Element] { return all }
    case is Int.Type:
      if let all = try core.elements(position, { try core.integer(Int.self, at: $0) }) as? [Element] { return all }
    case is Double.Type:
      if let all = try core.elements(position, { try core.double(at: $0) }) as? [Element] { return all }
    case is Bool.Type:
      if let all = try core.elements(position, { try core.bool(at: $0) }) as? [Element] { return all }
    default: break
    }
    var elements: [Element] = []
    elements.reserveCapacity(Int(core.node(position).count))
    var next = position + 1
    for _ in 0..<core.node(position).count {
      elements.append(try core.decode(Element.self, at: next))
      next = Int(core.node(next).next)
    }
    return elements
  }
}

extension DecodingCore {
  /// The elements of an array, each by its position.
  @inline(__always)
  fileprivate func elements<Element>(_ array: Int, _ decode: (Int) throws -> Element) rethrows -> [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(Int(node(array).count))
    var next = array + 1
    for _ in 0..<node(array).count {
      elements.append(try decode(next))
      next = Int(node(next).next)
    }
    return elements
  }
}

extension Dictionary: TreeDecodableCollection where Key: Decodable, Value: Decodable {
  /// Other keys go through the dictionary's own conformance, which reads keys and values in turn.
  static var isTreeDecodable: Bool { Key.self == String.self || Key.self == Int.self }

  static func decodeCollection(from core: DecodingCore, at position: Int) throws -> [Key: Value] {
    guard core.node(position).kind == .object else { throw core.mismatch(Self.self, at: position) }
    var members = [Key: Value](minimumCapacity: Int(core.node(position).count))
    var next = position + 1
    for _ in 0..<core.node(position).count {
      let text = core.document.string(at: next)
      let key: Key? = Key.self == String.self ? text as? Key : Int(text) as? Key
      guard let key else { throw core.mismatch(ofKey: text, at: next + 1) }
      members[key] = try core.decode(Value.self, at: next + 1)
      next = Int(core.node(next + 1).next)
    }
    return members
  }
}

/// An optional that can be decoded where it wraps another.
protocol NestedOptionalDecodable: SendableMetatype {
  static var isNested: Bool { get }
  static func decodeNested(from core: DecodingCore, at position: Int) throws -> Self
}

extension Optional: NestedOptionalDecodable where Wrapped: Decodable {
  static func decodeNested(from core: DecodingCore, at position: Int) throws -> Wrapped? {
    let node = core.node(position)
    if node.kind == .null { return nil }
    if node.kind == .object, node.count == 1, core.document.isKey(at: position + 1, equalTo: nestedOptionalKey) {
      return .some(try core.decode(Wrapped.self, at: position + 2))
    }
    return .some(try core.decode(Wrapped.self, at: position))
  }
}

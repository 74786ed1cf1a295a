import StateTree

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The way to decode values of a type; determined once per type.
enum DecodingStrategy: TypeKnowledge {
  static let table = TypeTable<DecodingStrategy>()
  static func id(of type: any Decodable.Type) -> ObjectIdentifier { ObjectIdentifier(type) }

  /// The type's own `init(from:)`.
  case plain
  /// Arrays and dictionaries, whose own conformances go through slow paths.
  case collection(any TreeDecodableCollection.Type)
  /// An optional, which may need more than `null`.
  case optional(any OptionalDecodable.Type)
  case json, data, url, decimal

  var isPlain: Bool { if case .plain = self { true } else { false } }

  init(_ type: any Decodable.Type) {
    self =
      switch type as Any.Type {
      case is JSONValue.Type: .json
      case is Data.Type: .data
      case is URL.Type: .url
      case is Decimal.Type: .decimal
      case let collection as any TreeDecodableCollection.Type where collection.isTreeDecodable: .collection(collection)
      case let optional as any OptionalDecodable.Type: .optional(optional)
      default: .plain
      }
  }
}

extension DecodingCore {
  /// Decodes a whole value.
  func decode<Value: Decodable>(_ type: Value.Type, at position: Int) throws -> Value {
    try decode(type, by: strategy(for: type), at: position)
  }

  /// Decodes a whole value of a type whose strategy is known.
  func decode<Value: Decodable>(_ type: Value.Type, by strategy: DecodingStrategy, at position: Int) throws -> Value {
    strategy.isPlain
      ? try Value(from: NodeDecoder(core: self, position: position))
      : try decodeSpecially(type, by: strategy, at: position)
  }

  /// Decodes a value of a type that needs its own `init(from:)` for some values at most.
  private func decodeSpecially<Value: Decodable>(
    _ type: Value.Type, by strategy: DecodingStrategy, at position: Int
  ) throws -> Value {
    switch strategy {
    case .plain: break
    case .collection(let collection): return try decodeCollection(collection, as: type, at: position)
    case .optional(let optional): return try decodeOptional(optional, as: type, at: position)
    case .json:
      return same(view.value(at: position), as: type)
    case .data:
      // `Data` itself encodes as an array of bytes, which is accepted too.
      guard node(position).kind == .string else { break }
      guard let data = Data(base64Encoded: view.string(at: position)) else {
        throw corrupted("the string is not base64", at: position)
      }
      return same(data, as: type)
    case .url:
      guard node(position).kind == .string else { break }
      guard let url = URL(string: view.string(at: position)) else {
        throw corrupted("the string is not a URL", at: position)
      }
      return same(url, as: type)
    case .decimal:
      if let decimal = try decimal(at: position) { return same(decimal, as: type) }
    }
    return try Value(from: NodeDecoder(core: self, position: position))
  }

  private func decodeCollection<Collection: TreeDecodableCollection, Value>(
    _: Collection.Type, as type: Value.Type, at position: Int
  ) throws -> Value {
    same(try Collection.decodeCollection(from: self, at: position), as: type)
  }

  private func decodeOptional<Wrapper: OptionalDecodable, Value>(
    _: Wrapper.Type, as type: Value.Type, at position: Int
  ) throws -> Value {
    same(try Wrapper.decodeOptional(from: self, at: position), as: type)
  }

  private func decimal(at position: Int) throws -> Decimal? {
    switch node(position).kind {
    case .number:
      let literal = view.text(at: position)
      guard let value = Decimal(string: literal) else { throw corrupted("the number is not a Decimal", at: position) }
      return value
    case .string where view.string(at: position) == "NaN": return Decimal.nan
    case .string:
      guard case .number(let number) = keyScalar(at: position) else { throw mismatch(Decimal.self, at: position) }
      return Decimal(string: number.literal)
    case .object: return nil
    default: throw mismatch(Decimal.self, at: position)
    }
  }

  /// Decodes a member's value. A `null` is `nil`, or the inner `nil` of a nested optional.
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, at position: Int) throws -> Value? {
    if node(position).kind == .null {
      return (type as? any OptionalType.Type).flatMap { $0.none as? Value }
    }
    return try decode(type, at: enclosedNil(of: type, at: position) ?? position)
  }

  /// The position of the `null` in `{"$some": null}`, which stands for a value that encodes as nil.
  ///
  /// For a dictionary, which never encodes as nil, the object is what it seems.
  func enclosedNil(of type: any Decodable.Type, at position: Int) -> Int? {
    guard node(position).kind == .object, node(position).count == 1,
      let value = value(of: nestedOptionalKey, in: position), node(value).kind == .null
    else { return nil }
    switch strategy(for: type) {
    case .plain, .json: return value
    case .collection, .optional, .data, .url, .decimal: return nil
    }
  }
}

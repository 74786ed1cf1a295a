#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How values of a type are encoded; found out once per type.
enum EncodingStrategy: TypeKnowledge {
  static let table = TypeTable<EncodingStrategy>()
  static func id(of type: any Encodable.Type) -> ObjectIdentifier { ObjectIdentifier(type) }

  /// As the type's own `encode(to:)` says.
  case plain
  /// Collections, whose own conformances go through slow or unordered paths.
  case collection
  /// An optional of an optional, which needs more than `null`.
  case nestedOptional
  /// A value that keeps its hash.
  case keepingHash
  case json, data, url, decimal

  init(_ type: any Encodable.Type) {
    self =
      switch type as Any.Type {
      case is JSONValue.Type: .json
      case is Data.Type: .data
      case is URL.Type: .url
      case is Decimal.Type: .decimal
      case is any TreeEncodableCollection.Type: .collection
      case let optional as any OptionalType.Type where optional.isNested: .nestedOptional
      case is any StateHashKeeping.Type: .keepingHash
      default: .plain
      }
  }
}

extension EncodingCore {
  /// Encodes a value of a type that does not go through its own `encode(to:)`; `false` if it should after all.
  func encodeSpecially(_ value: some Encodable, _ strategy: EncodingStrategy) throws -> Bool {
    switch strategy {
    case .plain: return false
    case .collection:
      guard let value = value as? any TreeEncodableCollection else { return false }
      noteWritten()
      try value.encodeCollection(to: self)
    case .nestedOptional:
      guard let value = value as? any OptionalType else { return false }
      noteWritten()
      try value.encodeNested(to: self)
    case .keepingHash:
      guard let value = value as? any StateHashKeeping, sink.kept(value) else { return false }
      noteWritten()
    case .json:
      guard let value = value as? JSONValue else { return false }
      noteWritten()
      sink.tree(value)
    case .data:
      guard let value = value as? Data else { return false }
      noteWritten()
      sink.string(value.base64EncodedString())
    case .url:
      // Foundation's encoder writes the absolute string; a base that is kept apart would be lost.
      guard let value = value as? URL, value.baseURL == nil else { return false }
      noteWritten()
      sink.string(value.absoluteString)
    case .decimal:
      guard let value = value as? Decimal else { return false }
      noteWritten()
      if value.isNaN { sink.string("NaN") } else { sink.number(literal: value.description) }
    }
    return true
  }
}

/// An optional, seen without its wrapped type.
protocol OptionalType {
  /// Whether it wraps another optional.
  static var isNested: Bool { get }
  /// `nil`.
  static var none: Self { get }
  func encodeNested(to core: EncodingCore) throws
}

extension Optional: OptionalType {
  static var isNested: Bool { Wrapped.self is any OptionalType.Type }

  /// Encodes an optional of an optional: `nil` as `null`, and any other as what it wraps.
  ///
  /// What it wraps gets `{"$some": …}` around it if it could be taken for something else without: if it is `null`
  /// or itself an object whose only member is `$some`.
  func encodeNested(to core: EncodingCore) throws {
    guard case let wrapped? = self else { return core.sink.null() }
    guard let wrapped = wrapped as? any Encodable else { return }
    let document = try JSONDocument(core.text(of: wrapped, key: nil))
    let root = document.root
    if root.kind == .null
      || root.count == 1 && document.isKey(at: 1, equalTo: nestedOptionalKey) && root.kind == .object
    {
      core.sink.beginObject()
      core.sink.key(nestedOptionalKey)
      core.sink.raw(document)
      core.sink.endObject()
    } else {
      core.sink.raw(document)
    }
  }
}

/// The key around what an optional of an optional wraps, where that could be taken for something else.
let nestedOptionalKey = "$some"

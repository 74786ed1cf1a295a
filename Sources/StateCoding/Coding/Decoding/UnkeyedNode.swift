import StateTree

/// An unkeyed container: an array, or the keys and values of an object, for which a dictionary's own conformance asks.
struct UnkeyedNode: UnkeyedDecodingContainer {
  // Three words in all: a larger value would not fit into the existential, and move to the heap.
  private let core: DecodingCore
  private let array: UInt32
  private var nextElement: UInt32
  private(set) var currentIndex = 0

  init(core: DecodingCore, position: Int) throws {
    switch core.node(position).kind {
    case .array, .object: break
    default: throw core.mismatch([Any].self, at: position)
    }
    self.core = core
    array = UInt32(truncatingIfNeeded: position)
    nextElement = array + 1
  }

  private var position: Int { Int(array) }
  private var next: Int { Int(nextElement) }

  var codingPath: [any CodingKey] { core.path(to: position) }
  var count: Int? { size }
  var isAtEnd: Bool { currentIndex >= size }
  private var isObject: Bool { core.node(position).kind == .object }
  private var size: Int { Int(core.node(position).count) * (isObject ? 2 : 1) }

  /// Decodes the next element, and moves past it only on success.
  private mutating func take<Value>(_ type: Value.Type, _ body: (Int) throws -> Value) throws -> Value {
    guard !isAtEnd else { throw endOfArray(type) }
    let isKey = isObject && currentIndex.isMultiple(of: 2)
    let value = isKey ? try core.withKey(at: next) { try body(next) } : try body(next)
    nextElement = core.node(next).next
    currentIndex += 1
    return value
  }

  private func endOfArray(_ type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath + [IndexKey(currentIndex)],
      debugDescription: "expected \(type), found the end of the array")
    return DecodingError.valueNotFound(type, context)
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd else { throw endOfArray(Any?.self) }
    guard core.node(next).kind == .null else { return false }
    return try take(Bool.self) { _ in true }
  }

  private mutating func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
    try take(type) { [core] in try core.integer(at: $0) }
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try take(type) { [core] in try core.bool(at: $0) } }
  mutating func decode(_ type: String.Type) throws -> String { try take(type) { [core] in try core.string(at: $0) } }
  mutating func decode(_ type: Double.Type) throws -> Double { try take(type) { [core] in try core.double(at: $0) } }
  mutating func decode(_ type: Float.Type) throws -> Float { try take(type) { [core] in try core.float(at: $0) } }
  mutating func decode(_ type: Int.Type) throws -> Int { try take(type) { [core] in try core.integer(at: $0) } }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try take(type) { [core] in try core.decode(type, at: $0) }
  }

  mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    guard !isAtEnd else { return nil }
    return try take(Value?.self) { [core] in try core.decodeIfPresent(type, at: $0) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy _: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try take(KeyedDecodingContainer<NestedKey>.self) { [core] in
      try core.container(keyedBy: NestedKey.self, at: $0)
    }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try take((any UnkeyedDecodingContainer).self) { [core] in try UnkeyedNode(core: core, position: $0) }
  }

  mutating func superDecoder() throws -> any Decoder {
    try take((any Decoder).self) { [core] in NodeDecoder(core: core, position: $0) }
  }
}

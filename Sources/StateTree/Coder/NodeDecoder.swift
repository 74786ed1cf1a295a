/// The `Decoder` that types see: a place in a document.
struct NodeDecoder: Decoder {
  let core: DecodingCore
  let position: Int

  var codingPath: [any CodingKey] { core.path(to: position) }
  var userInfo: [CodingUserInfoKey: Any] { core.userInfo }

  func container<Key: CodingKey>(keyedBy _: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try KeyedNode<Key>(core: core, position: position))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try UnkeyedNode(core: core, position: position)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    SingleValueNode(core: core, position: position)
  }
}

/// An object whose members are looked up by key.
struct KeyedNode<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let cursor: ObjectCursor

  init(core: DecodingCore, position: Int) throws {
    guard core.node(position).kind == .object else { throw core.mismatch([String: Any].self, at: position) }
    cursor = ObjectCursor(core: core, position: position)
  }

  private var core: DecodingCore { cursor.core }
  private var position: Int { cursor.position }

  var codingPath: [any CodingKey] { core.path(to: position) }

  var allKeys: [Key] {
    var keys: [Key] = []
    var next = position + 1
    for _ in 0..<core.node(position).count {
      if let key = Key(stringValue: core.document.string(at: next)) { keys.append(key) }
      next = Int(core.node(next + 1).next)
    }
    return keys
  }

  private func require(_ key: Key) throws -> Int {
    guard let value = cursor.find(key.stringValue) else {
      let context = DecodingError.Context(
        codingPath: codingPath, debugDescription: "there is no member \(JSONValue.string(key.stringValue).compact)")
      throw DecodingError.keyNotFound(key, context)
    }
    return value
  }

  func contains(_ key: Key) -> Bool { cursor.find(key.stringValue) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { core.node(try require(key)).kind == .null }
  func decode(_: Bool.Type, forKey key: Key) throws -> Bool { try core.bool(at: require(key)) }
  func decode(_: String.Type, forKey key: Key) throws -> String { try core.string(at: require(key)) }
  func decode(_: Double.Type, forKey key: Key) throws -> Double { try core.double(at: require(key)) }
  func decode(_: Float.Type, forKey key: Key) throws -> Float { try core.float(at: require(key)) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try core.integer(type, at: require(key)) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try core.integer(type, at: require(key)) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try core.integer(type, at: require(key)) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try core.integer(type, at: require(key)) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try core.integer(type, at: require(key)) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try core.integer(type, at: require(key)) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try core.integer(type, at: require(key)) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try core.integer(type, at: require(key)) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try core.integer(type, at: require(key)) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try core.integer(type, at: require(key)) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try core.integer(type, at: require(key)) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try core.integer(type, at: require(key)) }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try core.decode(type, at: require(key))
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard let value = cursor.find(key.stringValue) else { return nil }
    return try core.decodeIfPresent(type, at: value)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy _: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    KeyedDecodingContainer(try KeyedNode<NestedKey>(core: core, position: require(key)))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try UnkeyedNode(core: core, position: require(key))
  }

  func superDecoder() throws -> any Decoder {
    // As with Foundation, a class without members need not have encoded anything.
    guard let value = cursor.find("super") else { return try core.absent(NameKey("super"), in: position) }
    return NodeDecoder(core: core, position: value)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    guard let value = cursor.find(key.stringValue) else { return try core.absent(key, in: position) }
    return NodeDecoder(core: core, position: value)
  }
}

/// An array whose elements are taken one after the other.
struct UnkeyedNode: UnkeyedDecodingContainer {
  let core: DecodingCore
  let position: Int
  private var next: Int
  private(set) var currentIndex = 0

  init(core: DecodingCore, position: Int) throws {
    guard core.node(position).kind == .array else { throw core.mismatch([Any].self, at: position) }
    self.core = core
    self.position = position
    next = position + 1
  }

  var codingPath: [any CodingKey] { core.path(to: position) }
  var count: Int? { Int(core.node(position).count) }
  var isAtEnd: Bool { currentIndex >= Int(core.node(position).count) }

  /// Decodes the next element, and goes past it only if that succeeds.
  private mutating func take<Value>(_ type: Value.Type, _ body: (Int) throws -> Value) throws -> Value {
    guard !isAtEnd else { throw endOfArray(type) }
    let value = try body(next)
    next = Int(core.node(next).next)
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

  mutating func decode(_ type: Bool.Type) throws -> Bool { try take(type) { [core] in try core.bool(at: $0) } }
  mutating func decode(_ type: String.Type) throws -> String { try take(type) { [core] in try core.string(at: $0) } }
  mutating func decode(_ type: Double.Type) throws -> Double { try take(type) { [core] in try core.double(at: $0) } }
  mutating func decode(_ type: Float.Type) throws -> Float { try take(type) { [core] in try core.float(at: $0) } }
  mutating func decode(_ type: Int.Type) throws -> Int { try take(type) { [core] in try core.integer(type, at: $0) } }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try take(type) { [core] in try core.integer(type, at: $0) } }
  mutating func decode(_ type: Int16.Type) throws -> Int16 {
    try take(type) { [core] in try core.integer(type, at: $0) }
  }
  mutating func decode(_ type: Int32.Type) throws -> Int32 {
    try take(type) { [core] in try core.integer(type, at: $0) }
  }
  mutating func decode(_ type: Int64.Type) throws -> Int64 {
    try take(type) { [core] in try core.integer(type, at: $0) }
  }
  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    try take(type) { [core] in try core.integer(type, at: $0) }
  }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try take(type) { [core] in try core.integer(type, at: $0) } }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
    try take(type) { [core] in try core.integer(type, at: $0) }
  }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
    try take(type) { [core] in try core.integer(type, at: $0) }
  }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
    try take(type) { [core] in try core.integer(type, at: $0) }
  }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
    try take(type) { [core] in try core.integer(type, at: $0) }
  }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    try take(type) { [core] in try core.integer(type, at: $0) }
  }
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
      KeyedDecodingContainer(try KeyedNode<NestedKey>(core: core, position: $0))
    }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try take((any UnkeyedDecodingContainer).self) { [core] in try UnkeyedNode(core: core, position: $0) }
  }

  mutating func superDecoder() throws -> any Decoder {
    try take((any Decoder).self) { [core] in NodeDecoder(core: core, position: $0) }
  }
}

/// A value taken as a whole.
struct SingleValueNode: SingleValueDecodingContainer {
  let core: DecodingCore
  let position: Int

  var codingPath: [any CodingKey] { core.path(to: position) }

  func decodeNil() -> Bool { core.node(position).kind == .null }
  func decode(_: Bool.Type) throws -> Bool { try core.bool(at: position) }
  func decode(_: String.Type) throws -> String { try core.string(at: position) }
  func decode(_: Double.Type) throws -> Double { try core.double(at: position) }
  func decode(_: Float.Type) throws -> Float { try core.float(at: position) }
  func decode(_ type: Int.Type) throws -> Int { try core.integer(type, at: position) }
  func decode(_ type: Int8.Type) throws -> Int8 { try core.integer(type, at: position) }
  func decode(_ type: Int16.Type) throws -> Int16 { try core.integer(type, at: position) }
  func decode(_ type: Int32.Type) throws -> Int32 { try core.integer(type, at: position) }
  func decode(_ type: Int64.Type) throws -> Int64 { try core.integer(type, at: position) }
  func decode(_ type: Int128.Type) throws -> Int128 { try core.integer(type, at: position) }
  func decode(_ type: UInt.Type) throws -> UInt { try core.integer(type, at: position) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try core.integer(type, at: position) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try core.integer(type, at: position) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try core.integer(type, at: position) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try core.integer(type, at: position) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try core.integer(type, at: position) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try core.decode(type, at: position) }
}

import StateTree

/// A keyed container: an object.
struct KeyedNode<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let source: KeyedSource

  init(source: KeyedSource) { self.source = source }

  var codingPath: [any CodingKey] { source.core._withUnsafeGuaranteedRef { $0.path(to: source.position) } }

  var allKeys: [Key] {
    source.core._withUnsafeGuaranteedRef { core in
      let object = source.position
      // Enums request all keys to check that they are one.
      if core.node(object).count == 1, !core.node(object + 1).isEscaped {
        let keys = source.singleKeys.keys(named: core.view.raw(at: object + 1)) {
          Key(stringValue: $0).map { [$0] } ?? []
        }
        // `isEmpty` is a collection's: the runtime would look up the type of this array for each enum.
        if keys.count == 0 { core.noteUnmatched(Key.self, in: object) }
        return keys
      }
      return keys(of: object, core)
    }
  }

  @inline(never)
  private func keys(of object: Int, _ core: DecodingCore) -> [Key] {
    var keys: [Key] = []
    keys.reserveCapacity(Int(core.node(object).count))
    var next = object + 1
    for _ in 0..<core.node(object).count {
      if let key = Key(stringValue: core.view.string(at: next)) { keys.append(key) }
      next = Int(core.node(next + 1).next)
    }
    return keys
  }

  func contains(_ key: Key) -> Bool {
    source.core._withUnsafeGuaranteedRef { $0.find(key, source, goingOn: false) != nil }
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    try source.core._withUnsafeGuaranteedRef { core in
      guard let value = core.find(key, source, goingOn: false) else { throw core.missing(key, in: source.position) }
      return core.view.nodes[value].kind == .null
    }
  }
  func decode(_: Bool.Type, forKey key: Key) throws -> Bool {
    try source.core._withUnsafeGuaranteedRef { try $0.bool(at: $0.position(of: key, source)) }
  }
  func decode(_: String.Type, forKey key: Key) throws -> String {
    try source.core._withUnsafeGuaranteedRef { try $0.string(at: $0.position(of: key, source)) }
  }
  func decode(_: Double.Type, forKey key: Key) throws -> Double {
    try source.core._withUnsafeGuaranteedRef { try $0.double(at: $0.position(of: key, source)) }
  }
  func decode(_: Float.Type, forKey key: Key) throws -> Float {
    try source.core._withUnsafeGuaranteedRef { try $0.float(at: $0.position(of: key, source)) }
  }
  func decode(_: Int.Type, forKey key: Key) throws -> Int {
    try source.core._withUnsafeGuaranteedRef { try $0.integer(at: $0.position(of: key, source)) }
  }
  func decode(_: Int8.Type, forKey key: Key) throws -> Int8 {
    try source.core._withUnsafeGuaranteedRef { try $0.integer(at: $0.position(of: key, source)) }
  }
  func decode(_: Int16.Type, forKey key: Key) throws -> Int16 {
    try source.core._withUnsafeGuaranteedRef { try $0.integer(at: $0.position(of: key, source)) }
  }
  func decode(_: Int32.Type, forKey key: Key) throws -> Int32 {
    try source.core._withUnsafeGuaranteedRef { try $0.integer(at: $0.position(of: key, source)) }
  }
  func decode(_: Int64.Type, forKey key: Key) throws -> Int64 {
    try source.core._withUnsafeGuaranteedRef { try $0.integer(at: $0.position(of: key, source)) }
  }
  func decode(_: Int128.Type, forKey key: Key) throws -> Int128 {
    try source.core._withUnsafeGuaranteedRef { try $0.integer(at: $0.position(of: key, source)) }
  }
  func decode(_: UInt.Type, forKey key: Key) throws -> UInt {
    try source.core._withUnsafeGuaranteedRef { try $0.integer(at: $0.position(of: key, source)) }
  }
  func decode(_: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try source.core._withUnsafeGuaranteedRef { try $0.integer(at: $0.position(of: key, source)) }
  }
  func decode(_: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try source.core._withUnsafeGuaranteedRef { try $0.integer(at: $0.position(of: key, source)) }
  }
  func decode(_: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try source.core._withUnsafeGuaranteedRef { try $0.integer(at: $0.position(of: key, source)) }
  }
  func decode(_: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try source.core._withUnsafeGuaranteedRef { try $0.integer(at: $0.position(of: key, source)) }
  }
  func decode(_: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try source.core._withUnsafeGuaranteedRef { try $0.integer(at: $0.position(of: key, source)) }
  }
  func decode<Value: Decodable>(_: Value.Type, forKey key: Key) throws -> Value {
    try source.core._withUnsafeGuaranteedRef { try $0.decode(Value.self, at: $0.position(of: key, source)) }
  }

  func decodeIfPresent(_: Bool.Type, forKey key: Key) throws -> Bool? {
    try source.core._withUnsafeGuaranteedRef { try $0.presentPosition(of: key, source).map($0.bool) }
  }
  func decodeIfPresent(_: String.Type, forKey key: Key) throws -> String? {
    try source.core._withUnsafeGuaranteedRef { try $0.presentPosition(of: key, source).map($0.string) }
  }
  func decodeIfPresent(_: Double.Type, forKey key: Key) throws -> Double? {
    try source.core._withUnsafeGuaranteedRef { try $0.presentPosition(of: key, source).map($0.double) }
  }
  func decodeIfPresent(_: Float.Type, forKey key: Key) throws -> Float? {
    try source.core._withUnsafeGuaranteedRef { try $0.presentPosition(of: key, source).map($0.float) }
  }
  func decodeIfPresent(_: Int.Type, forKey key: Key) throws -> Int? {
    try source.core._withUnsafeGuaranteedRef { try $0.presentPosition(of: key, source).map($0.integer) }
  }
  func decodeIfPresent(_: Int8.Type, forKey key: Key) throws -> Int8? {
    try source.core._withUnsafeGuaranteedRef { try $0.presentPosition(of: key, source).map($0.integer) }
  }
  func decodeIfPresent(_: Int16.Type, forKey key: Key) throws -> Int16? {
    try source.core._withUnsafeGuaranteedRef { try $0.presentPosition(of: key, source).map($0.integer) }
  }
  func decodeIfPresent(_: Int32.Type, forKey key: Key) throws -> Int32? {
    try source.core._withUnsafeGuaranteedRef { try $0.presentPosition(of: key, source).map($0.integer) }
  }
  func decodeIfPresent(_: Int64.Type, forKey key: Key) throws -> Int64? {
    try source.core._withUnsafeGuaranteedRef { try $0.presentPosition(of: key, source).map($0.integer) }
  }
  func decodeIfPresent(_: Int128.Type, forKey key: Key) throws -> Int128? {
    try source.core._withUnsafeGuaranteedRef { try $0.presentPosition(of: key, source).map($0.integer) }
  }
  func decodeIfPresent(_: UInt.Type, forKey key: Key) throws -> UInt? {
    try source.core._withUnsafeGuaranteedRef { try $0.presentPosition(of: key, source).map($0.integer) }
  }
  func decodeIfPresent(_: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try source.core._withUnsafeGuaranteedRef { try $0.presentPosition(of: key, source).map($0.integer) }
  }
  func decodeIfPresent(_: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try source.core._withUnsafeGuaranteedRef { try $0.presentPosition(of: key, source).map($0.integer) }
  }
  func decodeIfPresent(_: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try source.core._withUnsafeGuaranteedRef { try $0.presentPosition(of: key, source).map($0.integer) }
  }
  func decodeIfPresent(_: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try source.core._withUnsafeGuaranteedRef { try $0.presentPosition(of: key, source).map($0.integer) }
  }
  func decodeIfPresent(_: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try source.core._withUnsafeGuaranteedRef { try $0.presentPosition(of: key, source).map($0.integer) }
  }
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try source.core._withUnsafeGuaranteedRef { core in
      guard let position = core.find(key, source) else { return nil }
      return try core.decodeIfPresent(type, at: position)
    }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try source.core._withUnsafeGuaranteedRef { try $0.container(keyedBy: type, at: $0.position(of: key, source)) }
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try source.core._withUnsafeGuaranteedRef { try UnkeyedNode(core: $0, position: $0.position(of: key, source)) }
  }

  func superDecoder() throws -> any Decoder { try superDecoder(at: NameKey("super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder(at: key) }

  private func superDecoder(at key: some CodingKey) throws -> any Decoder {
    try source.core._withUnsafeGuaranteedRef { core in
      // Like with Foundation, a class without members may encode nothing.
      guard let value = core.value(of: key.stringValue, in: source.position) else {
        return try core.absent(key, in: source.position)
      }
      return NodeDecoder(core: core, position: value)
    }
  }
}

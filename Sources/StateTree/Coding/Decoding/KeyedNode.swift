/// A keyed container: an object.
struct KeyedNode<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let source: KeyedSource

  init(source: KeyedSource) { self.source = source }

  var codingPath: [any CodingKey] { source.withCore { $0.path(to: source.position) } }

  var allKeys: [Key] {
    source.withCore { core in
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

  func contains(_ key: Key) -> Bool { withMember(key, goingOn: false) { _, value in value != nil } }

  func decodeNil(forKey key: Key) throws -> Bool { try withValue(key, goingOn: false) { $0.node($1).kind == .null } }
  func decode(_: Bool.Type, forKey key: Key) throws -> Bool { try withValue(key) { try $0.bool(at: $1) } }
  func decode(_: String.Type, forKey key: Key) throws -> String { try withValue(key) { try $0.string(at: $1) } }
  func decode(_: Double.Type, forKey key: Key) throws -> Double { try withValue(key) { try $0.double(at: $1) } }
  func decode(_: Float.Type, forKey key: Key) throws -> Float { try withValue(key) { try $0.float(at: $1) } }
  func decode(_: Int.Type, forKey key: Key) throws -> Int { try withValue(key) { try $0.integer(at: $1) } }
  func decode(_: Int8.Type, forKey key: Key) throws -> Int8 { try withValue(key) { try $0.integer(at: $1) } }
  func decode(_: Int16.Type, forKey key: Key) throws -> Int16 { try withValue(key) { try $0.integer(at: $1) } }
  func decode(_: Int32.Type, forKey key: Key) throws -> Int32 { try withValue(key) { try $0.integer(at: $1) } }
  func decode(_: Int64.Type, forKey key: Key) throws -> Int64 { try withValue(key) { try $0.integer(at: $1) } }
  func decode(_: Int128.Type, forKey key: Key) throws -> Int128 { try withValue(key) { try $0.integer(at: $1) } }
  func decode(_: UInt.Type, forKey key: Key) throws -> UInt { try withValue(key) { try $0.integer(at: $1) } }
  func decode(_: UInt8.Type, forKey key: Key) throws -> UInt8 { try withValue(key) { try $0.integer(at: $1) } }
  func decode(_: UInt16.Type, forKey key: Key) throws -> UInt16 { try withValue(key) { try $0.integer(at: $1) } }
  func decode(_: UInt32.Type, forKey key: Key) throws -> UInt32 { try withValue(key) { try $0.integer(at: $1) } }
  func decode(_: UInt64.Type, forKey key: Key) throws -> UInt64 { try withValue(key) { try $0.integer(at: $1) } }
  func decode(_: UInt128.Type, forKey key: Key) throws -> UInt128 { try withValue(key) { try $0.integer(at: $1) } }
  func decode<Value: Decodable>(_: Value.Type, forKey key: Key) throws -> Value {
    try withValue(key) { try $0.decode(Value.self, at: $1) }
  }

  func decodeIfPresent(_: Bool.Type, forKey key: Key) throws -> Bool? { try ifPresent(key) { try $0.bool(at: $1) } }
  func decodeIfPresent(_: String.Type, forKey key: Key) throws -> String? {
    try ifPresent(key) { try $0.string(at: $1) }
  }
  func decodeIfPresent(_: Double.Type, forKey key: Key) throws -> Double? {
    try ifPresent(key) { try $0.double(at: $1) }
  }
  func decodeIfPresent(_: Float.Type, forKey key: Key) throws -> Float? { try ifPresent(key) { try $0.float(at: $1) } }
  func decodeIfPresent(_: Int.Type, forKey key: Key) throws -> Int? { try ifPresent(key) { try $0.integer(at: $1) } }
  func decodeIfPresent(_: Int8.Type, forKey key: Key) throws -> Int8? { try ifPresent(key) { try $0.integer(at: $1) } }
  func decodeIfPresent(_: Int16.Type, forKey key: Key) throws -> Int16? {
    try ifPresent(key) { try $0.integer(at: $1) }
  }
  func decodeIfPresent(_: Int32.Type, forKey key: Key) throws -> Int32? {
    try ifPresent(key) { try $0.integer(at: $1) }
  }
  func decodeIfPresent(_: Int64.Type, forKey key: Key) throws -> Int64? {
    try ifPresent(key) { try $0.integer(at: $1) }
  }
  func decodeIfPresent(_: Int128.Type, forKey key: Key) throws -> Int128? {
    try ifPresent(key) { try $0.integer(at: $1) }
  }
  func decodeIfPresent(_: UInt.Type, forKey key: Key) throws -> UInt? { try ifPresent(key) { try $0.integer(at: $1) } }
  func decodeIfPresent(_: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try ifPresent(key) { try $0.integer(at: $1) }
  }
  func decodeIfPresent(_: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try ifPresent(key) { try $0.integer(at: $1) }
  }
  func decodeIfPresent(_: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try ifPresent(key) { try $0.integer(at: $1) }
  }
  func decodeIfPresent(_: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try ifPresent(key) { try $0.integer(at: $1) }
  }
  func decodeIfPresent(_: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try ifPresent(key) { try $0.integer(at: $1) }
  }
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try withMember(key) { core, value in try value.flatMap { try core.decodeIfPresent(type, at: $0) } }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try withValue(key) { try $0.container(keyedBy: type, at: $1) }
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try withValue(key) { try UnkeyedNode(core: $0, position: $1) }
  }

  func superDecoder() throws -> any Decoder { try superDecoder(at: NameKey("super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder(at: key) }

  private func superDecoder(at key: some CodingKey) throws -> any Decoder {
    try source.withCore { core in
      // Like with Foundation, a class without members may encode nothing.
      guard let value = core.value(of: key.stringValue, in: source.position) else {
        return try core.absent(key, in: source.position)
      }
      return NodeDecoder(core: core, position: value)
    }
  }

  // MARK: Members

  /// Calls the body with the position of a member's value, or `nil`.
  ///
  /// `goingOn` means that the next look-up is expected for the next member, not for this one again.
  @inline(__always)
  private func withMember<Result>(
    _ key: Key, goingOn: Bool = true, _ body: (DecodingCore, Int?) throws -> Result
  ) rethrows -> Result {
    try source.withCore { core in
      try body(core, core.value(of: key.stringValue, in: source.position, goingOn: goingOn))
    }
  }

  /// Calls the body with the position of a member's value, which must exist.
  @inline(__always)
  private func withValue<Result>(
    _ key: Key, goingOn: Bool = true, _ body: (DecodingCore, Int) throws -> Result
  ) throws -> Result {
    try withMember(key, goingOn: goingOn) { core, value in
      guard let value else { throw core.missing(key, in: source.position) }
      return try body(core, value)
    }
  }

  /// Calls the body with the position of a member's value, if it exists and isn't `null`.
  @inline(__always)
  private func ifPresent<Result>(_ key: Key, _ body: (DecodingCore, Int) throws -> Result) rethrows -> Result? {
    try withMember(key) { core, value in
      guard let value, core.node(value).kind != .null else { return nil }
      return try body(core, value)
    }
  }
}

import StateTree

/// The `Decoder` that types see: a position in a document.
package struct NodeDecoder: Decoder {
  let core: DecodingCore
  let position: Int

  package var codingPath: [any CodingKey] { core.path(to: position) }
  package var userInfo: [CodingUserInfoKey: Any] { core.userInfo }

  package func container<Key: CodingKey>(keyedBy _: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try core.container(keyedBy: Key.self, at: position)
  }

  /// The number of members of an object under a key. A container only has their keys, each of which takes a string.
  package func memberCount(of key: String) -> Int? {
    guard core.node(position).kind == .object, let object = core.value(of: key, in: position, goingOn: false),
      core.node(object).kind == .object
    else { return nil }
    return Int(core.node(object).count)
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try UnkeyedNode(core: core, position: position)
  }

  package func singleValueContainer() -> any SingleValueDecodingContainer {
    SingleValueNode(core: core, position: position)
  }
}

/// A single-value container.
struct SingleValueNode: SingleValueDecodingContainer {
  let core: DecodingCore
  let position: Int

  var codingPath: [any CodingKey] { core.path(to: position) }

  func decodeNil() -> Bool { core.node(position).kind == .null }
  func decode(_: Bool.Type) throws -> Bool { try core.bool(at: position) }
  func decode(_: String.Type) throws -> String { try core.string(at: position) }
  func decode(_: Double.Type) throws -> Double { try core.double(at: position) }
  func decode(_: Float.Type) throws -> Float { try core.float(at: position) }
  func decode(_: Int.Type) throws -> Int { try core.integer(at: position) }
  func decode(_: Int8.Type) throws -> Int8 { try core.integer(at: position) }
  func decode(_: Int16.Type) throws -> Int16 { try core.integer(at: position) }
  func decode(_: Int32.Type) throws -> Int32 { try core.integer(at: position) }
  func decode(_: Int64.Type) throws -> Int64 { try core.integer(at: position) }
  func decode(_: Int128.Type) throws -> Int128 { try core.integer(at: position) }
  func decode(_: UInt.Type) throws -> UInt { try core.integer(at: position) }
  func decode(_: UInt8.Type) throws -> UInt8 { try core.integer(at: position) }
  func decode(_: UInt16.Type) throws -> UInt16 { try core.integer(at: position) }
  func decode(_: UInt32.Type) throws -> UInt32 { try core.integer(at: position) }
  func decode(_: UInt64.Type) throws -> UInt64 { try core.integer(at: position) }
  func decode(_: UInt128.Type) throws -> UInt128 { try core.integer(at: position) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try core.decode(type, at: position) }
}

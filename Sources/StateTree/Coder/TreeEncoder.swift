#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value that is being put together, with references to its parts so that they can be written in any order.
final class TreeNode {
  private enum Content {
    case nothing
    case value(JSONValue)
    case array([TreeNode])
    case object([(key: String, node: TreeNode)])
  }

  private var content = Content.nothing

  func set(_ value: JSONValue) { content = .value(value) }

  /// Makes the node an array, unless it is one already, and adds an element.
  func appendElement() -> TreeNode {
    let element = TreeNode()
    if case .array(var elements) = content {
      // Let go of the array first: it is then extended in place.
      content = .nothing
      elements.append(element)
      content = .array(elements)
    } else {
      content = .array([element])
    }
    return element
  }

  /// Makes the node an object, unless it is one already, and finds or adds a member; one that is there is emptied.
  func member(_ key: String, keeping: Bool = false) -> TreeNode {
    var members: [(key: String, node: TreeNode)] = []
    if case .object(let own) = content { members = own }
    if let position = members.firstIndex(where: { $0.key.hasSameBytes(as: key) }) {
      if !keeping { members[position].node.content = .nothing }
      return members[position].node
    }
    let node = TreeNode()
    content = .nothing
    members.append((key, node))
    content = .object(members)
    return node
  }

  func beginArray() {
    if case .array = content { return }
    content = .array([])
  }

  func beginObject() {
    if case .object = content { return }
    content = .object([])
  }

  var elementCount: Int {
    if case .array(let elements) = content { elements.count } else { 0 }
  }

  var isEmpty: Bool {
    if case .nothing = content { true } else { false }
  }

  var value: JSONValue {
    switch content {
    case .nothing: .object(JSONObject())
    case .value(let value): value
    case .array(let elements): .array(elements.map(\.value))
    case .object(let members): .object(JSONObject(members.map { ($0.key, $0.node.value) }))
    }
  }
}

/// The encoder that allows everything `Encoder` does, in any order: what a stream can't do goes through it.
struct TreeEncoder: Encoder {
  let node: TreeNode
  let codingPath: [any CodingKey]
  let streamUserInfo: [CodingUserInfoKey: any Sendable]

  var userInfo: [CodingUserInfoKey: Any] { streamUserInfo }

  func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedEncodingContainer<Key> {
    node.beginObject()
    return KeyedEncodingContainer(TreeKeyedContainer<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.beginArray()
    return TreeUnkeyedContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    TreeSingleValueContainer(encoder: self)
  }

  func nested(_ node: TreeNode, _ key: any CodingKey) -> TreeEncoder {
    TreeEncoder(node: node, codingPath: codingPath + [key], streamUserInfo: streamUserInfo)
  }

  /// Encodes a whole value into the node.
  func encode<Value: Encodable>(_ value: Value) throws {
    guard codingPath.count < JSONLimits.default.depth else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: codingPath, debugDescription: "the value nests deeper than \(JSONLimits.default.depth) levels"))
    }
    switch EncodingStrategy(Value.self) {
    case .plain, .keepingHash: try value.encode(to: self)
    default: node.set(try JSONValue(parsing: StateEncoder(userInfo: streamUserInfo).encode(value)))
    }
    if node.isEmpty { node.beginObject() }
  }

  /// Puts a scalar into the node, in the form that the stream gives it.
  func scalar(_ write: (inout TextSink) -> Void) throws {
    var sink = TextSink()
    write(&sink)
    node.set(try JSONValue(parsing: sink.output))
  }
}

private struct TreeKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: TreeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  private func place(_ key: Key) -> TreeEncoder {
    encoder.nested(encoder.node.member(key.stringValue), key)
  }

  func encodeNil(forKey key: Key) throws { place(key).node.set(.null) }
  func encode(_ value: Bool, forKey key: Key) throws { place(key).node.set(.bool(value)) }
  func encode(_ value: String, forKey key: Key) throws { place(key).node.set(.string(value)) }
  func encode(_ value: Double, forKey key: Key) throws { try place(key).scalar { $0.floatingPoint(value) } }
  func encode(_ value: Float, forKey key: Key) throws { try place(key).scalar { $0.floatingPoint(value) } }
  func encode(_ value: Int, forKey key: Key) throws { place(key).node.set(.number(JSONNumber(value))) }
  func encode(_ value: Int8, forKey key: Key) throws { place(key).node.set(.number(JSONNumber(value))) }
  func encode(_ value: Int16, forKey key: Key) throws { place(key).node.set(.number(JSONNumber(value))) }
  func encode(_ value: Int32, forKey key: Key) throws { place(key).node.set(.number(JSONNumber(value))) }
  func encode(_ value: Int64, forKey key: Key) throws { place(key).node.set(.number(JSONNumber(value))) }
  func encode(_ value: Int128, forKey key: Key) throws { place(key).node.set(.number(JSONNumber(value))) }
  func encode(_ value: UInt, forKey key: Key) throws { place(key).node.set(.number(JSONNumber(value))) }
  func encode(_ value: UInt8, forKey key: Key) throws { place(key).node.set(.number(JSONNumber(value))) }
  func encode(_ value: UInt16, forKey key: Key) throws { place(key).node.set(.number(JSONNumber(value))) }
  func encode(_ value: UInt32, forKey key: Key) throws { place(key).node.set(.number(JSONNumber(value))) }
  func encode(_ value: UInt64, forKey key: Key) throws { place(key).node.set(.number(JSONNumber(value))) }
  func encode(_ value: UInt128, forKey key: Key) throws { place(key).node.set(.number(JSONNumber(value))) }
  func encode(_ value: some Encodable, forKey key: Key) throws { try place(key).encode(value) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder.nested(encoder.node.member(key.stringValue, keeping: true), key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.nested(encoder.node.member(key.stringValue, keeping: true), key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    encoder.nested(encoder.node.member("super"), NameKey("super"))
  }

  func superEncoder(forKey key: Key) -> any Encoder { place(key) }
}

private struct TreeUnkeyedContainer: UnkeyedEncodingContainer {
  let encoder: TreeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.node.elementCount }

  private func place() -> TreeEncoder {
    let index = count
    return encoder.nested(encoder.node.appendElement(), IndexKey(index))
  }

  func encodeNil() throws { place().node.set(.null) }
  func encode(_ value: Bool) throws { place().node.set(.bool(value)) }
  func encode(_ value: String) throws { place().node.set(.string(value)) }
  func encode(_ value: Double) throws { try place().scalar { $0.floatingPoint(value) } }
  func encode(_ value: Float) throws { try place().scalar { $0.floatingPoint(value) } }
  func encode(_ value: Int) throws { place().node.set(.number(JSONNumber(value))) }
  func encode(_ value: Int8) throws { place().node.set(.number(JSONNumber(value))) }
  func encode(_ value: Int16) throws { place().node.set(.number(JSONNumber(value))) }
  func encode(_ value: Int32) throws { place().node.set(.number(JSONNumber(value))) }
  func encode(_ value: Int64) throws { place().node.set(.number(JSONNumber(value))) }
  func encode(_ value: Int128) throws { place().node.set(.number(JSONNumber(value))) }
  func encode(_ value: UInt) throws { place().node.set(.number(JSONNumber(value))) }
  func encode(_ value: UInt8) throws { place().node.set(.number(JSONNumber(value))) }
  func encode(_ value: UInt16) throws { place().node.set(.number(JSONNumber(value))) }
  func encode(_ value: UInt32) throws { place().node.set(.number(JSONNumber(value))) }
  func encode(_ value: UInt64) throws { place().node.set(.number(JSONNumber(value))) }
  func encode(_ value: UInt128) throws { place().node.set(.number(JSONNumber(value))) }
  func encode(_ value: some Encodable) throws { try place().encode(value) }

  func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
    place().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { place().unkeyedContainer() }
  func superEncoder() -> any Encoder { place() }
}

private struct TreeSingleValueContainer: SingleValueEncodingContainer {
  let encoder: TreeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() throws { encoder.node.set(.null) }
  func encode(_ value: Bool) throws { encoder.node.set(.bool(value)) }
  func encode(_ value: String) throws { encoder.node.set(.string(value)) }
  func encode(_ value: Double) throws { try encoder.scalar { $0.floatingPoint(value) } }
  func encode(_ value: Float) throws { try encoder.scalar { $0.floatingPoint(value) } }
  func encode(_ value: Int) throws { encoder.node.set(.number(JSONNumber(value))) }
  func encode(_ value: Int8) throws { encoder.node.set(.number(JSONNumber(value))) }
  func encode(_ value: Int16) throws { encoder.node.set(.number(JSONNumber(value))) }
  func encode(_ value: Int32) throws { encoder.node.set(.number(JSONNumber(value))) }
  func encode(_ value: Int64) throws { encoder.node.set(.number(JSONNumber(value))) }
  func encode(_ value: Int128) throws { encoder.node.set(.number(JSONNumber(value))) }
  func encode(_ value: UInt) throws { encoder.node.set(.number(JSONNumber(value))) }
  func encode(_ value: UInt8) throws { encoder.node.set(.number(JSONNumber(value))) }
  func encode(_ value: UInt16) throws { encoder.node.set(.number(JSONNumber(value))) }
  func encode(_ value: UInt32) throws { encoder.node.set(.number(JSONNumber(value))) }
  func encode(_ value: UInt64) throws { encoder.node.set(.number(JSONNumber(value))) }
  func encode(_ value: UInt128) throws { encoder.node.set(.number(JSONNumber(value))) }
  func encode(_ value: some Encodable) throws { try encoder.encode(value) }
}

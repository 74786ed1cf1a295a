import StateTree

/// What a value gives its encoder, one level deep: the parts as they are handed over, not what becomes of them.
final class EncodedParts {
  /// What is handed over.
  enum Part {
    case value(any Encodable)
    /// A null, or an optional that holds nothing.
    case null
    /// A container of its own, which the value fills.
    case container(EncodedParts)
  }

  /// What the value turned out to be.
  enum Form { case empty, single, keyed, unkeyed }

  /// How many members or elements are kept: a value may write as many as it likes.
  static let limit = 256

  private(set) var form = Form.empty
  /// The members in the order in which they came; where a key comes twice, the last.
  private(set) var members: [(key: String, part: Part)] = []
  /// Where they are, by their keys.
  private var positions: [String: Int] = [:]
  private(set) var elements: [Part] = []
  private(set) var elementCount = 0
  /// Whether there were more of them than are kept.
  private(set) var isCut = false
  /// The types of the keys that it writes under.
  private(set) var keyTypes: [any CodingKey.Type] = []

  /// Takes the parts of a value.
  ///
  /// - Throws: What its `encode(to:)` throws.
  static func of(_ value: some Encodable) throws -> EncodedParts {
    let parts = EncodedParts()
    try value.encode(to: PartsEncoder(parts: parts, codingPath: []))
    return parts
  }

  /// Whether the value's type says under which names its members are encoded.
  var hasOwnNames: Bool { keyTypes.contains { !hasOpenKeys($0) } }

  /// Whether the value's type lists a name. One that any other text could stand for is data.
  func knows(_ name: String) -> Bool {
    keyTypes.contains { type in
      guard let key = type.init(stringValue: name) else { return false }
      let mirror = Mirror(reflecting: key)
      return mirror.displayStyle == .enum && mirror.children.isEmpty
    }
  }

  /// A name as it may be told.
  func told(_ name: String) -> String { knows(name) ? name : "*" }

  fileprivate func begin(_ form: Form) { if self.form == .empty { self.form = form } }

  fileprivate func note(_ type: any CodingKey.Type) {
    begin(.keyed)
    if !keyTypes.contains(where: { $0 == type }) { keyTypes.append(type) }
  }

  fileprivate func set(_ key: String, _ part: Part) {
    if let index = positions[key] { return members[index].part = part }
    guard members.count < EncodedParts.limit else { return isCut = true }
    positions[key] = members.count
    members.append((key, part))
  }

  fileprivate func append(_ part: @autoclosure () -> Part) {
    elementCount += 1
    guard elements.count < EncodedParts.limit else { return isCut = true }
    elements.append(part())
  }

  fileprivate func set(_ part: Part) {
    begin(.single)
    elements = [part]
  }

  /// A container that the value fills under a key: the one that is there already, if it has been begun.
  fileprivate func container(_ key: String) -> EncodedParts {
    if let index = positions[key], case .container(let parts) = members[index].part { return parts }
    let parts = EncodedParts()
    set(key, .container(parts))
    return parts
  }

  fileprivate func appendedContainer() -> EncodedParts {
    let parts = EncodedParts()
    append(.container(parts))
    return parts
  }
}

/// An encoder that keeps what it is given.
private struct PartsEncoder: Encoder {
  let parts: EncodedParts
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    parts.note(type)
    return KeyedEncodingContainer(KeyedParts<Key>(parts: parts, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    parts.begin(.unkeyed)
    return UnkeyedParts(parts: parts, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleParts(parts: parts, codingPath: codingPath)
  }
}

private struct KeyedParts<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let parts: EncodedParts
  let codingPath: [any CodingKey]

  private func nested(_ key: any CodingKey) -> PartsEncoder {
    PartsEncoder(parts: parts.container(key.stringValue), codingPath: codingPath + [key])
  }

  func encodeNil(forKey key: Key) { parts.set(key.stringValue, .null) }
  func encode(_ value: some Encodable, forKey key: Key) { parts.set(key.stringValue, .value(value)) }

  /// That there is nothing under a key tells that there can be something.
  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) {
    parts.set(key.stringValue, value.map { .value($0) } ?? .null)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> { nested(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { nested(key).unkeyedContainer() }
  func superEncoder() -> any Encoder { nested(NameKey("super")) }
  func superEncoder(forKey key: Key) -> any Encoder { nested(key) }
}

private struct UnkeyedParts: UnkeyedEncodingContainer {
  let parts: EncodedParts
  let codingPath: [any CodingKey]

  var count: Int { parts.elementCount }

  private func nested() -> PartsEncoder {
    let key = IndexKey(count)
    return PartsEncoder(parts: parts.appendedContainer(), codingPath: codingPath + [key])
  }

  func encodeNil() { parts.append(.null) }
  func encode(_ value: some Encodable) { parts.append(.value(value)) }

  func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
    nested().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }
  func superEncoder() -> any Encoder { nested() }
}

private struct SingleParts: SingleValueEncodingContainer {
  let parts: EncodedParts
  let codingPath: [any CodingKey]

  func encodeNil() { parts.set(.null) }
  func encode(_ value: some Encodable) { parts.set(.value(value)) }
}

import StateCoding

/// The parts that a value passes to its encoder, one level deep and not encoded.
final class EncodedParts {
  /// A part.
  enum Part {
    case value(any Encodable)
    /// A null, or an empty optional.
    case null
    /// A nested container, which the value fills.
    case container(EncodedParts)
  }

  /// The kind of container that the value uses.
  enum Form { case empty, single, keyed, unkeyed }

  /// The most members or elements that are kept.
  static let limit = 256

  private(set) var form = Form.empty
  /// The members in order; for a repeated key, the last.
  private(set) var members: [(key: String, part: Part)] = []
  /// The indices of the members by their keys.
  private var positions: [String: Int] = [:]
  private(set) var elements: [Part] = []
  private(set) var elementCount = 0
  /// Whether the value wrote more parts than are kept.
  private(set) var isCut = false
  /// The key types that it uses.
  private(set) var keyTypes: [any CodingKey.Type] = []

  /// Collects the parts of a value.
  ///
  /// - Throws: What its `encode(to:)` throws.
  static func of(_ value: some Encodable) throws -> EncodedParts {
    let parts = EncodedParts()
    try value.encode(to: PartsEncoder(parts: parts, codingPath: []))
    return parts
  }

  /// Whether the value's type lists the names of its members.
  var hasOwnNames: Bool { keyTypes.contains { !hasOpenKeys($0) } }

  /// Whether the value's type lists a name. Any other name is data.
  func knows(_ name: String) -> Bool {
    keyTypes.contains { type in
      guard let key = type.init(stringValue: name) else { return false }
      let mirror = Mirror(reflecting: key)
      return mirror.displayStyle == .enum && mirror.children.isEmpty
    }
  }

  /// A name, or `*` if it is data, which the audit must not report.
  func masked(_ name: String) -> String { knows(name) ? name : "*" }

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

  /// The nested container under a key, created if needed.
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

/// An encoder that keeps the parts it receives.
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

  /// Notes an absent value too, because its key is encoded.
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

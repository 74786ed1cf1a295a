import StatePrivacy
import StateTree
import SystemSupport

/// The state that the encoders of a run share.
final class TreeRun {
  let userInfo: [CodingUserInfoKey: any Sendable]
  let rules: RuleSet?
  let normalizesJSON: Bool
  @exclusivity(unchecked) var isTooDeep = false
  /// The number of secrets so far.
  @exclusivity(unchecked) var redactions = 0
  /// Whether the places of secrets are noted.
  let logsRedactions: Bool
  /// The objects in which a name came after the value beside it.
  @exclusivity(unchecked) var latePairs: [TreeNode] = []
  /// Whether it encoded a value that the app marks as redacted.
  @exclusivity(unchecked) var hasRedactedValues = false

  init(
    userInfo: [CodingUserInfoKey: any Sendable], rules: RuleSet?, logsRedactions: Bool = false,
    normalizesJSON: Bool = false
  ) {
    self.userInfo = userInfo
    self.rules = rules
    self.logsRedactions = logsRedactions
    self.normalizesJSON = normalizesJSON
  }
}

/// An encoder that supports all of `Encoder`, in any order; used if streaming fails.
struct TreeEncoder: Encoder {
  let run: TreeRun
  let node: TreeNode
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { run.userInfo }

  func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedEncodingContainer<Key> {
    node.beginObject()
    node.noteKeys(Key.self)
    return KeyedEncodingContainer(TreeKeyedContainer<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.beginArray()
    return TreeUnkeyedContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    TreeSingleValueContainer(encoder: self)
  }

  /// Returns an encoder for a part of the value. Beyond the limit, it discards its values, and the run fails at the
  /// end, because a container can't throw.
  func nested(_ node: TreeNode, _ key: any CodingKey) -> TreeEncoder {
    guard node.depth <= JSONLimits.default.depth else {
      run.isTooDeep = true
      return TreeEncoder(run: run, node: TreeNode(depth: node.depth - 1), codingPath: codingPath)
    }
    run.redact(node, in: self.node, key: key)
    return TreeEncoder(run: run, node: node, codingPath: codingPath + [key])
  }

  /// Encodes a whole value into the node.
  func encode<Value: Encodable>(_ value: Value) throws {
    if node.setStandIn(for: value) { return }
    let strategy = EncodingStrategy(Value.self)
    switch strategy {
    case .plain, .keepingHash, .table: try encodePlainly(value)
    case .optional:
      try encodePlainly(value)
      if (value as? any OptionalType)?.isNil == false { node.encloseNil() }
    default:
      if case .redacted = strategy { run.hasRedactedValues = true }
      let place = EncodingCore.Location(
        path: codingPath, depth: node.depth, isDetached: true, normalizesJSON: run.normalizesJSON, rules: node.place,
        masking: node.masking)
      guard let rules = run.rules else {
        let text = try EncodingSession.withPooled { session in
          try session.text(of: value, userInfo: run.userInfo, at: place, level: 0)
        }
        return node.set(try JSONValue(parsing: text))
      }
      let session = EncodingSession(sharing: rules)
      session.logsRedactions = run.logsRedactions
      let text = try session.text(of: value, userInfo: run.userInfo, at: place, level: 0)
      run.redactions += session.redactions
      node.setFinal(try JSONValue(parsing: text), places: session.redactedPlaces)
    }
  }

  /// Encodes a whole value with its own `encode(to:)`.
  func encodePlainly(_ value: some Encodable) throws {
    guard node.depth <= JSONLimits.default.depth else {
      throw EncodingError.tooDeep(value, at: codingPath)
    }
    guard node.depth <= EncodingCore.freeDepth || Platform.hasStack(for: EncodingCore.stackReserve) else {
      throw EncodingError.exhaustedStack(value, at: codingPath)
    }
    try value.encode(to: self)
    if node.isEmpty { node.beginObject() }
  }

  /// Sets the node to a number, in the stream's form.
  func number(_ write: (inout JSONTextSink) -> Void) throws {
    var sink = JSONTextSink()
    write(&sink)
    let number = try JSONValue(parsing: Array(sink.text))
    if !node.masking.sparesNumber { return node.setFinal(0, redacting: number.hashValue) }
    node.set(number)
  }
}

private struct TreeKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: TreeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  private func place(_ key: Key) -> TreeEncoder {
    encoder.nested(encoder.node.member(key.stringValue), key)
  }

  /// Encodes a member; if it throws, the previous value stays.
  private func insert(_ value: some Encodable, _ key: Key, enclosingNil: Bool = false) throws {
    let node = encoder.node.makeChild()
    try encoder.nested(node, key).encode(value)
    if enclosingNil { node.encloseNil() }
    encoder.node.setMember(key.stringValue, node)
  }

  func encodeNil(forKey key: Key) throws { place(key).node.set(.null) }
  func encode(_ value: Bool, forKey key: Key) throws { place(key).node.set(.bool(value)) }
  func encode(_ value: String, forKey key: Key) throws { place(key).node.set(.string(value)) }
  func encode(_ value: Double, forKey key: Key) throws { try place(key).number { $0.floatingPoint(value) } }
  func encode(_ value: Float, forKey key: Key) throws { try place(key).number { $0.floatingPoint(value) } }
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
  func encode(_ value: some Encodable, forKey key: Key) throws { try insert(value, key) }

  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    guard let value else { return }
    try insert(value, key, enclosingNil: !(Value.self is any OptionalType.Type))
  }

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

  /// Encodes an element; if it throws, none is added.
  private func insert(_ value: some Encodable) throws {
    let node = encoder.node.makeChild()
    try encoder.nested(node, IndexKey(count)).encode(value)
    encoder.node.appendElement(node)
  }

  func encodeNil() throws { place().node.set(.null) }
  func encode(_ value: Bool) throws { place().node.set(.bool(value)) }
  func encode(_ value: String) throws { place().node.set(.string(value)) }
  func encode(_ value: Double) throws { try place().number { $0.floatingPoint(value) } }
  func encode(_ value: Float) throws { try place().number { $0.floatingPoint(value) } }
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
  func encode(_ value: some Encodable) throws { try insert(value) }

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
  func encode(_ value: Double) throws { try encoder.number { $0.floatingPoint(value) } }
  func encode(_ value: Float) throws { try encoder.number { $0.floatingPoint(value) } }
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

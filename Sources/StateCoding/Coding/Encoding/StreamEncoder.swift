import StateTree

/// The `Encoder` that values see while they stream into a sink.
struct StreamEncoder: Encoder {
  let core: EncodingCore
  /// The number of open containers around the value.
  let depth: Int
  let pathCount: Int

  var codingPath: [any CodingKey] { core.readPath(count: pathCount) }
  var userInfo: [CodingUserInfoKey: Any] { core.userInfo }

  func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedEncodingContainer<Key> {
    let core = core
    let serial = core.open(isObject: true, depth: depth)
    if core.sink.isMasking, core.sink.mask != nil { core.hideMembers(of: Key.self, depth: depth) }
    return core.containers.container(keyedBy: Key.self, core: core, depth: depth &+ 1, serial: serial)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    let serial = core.open(isObject: false, depth: depth)
    return UnkeyedStream(core: core, depth: depth + 1, serial: serial)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleValueStream(core: core, depth: depth, pathCount: pathCount)
  }
}

/// A keyed container that writes its members to the sink as they come.
struct KeyedStream<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let place: KeyedCursor

  var codingPath: [any CodingKey] {
    place.core._withUnsafeGuaranteedRef { $0.path(count: place.pathCount, depth: place.depth, serial: place.serial) }
  }

  /// Opens a container under the key.
  @_transparent
  private func push(isObject: Bool, _ key: Key, _ core: EncodingCore) -> Int {
    guard core.key(key, place) else { return 0 }
    return core.push(isObject: isObject, at: EncodingCore.PathStep(key: key))
  }

  func encodeNil(forKey key: Key) { place.core._withUnsafeGuaranteedRef { if $0.key(key, place) { $0.sink.null() } } }
  func encode(_ value: Bool, forKey key: Key) {
    place.core._withUnsafeGuaranteedRef { if $0.key(key, place) { $0.sink.bool(value) } }
  }
  func encode(_ value: String, forKey key: Key) {
    place.core._withUnsafeGuaranteedRef { core in
      guard core.key(key, place) else { return }
      if place.isPair { core.meet(pairMember: key, value) }
      core.sink.string(value)
    }
  }
  func encode(_ value: Double, forKey key: Key) {
    place.core._withUnsafeGuaranteedRef { if $0.begin(value, key, place) { $0.sink.floatingPoint(value) } }
  }
  func encode(_ value: Float, forKey key: Key) {
    place.core._withUnsafeGuaranteedRef { if $0.begin(value, key, place) { $0.sink.floatingPoint(value) } }
  }
  func encode(_ value: Int, forKey key: Key) {
    place.core._withUnsafeGuaranteedRef {
      if $0.begin(value, key, place) { $0.sink.integer(Int64(truncatingIfNeeded: value)) }
    }
  }
  func encode(_ value: Int8, forKey key: Key) {
    place.core._withUnsafeGuaranteedRef { if $0.begin(value, key, place) { $0.sink.integer(value) } }
  }
  func encode(_ value: Int16, forKey key: Key) {
    place.core._withUnsafeGuaranteedRef { if $0.begin(value, key, place) { $0.sink.integer(value) } }
  }
  func encode(_ value: Int32, forKey key: Key) {
    place.core._withUnsafeGuaranteedRef { if $0.begin(value, key, place) { $0.sink.integer(value) } }
  }
  func encode(_ value: Int64, forKey key: Key) {
    place.core._withUnsafeGuaranteedRef { if $0.begin(value, key, place) { $0.sink.integer(value) } }
  }
  func encode(_ value: Int128, forKey key: Key) {
    place.core._withUnsafeGuaranteedRef { if $0.begin(value, key, place) { $0.sink.integer(value) } }
  }
  func encode(_ value: UInt, forKey key: Key) {
    place.core._withUnsafeGuaranteedRef { if $0.begin(value, key, place) { $0.sink.integer(value) } }
  }
  func encode(_ value: UInt8, forKey key: Key) {
    place.core._withUnsafeGuaranteedRef { if $0.begin(value, key, place) { $0.sink.integer(value) } }
  }
  func encode(_ value: UInt16, forKey key: Key) {
    place.core._withUnsafeGuaranteedRef { if $0.begin(value, key, place) { $0.sink.integer(value) } }
  }
  func encode(_ value: UInt32, forKey key: Key) {
    place.core._withUnsafeGuaranteedRef { if $0.begin(value, key, place) { $0.sink.integer(value) } }
  }
  func encode(_ value: UInt64, forKey key: Key) {
    place.core._withUnsafeGuaranteedRef { if $0.begin(value, key, place) { $0.sink.integer(value) } }
  }
  func encode(_ value: UInt128, forKey key: Key) {
    place.core._withUnsafeGuaranteedRef { if $0.begin(value, key, place) { $0.sink.integer(value) } }
  }

  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    guard let value else { return }
    try place.core._withUnsafeGuaranteedRef { core in
      core.nilPathCount = -1
      if core.begin(value, key, place) { try core.encode(value, key: key) }
      if core.nilPathCount == core.path.count &+ 1 { core.noteNil(Value.self) }
    }
  }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    try place.core._withUnsafeGuaranteedRef { if $0.begin(value, key, place) { try $0.encode(value, key: key) } }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy _: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    place.core._withUnsafeGuaranteedRef { core in
      core.trail.note(NestedKey.self, depth: place.depth)
      let nested = push(isObject: true, key, core)
      core.noteKeys(NestedKey.self, depth: place.depth, serial: nested)
      return core.containers.container(keyedBy: NestedKey.self, core: core, depth: place.depth &+ 1, serial: nested)
    }
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    place.core._withUnsafeGuaranteedRef { core in
      UnkeyedStream(core: core, depth: place.depth + 1, serial: push(isObject: false, key, core))
    }
  }

  func superEncoder() -> any Encoder { place.core._withUnsafeGuaranteedRef { $0.detach() } }
  func superEncoder(forKey key: Key) -> any Encoder { place.core._withUnsafeGuaranteedRef { $0.detach() } }
}

/// An unkeyed container that writes its elements to the sink as they come.
struct UnkeyedStream: UnkeyedEncodingContainer {
  // Three words at most: an existential box keeps no more without an allocation.
  let core: EncodingCore
  let serial: Int
  private let shortDepth: Int32
  private let shortPathCount: Int32

  init(core: EncodingCore, depth: Int, serial: Int) {
    self.core = core
    self.serial = serial
    shortDepth = Int32(depth)
    shortPathCount = Int32(core.path.count)
  }

  private var depth: Int { Int(shortDepth) }

  var codingPath: [any CodingKey] { core.path(count: Int(shortPathCount), depth: depth, serial: serial) }
  var count: Int { core.count(depth: depth, serial: serial) }

  @_transparent
  private func begin() -> Int? {
    core.select(depth: depth, serial: serial) ? core.nextIndex() : nil
  }

  func encodeNil() { if begin() != nil { core.sink.null() } }
  func encode(_ value: Bool) { if begin() != nil { core.sink.bool(value) } }
  func encode(_ value: String) { if begin() != nil { core.sink.string(value) } }
  func encode(_ value: Double) { if begin() != nil { core.sink.floatingPoint(value) } }
  func encode(_ value: Float) { if begin() != nil { core.sink.floatingPoint(value) } }
  func encode(_ value: Int) { if begin() != nil { core.sink.integer(Int64(truncatingIfNeeded: value)) } }
  func encode(_ value: Int8) { if begin() != nil { core.sink.integer(value) } }
  func encode(_ value: Int16) { if begin() != nil { core.sink.integer(value) } }
  func encode(_ value: Int32) { if begin() != nil { core.sink.integer(value) } }
  func encode(_ value: Int64) { if begin() != nil { core.sink.integer(value) } }
  func encode(_ value: Int128) { if begin() != nil { core.sink.integer(value) } }
  func encode(_ value: UInt) { if begin() != nil { core.sink.integer(value) } }
  func encode(_ value: UInt8) { if begin() != nil { core.sink.integer(value) } }
  func encode(_ value: UInt16) { if begin() != nil { core.sink.integer(value) } }
  func encode(_ value: UInt32) { if begin() != nil { core.sink.integer(value) } }
  func encode(_ value: UInt64) { if begin() != nil { core.sink.integer(value) } }
  func encode(_ value: UInt128) { if begin() != nil { core.sink.integer(value) } }

  func encode(_ value: some Encodable) throws {
    if let index = begin() { try core.encode(value, index: index) }
  }

  func nestedContainer<NestedKey: CodingKey>(keyedBy _: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
    let nested = begin().map { core.push(isObject: true, at: EncodingCore.PathStep(index: $0)) } ?? 0
    core.noteKeys(NestedKey.self, depth: depth, serial: nested)
    return core.containers.container(keyedBy: NestedKey.self, core: core, depth: depth &+ 1, serial: nested)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let nested = begin().map { core.push(isObject: false, at: EncodingCore.PathStep(index: $0)) } ?? 0
    return UnkeyedStream(core: core, depth: depth + 1, serial: nested)
  }

  func superEncoder() -> any Encoder { core.detach() }
}

/// A single-value container: the value goes where the container's owner would go.
struct SingleValueStream: SingleValueEncodingContainer {
  let core: EncodingCore
  let depth: Int
  let pathCount: Int

  var codingPath: [any CodingKey] { core.readPath(count: pathCount) }

  @_transparent
  private func begin() -> Bool { core.beginScalar(depth: depth) }

  func encodeNil() {
    guard begin() else { return }
    core.nilPathCount = core.path.count
    core.sink.null()
  }
  func encode(_ value: Bool) { if begin() { core.sink.bool(value) } }
  func encode(_ value: String) { if begin() { core.sink.string(value) } }
  func encode(_ value: Double) { if begin() { core.sink.floatingPoint(value) } }
  func encode(_ value: Float) { if begin() { core.sink.floatingPoint(value) } }
  func encode(_ value: Int) { if begin() { core.sink.integer(value) } }
  func encode(_ value: Int8) { if begin() { core.sink.integer(value) } }
  func encode(_ value: Int16) { if begin() { core.sink.integer(value) } }
  func encode(_ value: Int32) { if begin() { core.sink.integer(value) } }
  func encode(_ value: Int64) { if begin() { core.sink.integer(value) } }
  func encode(_ value: Int128) { if begin() { core.sink.integer(value) } }
  func encode(_ value: UInt) { if begin() { core.sink.integer(value) } }
  func encode(_ value: UInt8) { if begin() { core.sink.integer(value) } }
  func encode(_ value: UInt16) { if begin() { core.sink.integer(value) } }
  func encode(_ value: UInt32) { if begin() { core.sink.integer(value) } }
  func encode(_ value: UInt64) { if begin() { core.sink.integer(value) } }
  func encode(_ value: UInt128) { if begin() { core.sink.integer(value) } }

  func encode(_ value: some Encodable) throws {
    if core.beginForwarding(depth: depth) { try core.encode(value) }
  }
}

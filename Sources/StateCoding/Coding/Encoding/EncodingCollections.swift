import StateTree

/// A collection that the coder encodes itself, in a fixed order.
///
/// The order of sets and most dictionaries differs between processes; the coder sorts them.
protocol TreeEncodableCollection: SendableMetatype {
  /// The encoded form of an empty collection.
  static var emptyTree: JSONValue { get }
  func encodeCollection(to core: EncodingCore) throws
}

extension Array: TreeEncodableCollection where Element: Encodable {
  static var emptyTree: JSONValue { [] }

  func encodeCollection(to core: EncodingCore) throws {
    try core.encodeElements(self)
  }
}

extension ContiguousArray: TreeEncodableCollection where Element: Encodable {
  static var emptyTree: JSONValue { [] }

  func encodeCollection(to core: EncodingCore) throws {
    try core.encodeElements(Array(self))
  }
}

extension Set: TreeEncodableCollection where Element: Encodable {
  static var emptyTree: JSONValue { [] }

  func encodeCollection(to core: EncodingCore) throws {
    if core.rules?.namesEntries != true, let follower = core.follower, core.mayFollow(count: count),
      try follower.follow(self, in: core)
    {
      return
    }
    try core.encodeSet(self)
  }
}

extension Dictionary: TreeEncodableCollection where Key: Encodable, Value: Encodable {
  static var emptyTree: JSONValue { [:] }

  /// Encodes an object, sorted if the order matters, if the keys are coding keys or encode as distinct texts, as distinct
  /// numbers, or as Booleans. Other keys and their values alternate in an array, ordered by the keys' encoded bytes.
  func encodeCollection(to core: EncodingCore) throws {
    if try isFollowed(core) { return }
    // A cast would copy the dictionary.
    if Key.self == String.self { return try core.encodeMembers(same(self, as: [String: Value].self)) }
    try encodeByOtherKeys(to: core)
  }

  @inline(__always)
  private func encodeByOtherKeys(to core: EncodingCore) throws {
    if let members = try members(core) { return try core.encodeMembers(members) }
    try core.encodePairs(map { (key: $0, value: $1) })
  }

  /// The members of the object, if the dictionary is encoded as one.
  private func members(_ core: EncodingCore) throws -> [(key: String, value: Value)]? {
    if Key.self == Int.self { return same(self, as: [Int: Value].self).map { (String($0), $1) } }
    guard Key.self is any CodingKeyRepresentable.Type else { return core.members(of: self) }
    let members = map { (key: ($0 as? any CodingKeyRepresentable)?.codingKey.stringValue ?? "", value: $1) }
    guard Set(members.map { ByteString($0.key) }).count == members.count else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: core.path(count: core.path.count),
          debugDescription: "two keys of the dictionary have the same coding key"))
    }
    return members
  }

  private func isFollowed(_ core: EncodingCore) throws -> Bool {
    guard let follower = core.follower, core.mayFollow(count: count) else { return false }
    let objectKey = Self.objectKey(core.objectKeys)
    if let first, objectKey(first.key) != nil { return try follower.follow(self, objectKey, in: core) }
    return try follower.follow(self, in: core)
  }

  /// Returns the key of the object for a key; `nil` if it can't be one.
  static func objectKey(_ reader: ObjectKeyReader) -> (Key) -> ObjectKey? {
    if Key.self == String.self { return { ObjectKey(kind: .text, text: same($0, as: String.self)) } }
    if Key.self == Int.self { return { ObjectKey(kind: .text, text: String(same($0, as: Int.self))) } }
    guard Key.self is any CodingKeyRepresentable.Type else { return { reader.objectKey($0) } }
    return { ObjectKey(kind: .text, text: ($0 as? any CodingKeyRepresentable)?.codingKey.stringValue ?? "") }
  }
}

/// A collection that is encoded as an array, in the order of its keys' encoded bytes.
protocol TextOrderedCollection {
  associatedtype Key: Hashable & Encodable
  associatedtype Value: Encodable
  /// The number of elements of the array for each key: the key, and its value if it has one.
  static var width: Int { get }
  var count: Int { get }
  /// The keys in the order of the storage.
  var keyColumn: ContiguousArray<Key> { get }
  /// Their values; empty for a set.
  var valueColumn: ContiguousArray<Value> { get }
}

extension Set: TextOrderedCollection where Element: Encodable {
  typealias Key = Element
  typealias Value = Never
  static var width: Int { 1 }
  var keyColumn: ContiguousArray<Element> { ContiguousArray(self) }
  var valueColumn: ContiguousArray<Never> { [] }
}

extension Dictionary: TextOrderedCollection where Key: Encodable, Value: Encodable {
  static var width: Int { 2 }
}

extension Dictionary {
  // The fastest public way to the entries.
  var keyColumn: ContiguousArray<Key> { ContiguousArray(keys) }
  var valueColumn: ContiguousArray<Value> { ContiguousArray(values) }
}

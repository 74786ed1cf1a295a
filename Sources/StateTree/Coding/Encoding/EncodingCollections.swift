/// A collection that the coder encodes by itself, in one order.
///
/// Sets and most dictionaries come in an order that differs from process to process; here they come out sorted.
protocol TreeEncodableCollection: SendableMetatype {
  /// What an empty one is encoded as.
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

  func encodeCollection(to core: EncodingCore) throws { try core.encodeSet(self) }
}

extension Dictionary: TreeEncodableCollection where Key: Encodable, Value: Encodable {
  static var emptyTree: JSONValue {
    Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type ? [:] : []
  }

  /// Encodes string, integer and `CodingKeyRepresentable` keys as an object, sorted where the order shows; other keys
  /// as an array of keys and values in turn, in the order of the keys' encoded bytes.
  func encodeCollection(to core: EncodingCore) throws {
    // A cast would make the dictionary anew.
    if Key.self == String.self {
      try core.encodeMembers(unsafeBitCast(self, to: [String: Value].self))
    } else if Key.self == Int.self {
      try core.encodeMembers(unsafeBitCast(self, to: [Int: Value].self).map { (String($0), $1) })
    } else if Key.self is any CodingKeyRepresentable.Type {
      let members = map { (($0 as? any CodingKeyRepresentable)?.codingKey.stringValue ?? "", $1) }
      guard Set(members.map { ByteString($0.0) }).count == members.count else {
        throw EncodingError.invalidValue(
          self,
          EncodingError.Context(
            codingPath: core.path(count: core.path.count),
            debugDescription: "two keys of the dictionary have the same coding key"))
      }
      try core.encodeMembers(members)
    } else {
      try core.encodePairs(map { (key: $0, value: $1) })
    }
  }
}

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

  /// Encodes the elements in the order of their encoded bytes.
  func encodeCollection(to core: EncodingCore) throws {
    var texts: [[UInt8]] = []
    texts.reserveCapacity(count)
    let place = core.place
    core.sink.beginArray()
    for (index, element) in enumerated() {
      texts.append(try core.part(element, key: IndexKey(index), of: place))
    }
    texts.sort { $0.lexicographicallyPrecedes($1) }
    if let rules = core.rules, !rules.isWatching {
      texts.removeRepetitions()
      if texts.count < count { core.redactions += 1 }
    }
    for text in texts { core.sink.raw(try JSONDocument(text)) }
    core.sink.endArray()
  }
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
      try encodePairs(to: core)
    }
  }

  private func encodePairs(to core: EncodingCore) throws {
    let place = core.place
    core.sink.beginArray()
    var pairs: [(key: [UInt8], value: Value)] = []
    pairs.reserveCapacity(count)
    for (index, (key, value)) in enumerated() {
      pairs.append((try core.part(key, key: IndexKey(2 * index), of: place), value))
    }
    pairs.sort { $0.key.lexicographicallyPrecedes($1.key) }
    if let rules = core.rules, !rules.isWatching { try Self.removeRepetitions(from: &pairs, core, place) }
    for (index, pair) in pairs.enumerated() {
      core.sink.raw(try JSONDocument(pair.key))
      core.redactElement(in: place)
      try core.encode(pair.value, key: IndexKey(2 * index + 1))
    }
    core.sink.endArray()
  }
}

extension Dictionary where Key: Encodable, Value: Encodable {
  /// Leaves one of those keys that are the same once they are redacted, with the value that comes first.
  private static func removeRepetitions(
    from pairs: inout [(key: [UInt8], value: Value)], _ core: EncodingCore, _ place: Int
  ) throws {
    var kept: [(key: [UInt8], value: Value)] = []
    for pair in pairs {
      if let last = kept.last, last.key == pair.key {
        let texts = try [last, pair].map { try core.part($0.value, key: IndexKey(1), of: place) }
        if texts[1].lexicographicallyPrecedes(texts[0]) { kept[kept.count - 1] = pair }
      } else {
        kept.append(pair)
      }
    }
    if kept.count < pairs.count { core.redactions += 1 }
    pairs = kept
  }
}

extension [[UInt8]] {
  /// Leaves one of those sorted texts that are the same.
  fileprivate mutating func removeRepetitions() {
    var kept: [[UInt8]] = []
    for text in self where kept.last != text { kept.append(text) }
    self = kept
  }
}

extension EncodingCore {
  /// Encodes an object whose keys all differ.
  fileprivate func encodeMembers<Value: Encodable>(_ members: some Collection<(key: String, value: Value)>) throws {
    let place = place
    sink.beginObject()
    if sink.keepsOrder {
      for (key, value) in members.sorted(by: { $0.key.precedes($1.key) }) { try encodeMember(key, value, of: place) }
    } else {
      for (key, value) in members { try encodeMember(key, value, of: place) }
    }
    sink.endObject()
  }

  @inline(__always)
  private func encodeMember(_ key: String, _ value: some Encodable, of place: Int) throws {
    sink.key(key)
    if rules != nil { redact(key: key, in: place) }
    try encode(value, key: NameKey(key))
  }
}

extension String {
  /// Whether it stands before another in the order of bytes.
  fileprivate func precedes(_ other: String) -> Bool {
    withBytes { bytes in other.withBytes { Platform.isLess(bytes, $0) } }
  }
}

/// A collection that the coder encodes by itself, in one order.
///
/// Sets and most dictionaries come in an order that differs from process to process; here they come out sorted.
protocol TreeEncodableCollection: SendableMetatype {
  func encodeCollection(to core: EncodingCore) throws
}

extension Array: TreeEncodableCollection where Element: Encodable {
  func encodeCollection(to core: EncodingCore) throws {
    try core.encodeElements(self)
  }
}

extension ContiguousArray: TreeEncodableCollection where Element: Encodable {
  func encodeCollection(to core: EncodingCore) throws {
    try core.encodeElements(Array(self))
  }
}

extension Set: TreeEncodableCollection where Element: Encodable {
  /// Encodes the elements in the order of their encoded bytes.
  func encodeCollection(to core: EncodingCore) throws {
    var texts: [[UInt8]] = []
    texts.reserveCapacity(count)
    for (index, element) in enumerated() { texts.append(try core.text(of: element, key: IndexKey(index))) }
    texts.sort { $0.lexicographicallyPrecedes($1) }
    core.sink.beginArray()
    for text in texts { core.sink.raw(try JSONDocument(text)) }
    core.sink.endArray()
  }
}

extension Dictionary: TreeEncodableCollection where Key: Encodable, Value: Encodable {
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
    var pairs: [(key: [UInt8], value: Value)] = []
    pairs.reserveCapacity(count)
    for (index, (key, value)) in enumerated() {
      pairs.append((try core.text(of: key, key: IndexKey(2 * index)), value))
    }
    pairs.sort { $0.key.lexicographicallyPrecedes($1.key) }
    core.sink.beginArray()
    for (index, pair) in pairs.enumerated() {
      core.sink.raw(try JSONDocument(pair.key))
      try core.encode(pair.value, key: IndexKey(2 * index + 1))
    }
    core.sink.endArray()
  }
}

extension EncodingCore {
  /// Encodes an object whose keys all differ.
  fileprivate func encodeMembers<Value: Encodable>(_ members: some Collection<(key: String, value: Value)>) throws {
    sink.beginObject()
    if sink.keepsOrder {
      for (key, value) in members.sorted(by: { $0.key.precedes($1.key) }) { try encodeMember(key, value) }
    } else {
      for (key, value) in members { try encodeMember(key, value) }
    }
    sink.endObject()
  }

  @inline(__always)
  private func encodeMember(_ key: String, _ value: some Encodable) throws {
    sink.key(key)
    try encode(value, key: NameKey(key))
  }
}

extension String {
  /// Whether it stands before another in the order of bytes.
  fileprivate func precedes(_ other: String) -> Bool {
    withBytes { bytes in other.withBytes { Platform.isLess(bytes, $0) } }
  }
}

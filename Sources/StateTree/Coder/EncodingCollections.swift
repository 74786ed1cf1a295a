/// A collection that the coder encodes by itself, in one order.
///
/// Sets and most dictionaries come in an order that differs from process to process; here they come out sorted.
protocol TreeEncodableCollection {
  func encodeCollection(to core: EncodingCore<some TreeSink>) throws
}

extension Array: TreeEncodableCollection where Element: Encodable {
  func encodeCollection(to core: EncodingCore<some TreeSink>) throws {
    try core.encodeElements(self)
  }
}

extension ContiguousArray: TreeEncodableCollection where Element: Encodable {
  func encodeCollection(to core: EncodingCore<some TreeSink>) throws {
    try core.encodeElements(self)
  }
}

extension ArraySlice: TreeEncodableCollection where Element: Encodable {
  func encodeCollection(to core: EncodingCore<some TreeSink>) throws {
    try core.encodeElements(self)
  }
}

extension Set: TreeEncodableCollection where Element: Encodable {
  /// Encodes the elements in the order of their encoded bytes.
  func encodeCollection(to core: EncodingCore<some TreeSink>) throws {
    var texts: [[UInt8]] = []
    texts.reserveCapacity(count)
    for element in self { texts.append(try core.text(of: element)) }
    texts.sort { $0.lexicographicallyPrecedes($1) }
    core.sink.beginArray()
    for text in texts { core.sink.raw(try JSONDocument(text)) }
    core.sink.endArray()
  }
}

extension Dictionary: TreeEncodableCollection where Key: Encodable, Value: Encodable {
  /// Encodes string, integer and `CodingKeyRepresentable` keys as an object, sorted where the order shows; other keys
  /// as an array of keys and values in turn, in the order of the keys' encoded bytes.
  func encodeCollection(to core: EncodingCore<some TreeSink>) throws {
    switch self {
    case let members as [String: Value]:
      try core.encodeMembers(members.map { ($0, $1) })
    case let members as [Int: Value]:
      try core.encodeMembers(members.map { (String($0), $1) })
    default:
      if Key.self is any CodingKeyRepresentable.Type {
        try core.encodeMembers(map { ((($0 as? any CodingKeyRepresentable)?.codingKey.stringValue) ?? "", $1) })
      } else {
        try encodePairs(to: core)
      }
    }
  }

  private func encodePairs(to core: EncodingCore<some TreeSink>) throws {
    var pairs: [(key: [UInt8], value: Value)] = []
    pairs.reserveCapacity(count)
    for (key, value) in self { pairs.append((try core.text(of: key), value)) }
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
  func encodeMembers<Value: Encodable>(_ members: [(key: String, value: Value)]) throws {
    var members = members
    if Sink.keepsOrder {
      members.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }
    sink.beginObject()
    for (key, value) in members {
      sink.key(key)
      try encode(value, key: NameKey(key))
    }
    sink.endObject()
  }

  /// The JSON text of a value, made apart from the stream.
  func text(of value: some Encodable) throws -> [UInt8] {
    try StateEncoder(userInfo: userInfo).encode(value)
  }
}

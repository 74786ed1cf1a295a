import StateTree
import SystemSupport

extension [[UInt8]] {
  /// Removes repetitions from sorted texts.
  fileprivate mutating func removeRepetitions() {
    var kept: [[UInt8]] = []
    for text in self where kept.last != text { kept.append(text) }
    self = kept
  }
}

extension EncodingCore {
  /// Encodes the elements of a set, in the order of their encoded bytes.
  func encodeSet<Element: Encodable>(_ elements: some Collection<Element>) throws {
    var texts: [[UInt8]] = []
    texts.reserveCapacity(elements.count)
    let place = place
    checkForVolatile(in: place)
    sink.beginArray()
    for (index, element) in elements.enumerated() {
      texts.append(try part(element, key: IndexKey(index), of: place))
    }
    texts.sort { $0.precedes($1) }
    if let rules, rules.redacts {
      texts.removeRepetitions()
      if texts.count < elements.count { redactions += 1 }
    }
    for text in texts { sink.raw(try JSONDocument(text)) }
    sink.endArray()
  }

  /// Encodes keys and values in turn, in the order of the keys' encoded bytes.
  func encodePairs<Value: Encodable>(_ members: [(key: some Encodable, value: Value)]) throws {
    let place = place
    checkForVolatile(in: place)
    sink.beginArray()
    var pairs: [(key: [UInt8], value: Value)] = []
    pairs.reserveCapacity(members.count)
    for (index, (key, value)) in members.enumerated() {
      pairs.append((try part(key, key: IndexKey(2 * index), of: place, isKey: true), value))
    }
    pairs.sort { $0.key.precedes($1.key) }
    if let rules, rules.redacts { try removeRepetitions(from: &pairs, of: place) }
    for (index, pair) in pairs.enumerated() {
      sink.raw(try JSONDocument(pair.key))
      redactElement(in: place)
      try encode(pair.value, key: IndexKey(2 * index + 1))
    }
    sink.endArray()
  }

  /// Keeps one pair of those whose keys are equal after redaction: the one with the first value.
  private func removeRepetitions<Value: Encodable>(
    from pairs: inout [(key: [UInt8], value: Value)], of place: Int
  ) throws {
    var kept: [(key: [UInt8], value: Value)] = []
    for pair in pairs {
      if let last = kept.last, last.key == pair.key {
        let texts = try [last, pair].map { try part($0.value, key: IndexKey(1), of: place) }
        if texts[1].precedes(texts[0]) { kept[kept.count - 1] = pair }
      } else {
        kept.append(pair)
      }
    }
    if kept.count < pairs.count { redactions += 1 }
    pairs = kept
  }

  /// Encodes an object whose keys all differ.
  func encodeMembers<Value: Encodable>(_ members: some Collection<(key: String, value: Value)>) throws {
    let place = place
    sink.beginObject()
    if sink.keepsOrder {
      for (key, value) in members.sorted(by: { ByteString($0.key) < ByteString($1.key) }) {
        try encodeMember(key, value, of: place)
      }
    } else {
      for (key, value) in members { try encodeMember(key, value, of: place) }
    }
    sink.endObject()
  }

  @_transparent
  private func encodeMember(_ key: String, _ value: some Encodable, of place: Int) throws {
    sink.key(key)
    if rules != nil { redact(dictionaryKey: key, in: place) }
    try encode(value, key: NameKey(key))
  }
}

extension [UInt8] {
  /// Whether a text comes before another in the order of their bytes.
  func precedes(_ other: [UInt8]) -> Bool {
    withUnsafeBytes { bytes in other.withUnsafeBytes { Platform.isLess(bytes, $0) } }
  }
}

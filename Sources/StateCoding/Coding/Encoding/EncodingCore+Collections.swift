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
    let (place, known) = (place, redactions)
    checkForVolatile(in: place)
    sink.beginArray()
    for (index, element) in elements.enumerated() {
      texts.append(try part(element, key: IndexKey(index), of: place))
    }
    texts.sort { $0.precedes($1) }
    if redactions > known {
      texts.removeRepetitions()
      if texts.count < elements.count { redactions += 1 }
    }
    for text in texts { sink.raw(try JSONDocument(text)) }
    sink.endArray()
  }

  /// Encodes keys and values in turn, in the order of the keys' encoded bytes; values of equal keys in that of theirs.
  func encodePairs<Value: Encodable>(_ members: [(key: some Encodable, value: Value)]) throws {
    let (place, known) = (place, redactions)
    checkForVolatile(in: place)
    sink.beginArray()
    var pairs: [(key: [UInt8], value: Value)] = []
    pairs.reserveCapacity(members.count)
    for (index, (key, value)) in members.enumerated() {
      pairs.append((try part(key, key: IndexKey(2 * index), of: place, isKey: true), value))
    }
    pairs.sort { $0.key.precedes($1.key) }
    try orderEqualKeys(in: &pairs, of: place, keepingAll: redactions == known)
    for (index, pair) in pairs.enumerated() {
      sink.raw(try JSONDocument(pair.key))
      redactElement(in: place)
      try encode(pair.value, key: IndexKey(2 * index + 1))
    }
    sink.endArray()
  }

  /// Orders pairs with equal keys by their encoded values. Of keys that redaction made equal it keeps only the first pair,
  /// because the number of pairs would tell how many secrets there were.
  private func orderEqualKeys<Value: Encodable>(
    in pairs: inout [(key: [UInt8], value: Value)], of place: Int, keepingAll keepsAll: Bool
  ) throws {
    guard zip(pairs, pairs.dropFirst()).contains(where: { $0.key == $1.key }) else { return }
    var ordered: [(key: [UInt8], value: Value)] = []
    for run in pairs.chunked(by: { $0.key == $1.key }) {
      guard run.count > 1 else {
        ordered += run
        continue
      }
      let texts = try run.map { (pair: $0, text: try part($0.value, key: IndexKey(1), of: place)) }
      let sorted = texts.sorted { $0.text.precedes($1.text) }.map(\.pair)
      ordered += keepsAll ? sorted[...] : sorted[..<1]
    }
    if ordered.count < pairs.count { redactions += 1 }
    pairs = ordered
  }

  /// Encodes an object whose keys all differ.
  func encodeMembers<Value: Encodable>(_ members: some Collection<(key: String, value: Value)>) throws {
    let place = place
    sink.beginObject()
    if sink.keepsOrder {
      try encodeSorted(members, in: place)
    } else {
      try encodeUnsorted(members, in: place)
    }
    sink.endObject()
  }

  @inline(__always)
  private func encodeSorted<Value: Encodable>(
    _ members: some Collection<(key: String, value: Value)>, in place: Int
  ) throws {
    for (key, value) in members.sorted(by: { ByteString($0.key) < ByteString($1.key) }) {
      try encodeMember(key, value, among: members, of: place)
    }
  }

  @inline(__always)
  private func encodeUnsorted<Value: Encodable>(
    _ members: some Collection<(key: String, value: Value)>, in place: Int
  ) throws {
    for (key, value) in members { try encodeMember(key, value, among: members, of: place) }
  }

  @inline(__always)
  private func encodeMember<Value: Encodable>(
    _ key: String, _ value: Value, among members: some Collection<(key: String, value: Value)>, of place: Int
  ) throws {
    sink.key(key)
    if rules != nil {
      redact(dictionaryKey: key, in: place)
      if SecretPair.isValue(key) { meet(valueIn: members) }
    }
    try encode(value, key: NameKey(key))
  }
}

extension Array {
  /// The runs of elements of which each fits the one before.
  fileprivate func chunked(by fits: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
    var chunks: [ArraySlice<Element>] = []
    var start = 0
    for index in indices where index + 1 == count || !fits(self[index], self[index + 1]) {
      chunks.append(self[start...index])
      start = index + 1
    }
    return chunks
  }
}

extension [UInt8] {
  /// Whether a text comes before another in the order of their bytes.
  func precedes(_ other: [UInt8]) -> Bool {
    withUnsafeBytes { bytes in other.withUnsafeBytes { Platform.isLess(bytes, $0) } }
  }
}

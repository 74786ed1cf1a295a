import StatePrivacy
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
    let isNaming = beginEntries()
    for (index, element) in elements.enumerated() {
      texts.append(try part(element, key: IndexKey(index), of: place))
    }
    texts.sort { $0.precedes($1) }
    if redactions > known {
      texts.removeRepetitions()
      if texts.count < elements.count { redactions += 1 }
    }
    let names = isNaming ? try names(of: texts) : []
    for (index, text) in texts.enumerated() {
      if isNaming { sink.key(names[index]) }
      sink.raw(try JSONDocument(text))
    }
    if isNaming { sink.endObject() } else { sink.endArray() }
  }

  /// Encodes keys and values in turn, in the order of the keys' encoded bytes; values of equal keys in that of theirs.
  func encodePairs<Value: Encodable>(_ members: [(key: some Encodable, value: Value)]) throws {
    let (place, known) = (place, redactions)
    checkForVolatile(in: place)
    let isNaming = beginEntries()
    var pairs: [(key: [UInt8], value: Value)] = []
    pairs.reserveCapacity(members.count)
    for (index, (key, value)) in members.enumerated() {
      pairs.append((try part(key, key: IndexKey(2 * index), of: place, isKey: true), value))
    }
    pairs.sort { $0.key.precedes($1.key) }
    try orderEqualKeys(in: &pairs, of: place, keepingAll: redactions == known)
    let names = isNaming ? try names(of: pairs.map(\.key)) : []
    for (index, pair) in pairs.enumerated() {
      if isNaming { sink.key(names[index]) } else { sink.raw(try JSONDocument(pair.key)) }
      redactElement(in: place)
      try encode(pair.value, key: IndexKey(2 * index + 1))
    }
    if isNaming { sink.endObject() } else { sink.endArray() }
  }

  /// Begins the array of a set or of pairs, or the object of the same entries with names; returns whether they have names.
  private func beginEntries() -> Bool {
    let isNaming = rules?.namesEntries == true && sink.mask == nil
    if isNaming { sink.beginObject() } else { sink.beginArray() }
    return isNaming
  }

  /// The distinct names of sorted keys.
  ///
  /// A text is its own name, as in the object that the dictionary is while it has such keys only. Other keys, and texts that
  /// are the JSON of one, have their JSON as a name.
  private func names(of texts: [[UInt8]]) throws -> [String] {
    var (last, repetitions) = ([UInt8](), 1)
    return try texts.map { text in
      (last, repetitions) = (text, text == last ? repetitions + 1 : 1)
      let json = String(decoding: text, as: UTF8.self)
      if repetitions > 1 { return "\(json) (\(repetitions))" }
      guard let name = try JSONDocument(text).root.string, (try? JSONDocument(Array(name.utf8))) == nil else {
        return json
      }
      return name
    }
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
    let members = Array(members)
    for position in SortKey.order(of: members.map(\.key)) {
      try encodeMember(members[position].key, members[position].value, among: members, of: place)
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
      if SecretPair.isValue(key) { meet(valueAt: key, in: members) }
    }
    try encode(value, key: NameKey(key))
  }
}

/// A member's key with its position. Sorting the members themselves, whose type is generic, takes several times as long.
private struct SortKey {
  /// The first eight bytes, the first one highest, with zeros for those that the key lacks.
  let start: UInt64
  let key: String
  let position: Int

  init(_ key: String, at position: Int) {
    self.key = key
    self.position = position
    var start: UInt64 = 0
    key.withBytes { bytes in
      guard let first = bytes.baseAddress else { return }
      let word = bytes.count >= 8 ? first.word(at: 0) : first.partialWord(at: 0, count: bytes.count)
      start = UInt64(bigEndian: word)
    }
    self.start = start
  }

  /// The positions of keys in the order of their bytes.
  static func order(of keys: [String]) -> [Int] {
    var order: [SortKey] = []
    order.reserveCapacity(keys.count)
    for position in 0..<keys.count { order.append(SortKey(keys[position], at: position)) }
    order.sort { $0.start == $1.start ? ByteString($0.key) < ByteString($1.key) : $0.start < $1.start }
    return order.map(\.position)
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

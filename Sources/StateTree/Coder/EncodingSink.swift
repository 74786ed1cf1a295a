/// The sink of a run of the encoder: one of the two, chosen by a branch.
///
/// A generic parameter in its place would make every container generic in it, and the runtime would look up their
/// metadata for each value: encoding took seven times as long that way.
struct EncodingSink: TreeSink, ~Copyable {
  private(set) var isHashing = false
  var text = TextSink()
  var hash = HashSink()

  /// Makes the sink empty, for text.
  mutating func resetForText(level: Int = 0) {
    isHashing = false
    text.reset(level: level)
  }

  /// Makes the sink empty, for a hash.
  mutating func resetForHash(collectsOutline: Bool) {
    isHashing = true
    hash.reset(collectsOutline: collectsOutline)
  }

  /// Makes the sink empty, as it was.
  mutating func restart(level: Int) {
    if isHashing { resetForHash(collectsOutline: hash.outline != nil) } else { resetForText(level: level) }
  }

  var keepsOrder: Bool { isHashing ? hash.keepsOrder : text.keepsOrder }
  var level: Int { isHashing ? hash.level : text.level }
  var deepest: Int { isHashing ? hash.deepest : text.deepest }

  mutating func null() { if isHashing { hash.null() } else { text.null() } }
  mutating func bool(_ value: Bool) { if isHashing { hash.bool(value) } else { text.bool(value) } }
  mutating func integer(_ value: Int64) { if isHashing { hash.integer(value) } else { text.integer(value) } }
  mutating func double(_ value: Double) { if isHashing { hash.double(value) } else { text.double(value) } }
  mutating func float(_ value: Float) { if isHashing { hash.float(value) } else { text.float(value) } }
  mutating func string(_ value: String) { if isHashing { hash.string(value) } else { text.string(value) } }
  mutating func beginArray() { if isHashing { hash.beginArray() } else { text.beginArray() } }
  mutating func endArray() { if isHashing { hash.endArray() } else { text.endArray() } }
  mutating func beginObject() { if isHashing { hash.beginObject() } else { text.beginObject() } }
  mutating func endObject() { if isHashing { hash.endObject() } else { text.endObject() } }
  mutating func raw(_ document: JSONDocument) { if isHashing { hash.raw(document) } else { text.raw(document) } }

  mutating func key(_ key: String) { if isHashing { hash.key(key) } else { text.key(key) } }

  @inline(__always)
  mutating func key(_ key: String, _ prepared: PreparedKey) {
    if isHashing { hash.key(key, prepared) } else { text.key(prepared) }
  }

  mutating func number(literal: String) {
    if isHashing { hash.number(literal: literal) } else { text.number(literal: literal) }
  }

  mutating func kept(withMembers value: some MemberHashKeeping) -> Bool {
    isHashing ? hash.kept(withMembers: value) : text.kept(value)
  }

  mutating func kept(_ value: some StateHashKeeping) -> Bool {
    isHashing ? hash.kept(value) : text.kept(value)
  }
}

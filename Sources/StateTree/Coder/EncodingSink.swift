/// The sink of a run of the encoder: one of the two, chosen by a branch.
///
/// A generic parameter in its place would make every container generic in it, and the runtime would look up their
/// metadata for each value: encoding took seven times as long that way.
struct EncodingSink: TreeSink {
  private let isHashing: Bool
  var text: TextSink
  var hash: HashSink

  static func text(_ sink: TextSink = TextSink()) -> EncodingSink {
    EncodingSink(isHashing: false, text: sink, hash: HashSink())
  }

  static func hash(_ sink: HashSink = HashSink()) -> EncodingSink {
    EncodingSink(isHashing: true, text: TextSink(), hash: sink)
  }

  var keepsOrder: Bool { isHashing ? hash.keepsOrder : text.keepsOrder }
  var level: Int { isHashing ? hash.level : text.level }
  var deepest: Int { isHashing ? hash.deepest : text.deepest }

  mutating func null() { if isHashing { hash.null() } else { text.null() } }
  mutating func bool(_ value: Bool) { if isHashing { hash.bool(value) } else { text.bool(value) } }
  mutating func string(_ value: String) { if isHashing { hash.string(value) } else { text.string(value) } }
  mutating func beginArray() { if isHashing { hash.beginArray() } else { text.beginArray() } }
  mutating func endArray() { if isHashing { hash.endArray() } else { text.endArray() } }
  mutating func beginObject() { if isHashing { hash.beginObject() } else { text.beginObject() } }
  mutating func endObject() { if isHashing { hash.endObject() } else { text.endObject() } }
  mutating func key(_ key: String) { if isHashing { hash.key(key) } else { text.key(key) } }
  mutating func raw(_ document: JSONDocument) { if isHashing { hash.raw(document) } else { text.raw(document) } }

  mutating func integer(_ value: some FixedWidthInteger) {
    if isHashing { hash.integer(value) } else { text.integer(value) }
  }

  mutating func number(literal: String) {
    if isHashing { hash.number(literal: literal) } else { text.number(literal: literal) }
  }

  mutating func kept(_ value: some StateHashKeeping) -> Bool {
    isHashing ? hash.kept(value) : text.kept(value)
  }
}

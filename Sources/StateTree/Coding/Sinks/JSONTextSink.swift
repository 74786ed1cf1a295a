/// Writes a tree as compact JSON text.
struct JSONTextSink: TreeSink, ~Copyable {
  private var output = ByteBuffer()
  /// Whether a comma must precede the next value.
  private var needsComma = false
  /// The values that are left out because they provide their hashes; `nil` to write them.
  private(set) var omissions: [StateSketch.Omission]?
  private(set) var level = 0
  private(set) var deepest = 0

  /// The text so far. The pointer is valid until the next value.
  var text: UnsafeRawBufferPointer { output.bytes }

  /// Makes the sink empty, for a value inside `level` containers.
  mutating func reset(level: Int = 0) {
    output.removeLast(to: 0)
    omissions = nil
    needsComma = false
    self.level = level
    deepest = level
  }

  /// Writes `null` from now on for the values that provide their hashes.
  mutating func omitKeptValues() { omissions = [] }

  /// Deletes the text, and frees its memory if that exceeds a limit and is far more than the text took.
  mutating func end(keeping limit: Int) { output.removeAll(keeping: limit) }

  var keepsOrder: Bool { true }

  @inline(__always)
  private mutating func beginValue() {
    if needsComma { output.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  /// Writes a value whose text has a limited length.
  @inline(__always)
  private mutating func value(length: Int, _ write: (UnsafeMutableRawPointer) -> Int) {
    let comma = needsComma ? 1 : 0
    needsComma = true
    output.write(room: length &+ 1) { start in
      // If no comma is needed, the value overwrites it.
      start.storeBytes(of: UInt8(ascii: ","), as: UInt8.self)
      return comma &+ write(start + comma)
    }
  }

  mutating func null() { value(length: 4) { $0.write("null") } }
  mutating func bool(_ value: Bool) { self.value(length: 5) { $0.write(value ? "true" : "false") } }
  mutating func double(_ number: Double) { value(length: NumberText.room) { NumberText.write(number, to: $0) } }
  mutating func float(_ number: Float) { value(length: NumberText.room) { NumberText.write(number, to: $0) } }

  mutating func integer(_ number: Int64) {
    value(length: Decimals.room) { Decimals.write(number, to: $0) }
  }

  mutating func number(literal: String) {
    beginValue()
    literal.withBytes { output.append(contentsOf: $0) }
  }

  mutating func string(_ value: String) {
    beginValue()
    JSONText.appendQuoted(value, to: &output)
  }

  mutating func beginArray() { begin(UInt8(ascii: "[")) }
  mutating func endArray() { end(UInt8(ascii: "]")) }
  mutating func beginObject() { begin(UInt8(ascii: "{")) }
  mutating func endObject() { end(UInt8(ascii: "}")) }

  @inline(__always)
  private mutating func begin(_ bracket: UInt8) {
    beginValue()
    needsComma = false
    output.append(bracket)
    level &+= 1
    if level > deepest { deepest = level }
  }

  @inline(__always)
  private mutating func end(_ bracket: UInt8) {
    needsComma = true
    output.append(bracket)
    level &-= 1
  }

  mutating func key(_ key: String) {
    beginValue()
    needsComma = false
    JSONText.appendQuoted(key, to: &output)
    output.append(UInt8(ascii: ":"))
  }

  @inline(__always)
  mutating func key(_ key: PreparedKey) {
    let comma = needsComma ? 1 : 0
    needsComma = false
    output.write(room: 25) { start in
      // If no comma is needed, the key overwrites it.
      start.storeBytes(of: UInt8(ascii: ","), as: UInt8.self)
      let place = start + comma
      place.store(key.text.0, at: 0)
      place.store(key.text.1, at: 8)
      place.store(key.text.2, at: 16)
      return comma &+ key.textCount
    }
  }

  mutating func raw(_ document: JSONDocument) {
    beginValue()
    document.bytes.withUnsafeBytes { output.append(contentsOf: $0) }
  }

  mutating func kept(_ value: some StateHashProviding) -> Bool {
    guard omissions != nil else { return false }
    null()
    let end = text.count
    omissions?.append(StateSketch.Omission(end: end, value: value))
    return true
  }
}

extension UnsafeMutableRawPointer {
  /// Writes a text and returns its length.
  @inline(__always)
  fileprivate func write(_ text: StaticString) -> Int {
    copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
    return text.utf8CodeUnitCount
  }
}

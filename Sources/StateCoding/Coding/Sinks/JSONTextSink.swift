import StateTree

/// Writes a tree as compact JSON text.
struct JSONTextSink: TreeSink, ~Copyable {
  private var output = ByteBuffer()
  /// The length of the comma before the next value: 1, or 0 for none. A debug build takes twice as long with a Boolean.
  private var commaLength = 0
  /// The values that are left out because their hashes are known; `nil` to write all.
  private(set) var omissions: [StateSketch.Omission]?
  private(set) var level = 0
  private(set) var deepest = 0

  /// The text so far. The pointer is valid until the next value.
  var text: UnsafeRawBufferPointer { output.bytes }

  /// Makes the sink empty, for a value inside `level` containers.
  mutating func reset(level: Int = 0) {
    output.removeLast(to: 0)
    omissions = nil
    commaLength = 0
    self.level = level
    deepest = level
  }

  /// Writes `null` from now on for the values whose hashes are known.
  mutating func omitKeptValues() { omissions = [] }

  /// Writes `null` for a value with parts of a depth.
  mutating func omit(_ value: some OmittedValue, depth: Int) {
    null()
    let end = text.count
    omissions?.append(StateSketch.Omission(end: end, value: value))
    deepest = max(deepest, level + depth)
  }

  /// Takes out the omitted values.
  mutating func takeOmissions() -> [StateSketch.Omission] { omissions.take() ?? [] }

  /// Deletes the text, and frees its memory if that exceeds a limit and is far more than the text took.
  mutating func end(keeping limit: Int) { output.removeAll(keeping: limit) }

  var keepsOrder: Bool { true }

  /// Writes the comma before a value and returns its length. If no comma is needed, the value overwrites it.
  @_transparent
  private mutating func comma(at start: UnsafeMutablePointer<UInt8>) -> Int {
    start.pointee = 0x2c
    let length = commaLength
    commaLength = 1
    return length
  }

  mutating func null() { write("null") }
  mutating func bool(_ value: Bool) { write(value ? "true" : "false") }

  @_transparent
  private mutating func write(_ word: StaticString) {
    let start = output.room(6)
    let comma = comma(at: start)
    UnsafeMutableRawPointer(start + comma).copyMemory(from: word.utf8Start, byteCount: word.utf8CodeUnitCount)
    output.add(comma &+ word.utf8CodeUnitCount)
  }

  mutating func double(_ number: Double) {
    let start = output.room(NumberText.room &+ 1)
    let comma = comma(at: start)
    output.add(comma &+ NumberText.write(number, to: start + comma))
  }

  mutating func float(_ number: Float) {
    let start = output.room(NumberText.room &+ 1)
    let comma = comma(at: start)
    output.add(comma &+ NumberText.write(number, to: start + comma))
  }

  mutating func integer(_ number: Int64) {
    let start = output.room(Decimals.room &+ 1)
    let comma = comma(at: start)
    output.add(comma &+ Decimals.write(number, to: start + comma))
  }

  mutating func number(literal: String) {
    output.add(comma(at: output.room(1)))
    literal.withBytes { output.append(contentsOf: $0) }
  }

  mutating func string(_ value: String) {
    value.withBytes(do: { string($0) })
  }

  @inline(__always)
  private mutating func string(_ utf8: UnsafeRawBufferPointer) {
    let start = output.room(JSONString.room(forQuoted: utf8.count) &+ 1)
    let comma = comma(at: start)
    let count = JSONString.writeQuoted(utf8, to: start + comma)
    output.add(comma &+ count)
    if count == 0 { JSONString.appendEscaped(utf8, to: &output) }
  }

  // The brackets and braces as ASCII.
  mutating func beginArray() { begin(0x5b) }
  mutating func endArray() { end(0x5d) }
  mutating func beginObject() { begin(0x7b) }
  mutating func endObject() { end(0x7d) }

  @_transparent
  private mutating func begin(_ bracket: UInt8) {
    let start = output.room(2)
    let comma = comma(at: start)
    start[comma] = bracket
    output.add(comma &+ 1)
    commaLength = 0
    level &+= 1
    if level > deepest { deepest = level }
  }

  @_transparent
  private mutating func end(_ bracket: UInt8) {
    output.room(1).pointee = bracket
    output.add(1)
    commaLength = 1
    level &-= 1
  }

  mutating func key(_ key: String) {
    string(key)
    output.append(UInt8(ascii: ":"))
    commaLength = 0
  }

  @_transparent
  mutating func key(_ key: UnsafeMutablePointer<PreparedKey>) {
    let start = output.room(25)
    let comma = comma(at: start)
    key.pointee.writeText(to: start + comma)
    output.add(comma &+ key.pointee.textCount)
    commaLength = 0
  }

  mutating func raw(_ document: JSONDocument) {
    output.add(comma(at: output.room(1)))
    document.bytes.withUnsafeBytes { output.append(contentsOf: $0) }
  }

  mutating func kept(_ value: some StateHashProviding) -> Bool {
    guard omissions != nil else { return false }
    omit(KeptValue(value), depth: 0)
    return true
  }
}

/// Writes a tree as compact JSON text.
struct TextSink: TreeSink {
  var output: [UInt8]
  /// Whether a value stands before the place where the next one goes, so that a comma is due.
  private var needsComma = false
  private(set) var level: Int
  private(set) var deepest: Int

  /// Creates a sink for a value that stands inside `level` containers.
  init(appendingTo output: [UInt8] = [], level: Int = 0) {
    self.output = output
    self.level = level
    deepest = level
  }

  /// Takes back what has been written from an offset on.
  mutating func restart(at offset: Int) {
    output.removeSubrange(offset...)
    needsComma = false
    level = 0
    deepest = 0
  }

  var keepsOrder: Bool { true }

  @inline(__always)
  private mutating func beginValue() {
    if needsComma { output.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  mutating func null() {
    beginValue()
    output.append(contentsOf: StaticText.null)
  }

  mutating func bool(_ value: Bool) {
    beginValue()
    output.append(contentsOf: value ? StaticText.true : StaticText.false)
  }

  mutating func integer(_ value: some FixedWidthInteger) {
    beginValue()
    if let value = Int(exactly: value) {
      withUnsafeTemporaryAllocation(byteCount: 24, alignment: 1) { buffer in
        let count = writeDecimal(value, to: buffer)
        output.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    } else {
      output.append(contentsOf: String(value).utf8)
    }
  }

  mutating func number(literal: String) {
    beginValue()
    output.append(contentsOf: literal.utf8)
  }

  mutating func string(_ value: String) {
    beginValue()
    appendJSONString(value, to: &output)
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
    level += 1
    if level > deepest { deepest = level }
  }

  @inline(__always)
  private mutating func end(_ bracket: UInt8) {
    needsComma = true
    output.append(bracket)
    level -= 1
  }

  mutating func key(_ key: String) {
    beginValue()
    needsComma = false
    appendJSONString(key, to: &output)
    output.append(UInt8(ascii: ":"))
  }

  mutating func raw(_ document: JSONDocument) {
    beginValue()
    output.append(contentsOf: document.bytes)
  }

  mutating func kept(_ value: some StateHashKeeping) -> Bool { false }

  private enum StaticText {
    static let null = Array("null".utf8)
    static let `true` = Array("true".utf8)
    static let `false` = Array("false".utf8)
  }
}

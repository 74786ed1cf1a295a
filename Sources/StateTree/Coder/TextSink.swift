/// Writes a tree as compact JSON text.
struct TextSink: TreeSink {
  var output: [UInt8]
  /// Whether a value stands before the place where the next one goes, so that a comma is due.
  private var needsComma = false

  init(appendingTo output: [UInt8] = []) {
    self.output = output
  }

  static var keepsOrder: Bool { true }

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

  mutating func beginArray() {
    beginValue()
    needsComma = false
    output.append(UInt8(ascii: "["))
  }

  mutating func endArray() {
    needsComma = true
    output.append(UInt8(ascii: "]"))
  }

  mutating func beginObject() {
    beginValue()
    needsComma = false
    output.append(UInt8(ascii: "{"))
  }

  mutating func key(_ key: String) {
    beginValue()
    needsComma = false
    appendJSONString(key, to: &output)
    output.append(UInt8(ascii: ":"))
  }

  mutating func endObject() {
    needsComma = true
    output.append(UInt8(ascii: "}"))
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

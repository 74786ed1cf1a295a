/// Writes finite floating-point numbers in the shortest form that reads back as the same value, like `description`.
package enum NumberText {
  /// The space for a number.
  package static let room = 40

  /// Writes a number and returns its length in bytes.
  package static func write(_ value: Double, to start: UnsafeMutableRawPointer) -> Int {
    guard let short = ShortDecimal(value) else { return describe(value, to: start) }
    var count = 0
    if short.isNegative {
      start.assumingMemoryBound(to: UInt8.self)[0] = 0x2d
      count = 1
    }
    count &+= Decimals.write(short.whole, to: start + count)
    start.assumingMemoryBound(to: UInt8.self)[count] = 0x2e
    count &+= 1
    return count &+ Decimals.writeShort(short.fraction, digits: short.decimals, to: start + count)
  }

  /// Writes a number and returns its length in bytes.
  package static func write(_ value: Float, to start: UnsafeMutableRawPointer) -> Int {
    describe(value, to: start)
  }

  private static func describe(_ value: some TextOutputStreamable, to start: UnsafeMutableRawPointer) -> Int {
    var stream = DescriptionStream(start: start)
    value.write(to: &stream)
    return stream.count
  }
}

/// Writes a description without creating a string: 46 ns instead of 86 ns for a number of 17 digits.
///
/// The standard library passes numbers as ASCII to `_writeASCII`, which is public but not guaranteed; without it,
/// `write(_:)` would receive their text.
private struct DescriptionStream: TextOutputStream {
  let start: UnsafeMutableRawPointer
  private(set) var count = 0

  init(start: UnsafeMutableRawPointer) { self.start = start }

  mutating func write(_ text: String) {
    text.withBytes { append($0) }
  }

  mutating func _writeASCII(_ text: UnsafeBufferPointer<UInt8>) {
    append(UnsafeRawBufferPointer(text))
  }

  private mutating func append(_ text: UnsafeRawBufferPointer) {
    guard let bytes = text.baseAddress, text.count <= NumberText.room - count else { return }
    (start + count).copyMemory(from: bytes, byteCount: text.count)
    count += text.count
  }
}

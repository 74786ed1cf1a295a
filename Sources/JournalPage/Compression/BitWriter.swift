/// Writes bits, the lowest first.
struct BitWriter {
  private var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var count = 0

  /// Writes the lowest bits of a value, at most 32.
  mutating func write(_ value: Int, bits: Int) {
    pending |= UInt64(value) << count
    count += bits
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      count -= 8
    }
  }

  /// Writes the code of a symbol.
  mutating func write(_ code: HuffmanCode, _ symbol: Int) {
    write(Int(code.codes[symbol]), bits: Int(code.lengths[symbol]))
  }

  /// Returns the bytes, the last one filled with zeros.
  mutating func finish() -> [UInt8] {
    if count > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
    return bytes
  }
}

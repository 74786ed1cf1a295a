/// Writes numbers as decimal digits into memory.
package enum Decimals {
  /// The space for a 64-bit integer with its sign: it has at most 20 bytes, but is written in words.
  package static let room = 28

  /// Writes an integer and returns its length in bytes; up to seven bytes after it are overwritten.
  @_transparent
  package static func write(_ value: Int64, to start: UnsafeMutableRawPointer) -> Int {
    guard value < 0 else { return write(value.magnitude, to: start) }
    start.assumingMemoryBound(to: UInt8.self)[0] = 0x2d
    return 1 &+ write(value.magnitude, to: start + 1)
  }

  /// Writes an integer and returns its length in bytes; up to seven bytes after it are overwritten.
  @_transparent
  static func write(_ value: UInt64, to start: UnsafeMutableRawPointer) -> Int {
    guard value >= eightDigits else { return writeShort(value, to: start) }
    return writeLong(value, to: start)
  }

  /// Writes an integer of at most eight digits, padded with zeros to `digits`.
  @_transparent
  static func writeShort(_ value: UInt64, digits: Int = 1, to start: UnsafeMutableRawPointer) -> Int {
    var word: UInt64 = 0
    var count = 0
    var rest = value
    repeat {
      let quotient = rest / 10
      word = word &<< 8 | (0x30 &+ rest &- quotient &* 10)
      rest = quotient
      count &+= 1
    } while rest != 0 || count < digits
    start.store(word, at: 0)
    return count
  }

  private static let eightDigits: UInt64 = 100_000_000

  @inline(never)
  private static func writeLong(_ value: UInt64, to start: UnsafeMutableRawPointer) -> Int {
    let (high, low) = value.quotientAndRemainder(dividingBy: eightDigits)
    let count = high < eightDigits ? writeShort(high, to: start) : writeLong(high, to: start)
    return count + writeShort(low, digits: 8, to: start + count)
  }
}

/// The space that `writeDecimal` needs.
package let decimalByteCount = Decimals.room

/// Writes an integer in decimal and returns its length in bytes; up to `decimalByteCount` bytes are overwritten.
package func writeDecimal(_ value: Int, to start: UnsafeMutableRawPointer) -> Int {
  Decimals.write(Int64(value), to: start)
}

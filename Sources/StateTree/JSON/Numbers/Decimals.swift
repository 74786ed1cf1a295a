/// Numbers as decimal digits, written straight into memory.
enum Decimals {
  /// How many bytes of room an integer of 64 bits takes, its sign included: it has 20 at most, and is written in words.
  static let room = 28

  /// Writes an integer and returns how many bytes it has; up to seven behind it are overwritten.
  @inline(__always)
  static func write(_ value: Int64, to start: UnsafeMutableRawPointer) -> Int {
    guard value < 0 else { return write(UInt64(value), to: start) }
    start.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
    return 1 &+ write(value.magnitude, to: start + 1)
  }

  /// Writes an integer and returns how many bytes it has; up to seven behind it are overwritten.
  @inline(__always)
  static func write(_ value: UInt64, to start: UnsafeMutableRawPointer) -> Int {
    guard value >= eightDigits else { return writeShort(value, to: start) }
    return writeLong(value, to: start)
  }

  /// Writes an integer of at most eight digits, with zeros before them where it has fewer than `digits`.
  @inline(__always)
  static func writeShort(_ value: UInt64, digits: Int = 1, to start: UnsafeMutableRawPointer) -> Int {
    var word: UInt64 = 0
    var count = 0
    var rest = value
    repeat {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      word = word &<< 8 | digit | UInt64(UInt8(ascii: "0"))
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

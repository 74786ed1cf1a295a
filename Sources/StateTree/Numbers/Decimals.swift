/// Numbers as decimal digits, written straight into memory.
enum Decimals {
  /// How many bytes an integer of 64 bits takes at most, its sign included.
  static let integerLength = 20

  /// Writes an integer and returns how many bytes that took: `integerLength` at most.
  @inline(__always)
  static func write(_ value: Int64, to start: UnsafeMutableRawPointer) -> Int {
    guard value < 0 else { return write(UInt64(value), to: start) }
    start.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
    return 1 &+ write(value.magnitude, to: start + 1)
  }

  /// Writes an integer and returns how many bytes that took: `integerLength` at most.
  @inline(__always)
  static func write(_ value: UInt64, to start: UnsafeMutableRawPointer) -> Int {
    let count = digitCount(value)
    write(value, digits: count, to: start)
    return count
  }

  /// Writes the lowest digits of an integer, with zeros before them where it has fewer.
  @inline(__always)
  static func write(_ value: UInt64, digits: Int, to start: UnsafeMutableRawPointer) {
    var rest = value
    var position = digits
    while position > 0 {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      position &-= 1
      start.storeBytes(
        of: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit), toByteOffset: position, as: UInt8.self)
      rest = quotient
    }
  }

  /// How many decimal digits an integer has.
  @inline(__always)
  static func digitCount(_ value: UInt64) -> Int {
    var count = 1
    var rest = value
    while rest >= 10_000 {
      rest /= 10_000
      count &+= 4
    }
    return rest < 100 ? (rest < 10 ? count : count &+ 1) : (rest < 1_000 ? count &+ 2 : count &+ 3)
  }
}

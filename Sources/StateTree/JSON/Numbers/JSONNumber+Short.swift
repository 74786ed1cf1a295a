/// Reads short numbers, which are nearly all, without creating a string.
extension JSONNumber {
  /// Reads a literal of up to 18 digits, which can't overflow, without fraction and exponent; `nil` for other literals,
  /// and for numbers that don't fit.
  @inline(__always)
  static func plainInteger<Integer: FixedWidthInteger>(_ literal: UnsafeRawBufferPointer) -> Integer? {
    let isNegative = literal[0] == UInt8(ascii: "-")
    let start = isNegative ? 1 : 0
    guard literal.count - start <= 18 else { return nil }
    var value = 0
    for offset in start..<literal.count {
      let digit = literal[offset] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      value = value &* 10 &+ Int(digit)
    }
    return Integer(exactly: isNegative ? -value : value)
  }

  /// Reads a literal of up to 18 characters without exponent and with digits below 2^53; `nil` for others.
  ///
  /// A `Double` holds such digits and the power of ten exactly, so that one division rounds like reading the whole
  /// literal.
  ///
  /// Source: W. D. Clinger, "How to Read Floating Point Numbers Accurately", PLDI 1990.
  @inline(__always)
  static func exactDouble(_ literal: UnsafeRawBufferPointer) -> Double? {
    let isNegative = literal[0] == UInt8(ascii: "-")
    var digits: Int64 = 0
    var fraction = 0
    var inFraction = false
    let start = isNegative ? 1 : 0
    guard literal.count - start <= 18 else { return nil }
    for offset in start..<literal.count {
      let digit = literal[offset] &- UInt8(ascii: "0")
      if digit <= 9 {
        digits = digits &* 10 &+ Int64(digit)
        if inFraction { fraction += 1 }
      } else if literal[offset] == UInt8(ascii: ".") {
        inFraction = true
      } else {
        return nil
      }
    }
    guard digits < 1 << 53 else { return nil }
    let value = Double(digits) / powersOfTen[fraction]
    return isNegative ? -value : value
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    1e16, 1e17,
  ]
}

/// Reads short numbers, which are nearly all, without creating a string.
extension JSONNumber {
  /// Reads a literal of up to 18 digits, which can't overflow, without fraction and exponent; `nil` for other literals,
  /// and for numbers that don't fit.
  @_transparent
  static func plainInteger<Integer: FixedWidthInteger>(_ literal: UnsafeRawBufferPointer) -> Integer? {
    plainInteger(literal).flatMap { (value: Int) in Integer(exactly: value) }
  }

  /// Reads a literal of up to 18 digits, which can't overflow, without fraction and exponent; `nil` for other literals.
  @_transparent
  static func plainInteger(_ literal: UnsafeRawBufferPointer) -> Int? {
    guard let digits = literal.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
    var offset = digits[0] == 0x2d ? 1 : 0
    let count = literal.count
    guard count &- offset <= 18 else { return nil }
    var value = 0
    while offset < count {
      guard digits[offset] &- 0x30 <= 9 else { return nil }
      value = value &* 10 &+ Int(truncatingIfNeeded: digits[offset] &- 0x30)
      offset &+= 1
    }
    return digits[0] == 0x2d ? 0 &- value : value
  }

  /// Reads a literal of up to 18 characters without exponent and with digits below 2^53; `nil` for others.
  ///
  /// A `Double` holds such digits and the power of ten exactly, so that one division rounds like reading the whole
  /// literal.
  ///
  /// Source: W. D. Clinger, "How to Read Floating Point Numbers Accurately", PLDI 1990.
  @_transparent
  static func exactDouble(_ literal: UnsafeRawBufferPointer) -> Double? {
    guard let text = literal.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
    let count = literal.count
    var offset = text[0] == 0x2d ? 1 : 0
    guard count &- offset <= 18 else { return nil }
    var digits: Int64 = 0
    // The offset of the first digit after the point.
    var fraction = count
    while offset < count {
      if text[offset] &- 0x30 <= 9 {
        digits = digits &* 10 &+ Int64(truncatingIfNeeded: text[offset] &- 0x30)
      } else if text[offset] == 0x2e {
        fraction = offset &+ 1
      } else {
        return nil
      }
      offset &+= 1
    }
    guard digits < 0x20_0000_0000_0000 else { return nil }
    let value = Double(digits) / powersOfTen[count &- fraction]
    return text[0] == 0x2d ? -value : value
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    1e16, 1e17,
  ]
}

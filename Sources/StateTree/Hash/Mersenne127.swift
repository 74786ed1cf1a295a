/// Arithmetic modulo the Mersenne prime 2¹²⁷−1, for the hash of an array.
///
/// 2¹²⁷ is 1 here, so folding a number adds the bits from 127 up to those below. A folded number is at most the prime
/// itself, which then represents 0. Sums and products accept it; only a result that is shown or compared must be reduced.
enum Mersenne127 {
  private static var modulus: UInt128 { UInt128.max &>> 1 }

  /// The remainder of any number.
  @inline(__always)
  static func reduce(_ value: UInt128) -> UInt128 {
    let folded = fold(value)
    return folded >= modulus ? folded &- modulus : folded
  }

  /// The folded sum of two folded numbers.
  @inline(__always)
  static func add(_ left: UInt128, _ right: UInt128) -> UInt128 {
    fold(left &+ right)
  }

  /// The folded difference of two folded numbers.
  @inline(__always)
  static func subtract(_ left: UInt128, _ right: UInt128) -> UInt128 {
    fold(left &+ (modulus ^ right))
  }

  /// The folded product of a folded number and one of at most 2¹²⁷.
  ///
  /// Written out in words of 64 bits; the standard library's `multipliedFullWidth` takes several times as long.
  @inline(__always)
  static func multiply(_ left: UInt128, _ right: UInt128) -> UInt128 {
    let (leftLow, leftHigh) = (UInt64(truncatingIfNeeded: left), UInt64(truncatingIfNeeded: left &>> 64))
    let (rightLow, rightHigh) = (UInt64(truncatingIfNeeded: right), UInt64(truncatingIfNeeded: right &>> 64))
    let low = product(leftLow, rightLow)
    // Below 2¹²⁸, because the high words are at most 2⁶³, and one of them is less.
    let middle = product(leftLow, rightHigh) &+ product(leftHigh, rightLow)
    let (lower, carry) = low.addingReportingOverflow(middle &<< 64)
    let upper = product(leftHigh, rightHigh) &+ (middle &>> 64) &+ (carry ? 1 : 0)
    // upper·2¹²⁸ + lower, where 2¹²⁸ is 2. Both terms are below 2¹²⁷, since the product is below 2²⁵⁴.
    return fold((upper &<< 1 | lower &>> 127) &+ (lower & modulus))
  }

  /// An equal number modulo the prime that is at most the prime, or 2¹²⁷ for 2¹²⁸−1.
  @inline(__always)
  static func fold(_ value: UInt128) -> UInt128 {
    (value & modulus) &+ (value &>> 127)
  }

  @inline(__always)
  private static func product(_ left: UInt64, _ right: UInt64) -> UInt128 {
    UInt128(left) &* UInt128(right)
  }
}

/// Arithmetic modulo the Mersenne prime 2¹²⁷−1, in which the hash of an array is computed.
///
/// 2¹²⁷ is 1 here, so that a number is reduced by adding the bits from 127 up to those below.
enum Mersenne127 {
  private static var modulus: UInt128 { UInt128.max &>> 1 }

  /// The remainder of any number.
  @inline(__always)
  static func reduce(_ value: UInt128) -> UInt128 {
    let folded = fold(value)
    return folded >= modulus ? folded &- modulus : folded
  }

  /// The sum of two numbers that are reduced.
  @inline(__always)
  static func add(_ left: UInt128, _ right: UInt128) -> UInt128 {
    reduce(left &+ right)
  }

  /// The difference of two numbers that are reduced.
  @inline(__always)
  static func subtract(_ left: UInt128, _ right: UInt128) -> UInt128 {
    left >= right ? left &- right : left &+ (modulus &- right)
  }

  /// The product of two numbers that are reduced.
  ///
  /// Written out in words of 64 bits; the standard library's `multipliedFullWidth` takes about four times as long.
  @inline(__always)
  static func multiply(_ left: UInt128, _ right: UInt128) -> UInt128 {
    let (leftLow, leftHigh) = (UInt64(truncatingIfNeeded: left), UInt64(truncatingIfNeeded: left &>> 64))
    let (rightLow, rightHigh) = (UInt64(truncatingIfNeeded: right), UInt64(truncatingIfNeeded: right &>> 64))
    let low = product(leftLow, rightLow)
    // Below 2¹²⁸, because the high words are below 2⁶³.
    let middle = product(leftLow, rightHigh) &+ product(leftHigh, rightLow)
    let high = product(leftHigh, rightHigh)
    // The middle stands 64 bits further up, so that its bits from 63 up are those that wrap around.
    let wrapped = (middle & ((1 &<< 63) &- 1)) &<< 64
    // high·2¹²⁸ is high·2. No sum overflows: each term of the first is below 2¹²⁷, each fold at most 2¹²⁷, and of the
    // two folds one is less.
    let sum = fold(high &<< 1 &+ wrapped) &+ fold(low)
    return reduce(fold(sum) &+ middle &>> 63)
  }

  /// A number that is the same modulo the prime, and at most 2¹²⁷.
  @inline(__always)
  private static func fold(_ value: UInt128) -> UInt128 {
    (value & modulus) &+ (value &>> 127)
  }

  @inline(__always)
  private static func product(_ left: UInt64, _ right: UInt64) -> UInt128 {
    let product = left.multipliedFullWidth(by: right)
    return UInt128(product.high) &<< 64 | UInt128(product.low)
  }
}

/// Arithmetic modulo the Mersenne prime 2¹²⁷−1, for the hash of an array.
///
/// 2¹²⁷ is 1 here, so folding a number adds the bits from 127 up to those below. A folded number is at most the prime
/// itself, which then represents 0. Sums and products accept it; only a result that is shown or compared must be reduced.
enum Mersenne127 {
  private static var modulus: UInt128 {
    @_transparent get { UInt128(_low: .max, _high: .max &>> 1) }
  }

  /// The remainder of any number.
  @_transparent
  static func reduce(_ value: UInt128) -> UInt128 {
    let folded = fold(value)
    return folded >= modulus ? folded &- modulus : folded
  }

  /// The folded sum of two folded numbers.
  @_transparent
  static func add(_ left: UInt128, _ right: UInt128) -> UInt128 {
    fold(left &+ right)
  }

  /// The folded difference of two folded numbers.
  @_transparent
  static func subtract(_ left: UInt128, _ right: UInt128) -> UInt128 {
    fold(left &+ (modulus ^ right))
  }

  /// The folded product of a folded number and one of at most 2¹²⁷.
  ///
  /// Written out in words of 64 bits; the standard library's `multipliedFullWidth` takes several times as long.
  @_transparent
  static func multiply(_ left: UInt128, _ right: UInt128) -> UInt128 {
    let low = left._low.multipliedFullWidth(by: right._low)
    let first = left._low.multipliedFullWidth(by: right._high)
    let second = left._high.multipliedFullWidth(by: right._low)
    let high = left._high.multipliedFullWidth(by: right._high)
    // Above the lowest word. Below 2¹²⁸, because the high words are at most 2⁶³, and one of them is less.
    let middle =
      UInt128(_low: first.low, _high: first.high) &+ UInt128(_low: second.low, _high: second.high)
      &+ UInt128(_low: low.high, _high: 0)
    let upper = UInt128(_low: high.low, _high: high.high) &+ UInt128(_low: middle._high, _high: 0)
    // upper·2¹²⁸ + lower, where 2¹²⁸ is 2. Both terms are below 2¹²⁷, since the product is below 2²⁵⁴.
    let lower = UInt128(_low: low.low, _high: middle._low)
    return fold((upper &<< (1 as UInt128) | lower &>> (127 as UInt128)) &+ (lower & modulus))
  }

  /// An equal number modulo the prime that is at most the prime, or 2¹²⁷ for 2¹²⁸−1.
  @_transparent
  static func fold(_ value: UInt128) -> UInt128 {
    (value & modulus) &+ (value &>> (127 as UInt128))
  }
}

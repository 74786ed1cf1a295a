/// A decimal number as its digits. Zero has no sign here.
struct DecimalDigits: Sendable, Hashable {
  /// The digits without leading and trailing zeros; empty for zero.
  private var digits: [UInt8] = []
  /// The power of ten of the last digit.
  private var exponent = 0
  private var isNegative: Bool

  /// The greatest exponent: that of any number that a journal can hold.
  static let exponentLimit = 1_000_000_000
  /// The most digits of a sum.
  private static let limit = 10_000

  init(_ integer: Int) {
    isNegative = integer < 0
    digits = String(integer.magnitude).utf8.map { $0 - UInt8(ascii: "0") }
    normalize()
  }

  /// Reads a number in the syntax of JSON; `nil` if its exponent is beyond the limit.
  init?(literal: String) {
    isNegative = literal.utf8.first == UInt8(ascii: "-")
    var isFraction = false
    var rest = Substring(literal).utf8
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if isFraction { exponent -= 1 }
        digits.append(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "-"): break
      default:
        // An exponent.
        guard let power = Int(Substring(rest)), abs(power) <= Self.exponentLimit else { return nil }
        exponent += power
        rest = Substring().utf8
      }
    }
    normalize()
    guard abs(exponent) <= Self.exponentLimit else { return nil }
  }

  private init(_ digits: [UInt8], exponent: Int, isNegative: Bool) {
    (self.digits, self.exponent, self.isNegative) = (digits, exponent, isNegative)
    normalize()
  }

  private mutating func normalize() {
    digits = Array(digits.drop { $0 == 0 })
    while digits.last == 0 {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty { (exponent, isNegative) = (0, false) }
  }

  /// The number in the syntax of JSON, in full if it isn't too long.
  var literal: String {
    guard !digits.isEmpty else { return "0" }
    let sign = isNegative ? "-" : ""
    let text = digits.map(String.init).joined()
    if exponent >= 0, text.count + exponent <= Self.mostPlainDigits {
      return sign + text + String(repeating: "0", count: exponent)
    }
    guard exponent < 0, exponent >= -Self.mostPlainDigits else { return "\(sign)\(text)e\(exponent)" }
    let padded = String(repeating: "0", count: max(0, 1 - exponent - text.count)) + text
    return "\(sign)\(padded.dropLast(-exponent)).\(padded.suffix(-exponent))"
  }

  private static let mostPlainDigits = 21

  var negated: DecimalDigits { DecimalDigits(digits, exponent: exponent, isNegative: !isNegative) }

  /// The exact sum; `nil` if it has more digits than the limit.
  static func + (left: DecimalDigits, right: DecimalDigits) -> DecimalDigits? {
    if left.digits.isEmpty { return right }
    if right.digits.isEmpty { return left }
    let exponent = min(left.exponent, right.exponent)
    let (leftZeros, rightZeros) = (left.exponent - exponent, right.exponent - exponent)
    guard max(left.digits.count + leftZeros, right.digits.count + rightZeros) <= limit else { return nil }
    let leftDigits = left.digits + Array(repeating: 0, count: leftZeros)
    let rightDigits = right.digits + Array(repeating: 0, count: rightZeros)
    if left.isNegative == right.isNegative {
      return DecimalDigits(sum(leftDigits, rightDigits), exponent: exponent, isNegative: left.isNegative)
    }
    if isLess(leftDigits, rightDigits) {
      return DecimalDigits(difference(rightDigits, leftDigits), exponent: exponent, isNegative: right.isNegative)
    }
    return DecimalDigits(difference(leftDigits, rightDigits), exponent: exponent, isNegative: left.isNegative)
  }

  private static func sum(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var carry: UInt8 = 0
    for place in 1...(max(left.count, right.count) + 1) {
      let digit = self.digit(left, place) + self.digit(right, place) + carry
      result.append(digit % 10)
      carry = digit / 10
    }
    return result.reversed()
  }

  /// The difference of a number and another that isn't greater.
  private static func difference(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var borrow: UInt8 = 0
    for place in 1...left.count {
      let digit = 10 + self.digit(left, place) - self.digit(right, place) - borrow
      result.append(digit % 10)
      borrow = digit < 10 ? 1 : 0
    }
    return result.reversed()
  }

  /// The digit at a place counted from the end, from 1.
  private static func digit(_ digits: [UInt8], _ place: Int) -> UInt8 {
    place <= digits.count ? digits[digits.count - place] : 0
  }

  /// Whether one number is less than another, both without sign and with the same exponent.
  private static func isLess(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count != right.count ? left.count < right.count : left.lexicographicallyPrecedes(right)
  }
}

extension DecimalDigits: Comparable {
  static func < (left: DecimalDigits, right: DecimalDigits) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? right.isCloserToZero(than: left) : left.isCloserToZero(than: right)
  }

  private func isCloserToZero(than other: DecimalDigits) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
    let (mine, others) = (digits.count + exponent, other.digits.count + other.exponent)
    return mine != others ? mine < others : digits.lexicographicallyPrecedes(other.digits)
  }
}

extension Unicode.Scalar {
  var isDigit: Bool { ("0"..."9").contains(self) }
}

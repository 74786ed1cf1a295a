/// A JSON number, kept as its literal, so that no digit is lost.
///
/// Two numbers are equal when their exact decimal values are: `1`, `1.0` and `10e-1` are one number. Negative zero
/// differs from zero, because a `Double` can hold both and a state must be restored exactly.
public struct JSONNumber: Sendable {
  /// The number in the syntax of RFC 8259.
  public let literal: String

  /// Creates a number from a literal; `nil` if RFC 8259 does not allow it.
  public init?(literal: String) {
    guard let document = try? JSONDocument(Array(literal.utf8)), document.root.kind == .number,
      document.root.utf8Count == literal.utf8.count
    else { return nil }
    self.literal = literal
  }

  /// Creates a number from a literal that a reader or a formatter has already checked.
  init(checked literal: String) {
    self.literal = literal
  }

  /// Creates a number from an integer.
  public init(_ value: some BinaryInteger) {
    literal = String(value)
  }

  /// Creates a number from a floating-point value, in the shortest form that reads back as the same value; `nil` if it
  /// isn't finite.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    literal = value.description
  }

  /// The value as a fixed-width integer, if it is a whole number that fits.
  public func integer<Integer: FixedWidthInteger>(_: Integer.Type = Integer.self) -> Integer? {
    if let value = Integer(literal) { return value }
    return canonicalForm.flatMap { form in
      // A canonical form is digits, `e` and an exponent: "12e3".
      guard let mark = form.firstIndex(of: "e"), let exponent = Int(form[form.index(after: mark)...]),
        (0...40).contains(exponent)
      else { return nil }
      return Integer(form[..<mark] + String(repeating: "0", count: exponent))
    }
  }

  /// The nearest `Double`; infinite if the value is beyond its range.
  public var double: Double { Double(literal) ?? .nan }

  /// The equal number in the one spelling of its value: digits for a whole number of 64 bits, the shortest for another
  /// `Double`, and digits with an exponent for any other.
  var normalized: JSONNumber {
    if shortInteger != nil { return self }
    if self == 0 { return 0 }
    if let value = integer(Int64.self), value != 0 { return JSONNumber(value) }
    if let short = JSONNumber(double), short == self { return short }
    return canonicalForm.map { JSONNumber(checked: $0) } ?? self
  }

  private var canonicalForm: String? {
    var text = literal
    return text.withUTF8 { bytes in
      var form = ""
      JSONNumber.withCanonicalForm(ofLiteral: UnsafeRawBufferPointer(bytes)) {
        form = String(decoding: $0, as: UTF8.self)
      }
      return form
    }
  }

  /// Passes on the canonical form of a literal: an optional `-`, the digits without leading or trailing zeros, `e`,
  /// and the decimal exponent of the last digit. Zero is `0e0` or `-0e0`.
  ///
  /// `12000` is `12e3`, `0.50` is `5e-1`. The literal must be valid by RFC 8259, with an exponent within the parser's
  /// limits.
  static func withCanonicalForm(ofLiteral literal: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    // The form is never longer than the literal plus an exponent.
    withUnsafeTemporaryAllocation(byteCount: literal.count + Decimals.room, alignment: 1) { form in
      var length = 0
      var exponent = 0
      var offset = 0
      if literal.count > 0, literal[0] == UInt8(ascii: "-") {
        form[0] = UInt8(ascii: "-")
        length = 1
        offset = 1
      }
      let digitsStart = length
      var inFraction = false
      scan: while offset < literal.count {
        let byte = literal[offset]
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
          if inFraction { exponent -= 1 }
          if byte != UInt8(ascii: "0") || length != digitsStart {
            form[length] = byte
            length += 1
          }
        case UInt8(ascii: "."):
          inFraction = true
        default:
          exponent += signedInteger(UnsafeRawBufferPointer(rebasing: literal[(offset + 1)...]))
          break scan
        }
        offset += 1
      }
      while length > digitsStart, form[length - 1] == UInt8(ascii: "0") {
        length -= 1
        exponent += 1
      }
      if length == digitsStart {
        form[length] = UInt8(ascii: "0")
        length += 1
        exponent = 0
      }
      form[length] = UInt8(ascii: "e")
      length += 1
      if let start = form.baseAddress { length += Decimals.write(Int64(exponent), to: start + length) }
      body(UnsafeRawBufferPointer(rebasing: form[..<length]))
    }
  }

  private static func signedInteger(_ text: UnsafeRawBufferPointer) -> Int {
    var value = 0
    for byte in text {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value &* 10 &+ Int(byte - UInt8(ascii: "0"))
      default: continue
      }
    }
    return text.first == UInt8(ascii: "-") ? -value : value
  }
}

extension JSONNumber: Hashable {
  /// Whether two numbers have the same exact decimal value.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    if left.literal.hasSameBytes(as: right.literal) { return true }
    if let one = left.shortInteger, let other = right.shortInteger { return one == other }
    return left.canonicalForm == right.canonicalForm
  }

  /// Feeds the exact decimal value.
  public func hash(into hasher: inout Hasher) {
    // Most numbers are short integers, and a canonical form takes many times as long.
    if let value = shortInteger { return hasher.combine(value) }
    // Such as `1.0`, which must have the hash of `1`.
    if let value = integer(Int64.self), value.magnitude < 1_000_000_000_000_000_000 { return hasher.combine(value) }
    hasher.combine(canonicalForm)
  }

  /// The value of an integer of at most 18 digits without an exponent; `nil` for any other literal, and for `-0`.
  private var shortInteger: Int64? {
    literal.withBytes { bytes in
      guard let start = bytes.baseAddress, bytes.count <= 18 else { return nil }
      let isNegative = start.load(as: UInt8.self) == 0x2d
      var value: Int64 = 0
      var index = isNegative ? 1 : 0
      while index < bytes.count {
        let digit = Int64(start.load(fromByteOffset: index, as: UInt8.self)) &- 0x30
        guard digit >= 0, digit <= 9 else { return nil }
        value = value &* 10 &+ digit
        index &+= 1
      }
      return isNegative ? value == 0 ? nil : -value : value
    }
  }
}

extension JSONNumber: CustomStringConvertible, ExpressibleByIntegerLiteral {
  /// The literal.
  public var description: String { literal }

  /// Creates a number from an integer.
  public init(integerLiteral value: Int) { self.init(value) }
}

/// Reads the pieces of a time from left to right.
struct TimeScanner {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let first = rest.first, UInt32(first) == character.value else { return false }
    rest.removeFirst()
    return true
  }

  /// Exactly so many digits, as a number.
  mutating func digits(_ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
    rest = rest.dropFirst(count)
    return Int(String(digits) ?? "")
  }

  /// One to nine digits behind the point, as microseconds; what is finer is cut off.
  mutating func fraction() -> Int64? {
    let digits = rest.prefix(while: Self.isDigit)
    guard (1...9).contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    return Int64((String(digits) ?? "").padding(to: 6))
  }

  /// `Z` or an offset, in seconds east of UTC.
  mutating func zone() -> Int? {
    if skip("Z") || skip("z") { return 0 }
    let sign: Int
    if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
    guard let hours = digits(2), hours < 24, skip(":"), let minutes = digits(2), minutes < 60 else { return nil }
    return sign * (hours * 60 + minutes) * 60
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

extension String {
  /// The first so many characters, filled up with zeros.
  fileprivate func padding(to count: Int) -> String {
    String(prefix(count)) + String(repeating: "0", count: max(0, count - self.count))
  }
}

/// Strings and numbers.
extension QueryParser {
  /// Parses a string in single or double quotes.
  mutating func string() throws(JSONQueryError) -> String {
    guard let quote = next else { throw expected("a string") }
    let start = offset
    offset += 1
    var string = String.UnicodeScalarView()
    while let scalar = next, scalar != quote {
      guard scalar.value >= 0x20 else { throw error("a control character in a string; write it as an escape") }
      offset += 1
      string.append(scalar == "\\" ? try escaped(in: quote) : scalar)
    }
    guard next == quote else { throw error("the string that starts here has no end", at: start) }
    offset += 1
    return String(string)
  }

  /// Parses what follows a backslash.
  private mutating func escaped(in quote: Unicode.Scalar) throws(JSONQueryError) -> Unicode.Scalar {
    let start = offset - 1
    guard let scalar = next else { throw expected("an escaped character") }
    offset += 1
    switch scalar {
    case quote, "\\", "/": return scalar
    case "b": return "\u{8}"
    case "f": return "\u{c}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u": return try unicodeEscape(from: start)
    default: throw error("unknown escape '\\\(scalar)'", at: start)
    }
  }

  private mutating func unicodeEscape(from start: Int) throws(JSONQueryError) -> Unicode.Scalar {
    let unit = try hexDigits(from: start)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    // A surrogate is half of a character; the second half must follow.
    guard unit < 0xdc00, take("\\u") else { throw error("half a surrogate pair", at: start) }
    let low = try hexDigits(from: start)
    guard (0xdc00...0xdfff).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xd800) << 10 + (UInt32(low) - 0xdc00))
    else { throw error("half a surrogate pair", at: start) }
    return scalar
  }

  private mutating func hexDigits(from start: Int) throws(JSONQueryError) -> UInt16 {
    let digits = scalars[offset...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ $0.isASCII && $0.properties.isASCIIHexDigit }),
      let unit = UInt16(String(String.UnicodeScalarView(digits)), radix: 16)
    else { throw error("expected four hexadecimal digits after '\\u'", at: start) }
    offset += 4
    return unit
  }

  /// Parses an integer: an index, or a bound of a slice.
  mutating func integer() throws(JSONQueryError) -> Int {
    let start = offset
    try digits()
    let text = written(start..<offset)
    guard text != "-0" else { throw error("'-0' is no index", at: start) }
    // I-JSON (RFC 7493) limits integers to those that a `Double` holds exactly.
    guard let integer = Int(text), integer.magnitude < 1 << 53 else {
      throw error("\(text) is outside of ±(2^53 - 1)", at: start)
    }
    return integer
  }

  /// Takes an optional sign and the digits of an integer, without leading zeros.
  private mutating func digits() throws(JSONQueryError) {
    _ = take("-")
    guard let first = next, first.isDigit else { throw expected("a digit") }
    offset += 1
    guard first != "0" else {
      if let next, next.isDigit { throw error("a number with a leading zero", at: offset - 1) }
      return
    }
    skip(while: \.isDigit)
  }

  /// Parses a number.
  mutating func number() throws(JSONQueryError) -> ExactNumber {
    let start = offset
    try digits()
    if take(".") { try fraction() }
    if next == "e" || next == "E" {
      offset += 1
      if !take("+") { _ = take("-") }
      try fraction()
    }
    guard let number = ExactNumber(literal: written(start..<offset)) else {
      throw error("an exponent beyond ±\(DecimalDigits.limit)", at: start)
    }
    return number
  }

  /// Takes at least one digit.
  private mutating func fraction() throws(JSONQueryError) {
    guard let next, next.isDigit else { throw expected("a digit") }
    skip(while: \.isDigit)
  }
}

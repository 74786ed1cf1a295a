/// Parses the syntax of RFC 9535.
struct QueryParser {
  let scalars: [Unicode.Scalar]
  var offset = 0
  /// The number of open brackets and parentheses.
  private var depth = 0
  /// The queries so far, as they were written.
  var queries: [String] = []

  /// The most brackets and parentheses inside each other, so that no query overflows the stack.
  private static let depthLimit = 64

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  /// Parses a query that is the whole text.
  mutating func wholeQuery() throws(JSONQueryError) -> JSONPath {
    guard next == "$" else { throw expected("'$'") }
    let query = try query()
    guard isAtEnd else { throw expected("'.', '[' or the end") }
    return query
  }

  /// Parses an expression that is the whole text.
  mutating func wholeExpression() throws(JSONQueryError) -> Condition {
    skipBlanks()
    let condition = try condition()
    skipBlanks()
    guard isAtEnd else { throw expected(Self.afterCondition + " or the end") }
    return condition
  }

  /// The tokens that can follow a complete condition.
  static let afterCondition = "'&&', '||'"

  /// Parses a query, from its `$` or `@` on.
  mutating func query() throws(JSONQueryError) -> JSONPath {
    let first = offset
    let number = queries.count
    queries.append("")
    let start = next == "$" ? JSONPath.Start.document : .current
    offset += 1
    let segments = try segments()
    queries[number] = written(first..<offset)
    return JSONPath(from: start, segments, number: number)
  }

  func written(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }

  // MARK: Reading

  var isAtEnd: Bool { offset == scalars.count }

  /// The next character; `nil` at the end.
  var next: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

  /// Skips a text if it comes next; returns whether it did.
  mutating func take(_ word: String) -> Bool {
    let word = Array(word.unicodeScalars)
    guard scalars[offset...].starts(with: word) else { return false }
    offset += word.count
    return true
  }

  /// Skips the characters that a condition accepts.
  mutating func skip(while isAccepted: (Unicode.Scalar) -> Bool) {
    while let next, isAccepted(next) { offset += 1 }
  }

  mutating func skipBlanks() { skip { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" } }

  /// Calls the body one level deeper.
  mutating func nested<Result>(
    _ body: (inout QueryParser) throws(JSONQueryError) -> Result
  ) throws(JSONQueryError) -> Result {
    guard depth < Self.depthLimit else { throw error("more than \(Self.depthLimit) levels of brackets") }
    depth += 1
    defer { depth -= 1 }
    return try body(&self)
  }

  // MARK: Errors

  /// The error that something else should come next.
  func expected(_ what: String) -> JSONQueryError {
    let found = next.map { "'" + ($0.isASCII && $0.value < 0x20 ? $0.escaped(asASCII: true) : String($0)) + "'" }
    let hint = what.hasPrefix(Self.afterCondition) ? hintAfterCondition.map { "; \($0)" } : nil
    return error("expected \(what), found \(found ?? "the end")\(hint ?? "")")
  }

  /// What was probably meant by what follows a condition.
  private var hintAfterCondition: String? {
    func comes(_ word: String) -> Bool { scalars[offset...].starts(with: "\(word) ".unicodeScalars) }
    if next == "=" { return "'==' compares values" }
    if next == "-" { return "a name with '-' is written as ['a-b']" }
    return comes("and") ? "write '&&' for and" : comes("or") ? "write '||' for or" : nil
  }

  func error(_ reason: String, at offset: Int? = nil) -> JSONQueryError {
    JSONQueryError(column: (offset ?? self.offset) + 1, reason: reason)
  }
}

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
      throw error("an exponent beyond ±\(DecimalDigits.exponentLimit)", at: start)
    }
    return number
  }

  /// Takes at least one digit.
  private mutating func fraction() throws(JSONQueryError) {
    guard let next, next.isDigit else { throw expected("a digit") }
    skip(while: \.isDigit)
  }
}

/// Segments and selectors: RFC 9535, sections 2.3 and 2.5.
extension QueryParser {
  /// Parses the segments of a query. Blanks may stand between them, but not behind the last one.
  mutating func segments() throws(JSONQueryError) -> [JSONPath.Segment] {
    var segments: [JSONPath.Segment] = []
    while true {
      let end = offset
      skipBlanks()
      guard let segment = try segment() else {
        offset = end
        return segments
      }
      segments.append(segment)
    }
  }

  private mutating func segment() throws(JSONQueryError) -> JSONPath.Segment? {
    if next == "[" { return JSONPath.Segment(selectors: try bracketed()) }
    guard take(".") else { return nil }
    let isDescendant = take(".")
    if isDescendant, next == "[" { return JSONPath.Segment(isDescendant: true, selectors: try bracketed()) }
    if take("*") { return JSONPath.Segment(isDescendant: isDescendant, selectors: [.wildcard]) }
    guard let name = shorthand() else { throw expected(isDescendant ? "a name, '*' or '['" : "a name or '*'") }
    return JSONPath.Segment(isDescendant: isDescendant, selectors: [.name(name)])
  }

  /// Takes a name without quotes; `nil` if none comes next.
  private mutating func shorthand() -> String? {
    let start = offset
    while let next, next.isNameStart || offset > start && next.isDigit { offset += 1 }
    return offset > start ? written(start..<offset) : nil
  }

  private mutating func bracketed() throws(JSONQueryError) -> [JSONPath.Selector] {
    try nested { parser throws(JSONQueryError) in
      var selectors: [JSONPath.Selector] = []
      repeat {
        parser.offset += 1
        parser.skipBlanks()
        selectors.append(try parser.selector())
        parser.skipBlanks()
      } while parser.next == ","
      guard parser.take("]") else { throw parser.expected(parser.followers(of: selectors.last)) }
      return selectors
    }
  }

  /// Returns the tokens that can follow a selector.
  private func followers(of selector: JSONPath.Selector?) -> String {
    guard case .filter = selector else { return "',' or ']'" }
    return Self.afterCondition + ", ',' or ']'"
  }

  private mutating func selector() throws(JSONQueryError) -> JSONPath.Selector {
    switch next {
    case "\"", "'": return .name(try string())
    case "*":
      offset += 1
      return .wildcard
    case "?":
      offset += 1
      skipBlanks()
      return .filter(try condition())
    case ":": return try slice(from: nil)
    case let next? where next == "-" || next.isDigit:
      let start = try integer()
      let end = offset
      skipBlanks()
      if self.next == ":" { return try slice(from: start) }
      offset = end
      return .index(start)
    default: throw expected("a name in quotes, an index, a slice, '*' or '?'")
    }
  }

  /// Parses a slice from its first colon on.
  private mutating func slice(from start: Int?) throws(JSONQueryError) -> JSONPath.Selector {
    let end = try bound()
    let step = next == ":" ? try bound() : nil
    return .slice(start: start, end: end, step: step ?? 1)
  }

  /// Parses a colon and the number behind it, if there is one, and skips the blanks around it.
  private mutating func bound() throws(JSONQueryError) -> Int? {
    offset += 1
    skipBlanks()
    guard let next, next == "-" || next.isDigit else { return nil }
    let bound = try integer()
    skipBlanks()
    return bound
  }
}

extension Unicode.Scalar {
  /// Whether a name without quotes can start with it.
  fileprivate var isNameStart: Bool {
    ("a"..."z").contains(self) || ("A"..."Z").contains(self) || self == "_" || value >= 0x80
  }
}

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
    return error("expected \(what), found \(found ?? "the end")")
  }

  func error(_ reason: String, at offset: Int? = nil) -> JSONQueryError {
    JSONQueryError(column: (offset ?? self.offset) + 1, reason: reason)
  }
}

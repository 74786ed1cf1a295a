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

import StateTree

/// A JSONPath query: it selects values of a JSON document, as RFC 9535 defines.
package struct JSONPath: Sendable {
  /// Where the query starts: at the document, or at the value that a filter looks at.
  enum Start: Sendable {
    /// `$`
    case document
    /// `@`
    case current
  }

  /// The steps of a query.
  struct Segment: Sendable {
    /// Whether the selectors apply to the value and all values inside it.
    var isDescendant = false
    var selectors: [Selector]
  }

  /// A selector of children of a value.
  enum Selector: Sendable {
    case name(String)
    case wildcard
    /// An index; a negative one counts from the end.
    case index(Int)
    case slice(start: Int?, end: Int?, step: Int)
    case filter(Condition)
  }

  let start: Start
  let segments: [Segment]
  /// The position of the query among those of its text.
  let number: Int

  /// Parses a query.
  ///
  /// - Throws: `JSONQueryError`, with the column and what the query needs there.
  package init(_ text: String) throws(JSONQueryError) {
    var parser = QueryParser(text)
    self = try parser.wholeQuery()
  }

  init(from start: Start, _ segments: [Segment], number: Int) {
    self.start = start
    self.segments = segments
    self.number = number
  }

  /// Whether the query selects one value at most, by its syntax.
  var isSingular: Bool { segments.allSatisfy { $0.token != nil } }

  /// The pointer to a value outside of which the query reads nothing.
  var scope: JSONPointer {
    var tokens: [String] = []
    for segment in segments {
      guard let token = segment.token, let token else { break }
      tokens.append(token)
    }
    return JSONPointer(tokens: tokens)
  }
}

extension JSONPath.Segment {
  /// The token of a pointer to the only value that the segment can select; `.some(nil)` for an index from the end, and `nil`
  /// if it can select more.
  fileprivate var token: String?? {
    guard !isDescendant, selectors.count == 1, let selector = selectors.first else { return nil }
    switch selector {
    case .name(let name): return .some(name)
    case .index(let index): return .some(index >= 0 ? String(index) : nil)
    case .wildcard, .slice, .filter: return nil
    }
  }
}

package import StateTree

/// A condition on a JSON document: the `logical-expr` of RFC 9535, in which `$` and `@` are the document.
///
///     $.cart.total < 100 && count($.cart.lines[*]) > 0
package struct JSONExpression: Sendable {
  /// The expression as it was written.
  package let text: String
  let condition: Condition
  /// The queries in it, as they were written, by their numbers.
  let queries: [String]

  /// Parses an expression.
  ///
  /// - Throws: `JSONQueryError`, with the column and what the expression needs there.
  package init(_ text: String) throws(JSONQueryError) {
    var parser = QueryParser(text)
    self.text = text
    condition = try parser.wholeExpression()
    queries = parser.queries
  }

  /// The pointers to the values outside of which the expression reads nothing; none of them leads into another's value.
  package var scopes: [JSONPointer] { condition.scopes }
}

extension Condition {
  /// The pointers to the values outside of which the condition reads nothing.
  var scopes: [JSONPointer] {
    var scopes = QueryScopes()
    forEachQuery { scopes.add($0, inFilter: $1) }
    return scopes.pointers
  }
}

extension JSONPath {
  /// The pointers to the values outside of which the query reads nothing; none of them leads into another's value.
  package var scopes: [JSONPointer] {
    var scopes = QueryScopes()
    forEachQuery(inFilter: false) { scopes.add($0, inFilter: $1) }
    return scopes.pointers
  }
}

/// The values that queries read.
private struct QueryScopes {
  private(set) var pointers: [JSONPointer] = []

  mutating func add(_ query: JSONPath, inFilter isNested: Bool) {
    // A query that starts at a filter's value stays in the scope of the filter's query.
    if isNested, query.start == .current { return }
    let scope = query.scope
    guard !pointers.contains(where: { $0.isPrefix(of: scope) }) else { return }
    pointers.removeAll { scope.isPrefix(of: $0) }
    pointers.append(scope)
  }
}

/// A condition on a value.
indirect enum Condition: Sendable {
  case any([Condition])
  case all([Condition])
  case not(Condition)
  case comparison(Operand, Comparison, Operand)
  /// Whether a query selects anything.
  case exists(JSONPath)
  case call(FunctionCall)
}

/// The comparisons of RFC 9535.
enum Comparison: String, Sendable, CaseIterable {
  case equal = "=="
  case notEqual = "!="
  case atMost = "<="
  case atLeast = ">="
  case less = "<"
  case greater = ">"
}

/// A side of a comparison.
enum Operand: Sendable {
  case literal(QueryValue)
  /// A query that selects one value at most.
  case query(JSONPath)
  case call(FunctionCall)
}

// The queries of a condition.
extension Condition {
  /// Calls the body with each query, and whether it stands in a filter of another.
  func forEachQuery(inFilter isNested: Bool = false, _ body: (JSONPath, Bool) -> Void) {
    switch self {
    case .any(let terms), .all(let terms): for term in terms { term.forEachQuery(inFilter: isNested, body) }
    case .not(let term): term.forEachQuery(inFilter: isNested, body)
    case .comparison(let left, _, let right):
      for side in [left, right] { side.forEachQuery(inFilter: isNested, body) }
    case .exists(let query): query.forEachQuery(inFilter: isNested, body)
    case .call(let call): call.forEachQuery(inFilter: isNested, body)
    }
  }
}

extension Operand {
  fileprivate func forEachQuery(inFilter isNested: Bool, _ body: (JSONPath, Bool) -> Void) {
    switch self {
    case .literal: break
    case .query(let query): query.forEachQuery(inFilter: isNested, body)
    case .call(let call): call.forEachQuery(inFilter: isNested, body)
    }
  }
}

extension FunctionCall {
  fileprivate func forEachQuery(inFilter isNested: Bool, _ body: (JSONPath, Bool) -> Void) {
    for argument in arguments {
      switch argument {
      case .value(let operand): operand.forEachQuery(inFilter: isNested, body)
      case .nodes(let query), .keys(let query): query.forEachQuery(inFilter: isNested, body)
      }
    }
  }
}

extension JSONPath {
  func forEachQuery(inFilter isNested: Bool, _ body: (JSONPath, Bool) -> Void) {
    body(self, isNested)
    for case .filter(let condition) in segments.flatMap(\.selectors) {
      condition.forEachQuery(inFilter: true, body)
    }
  }
}

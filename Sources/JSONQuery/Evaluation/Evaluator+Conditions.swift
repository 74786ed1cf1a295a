import StateTree

/// Conditions, comparisons and functions.
extension Evaluator {
  /// Whether a condition holds for the value that `@` stands for.
  func holds(_ condition: Condition, _ current: JSONNode) throws -> Bool {
    switch condition {
    case .any(let terms):
      for term in terms where try holds(term, current) { return true }
      return false
    case .all(let terms):
      for term in terms where try !holds(term, current) { return false }
      return true
    case .not(let term): return try !holds(term, current)
    case .comparison(let left, let comparison, let right):
      return try holds(comparison, try value(of: left, current), try value(of: right, current))
    case .exists(let query):
      var exists = false
      try select(query, from: current) { _ in
        exists = true
        return false
      }
      return exists
    case .call(let call): return try matches(call, current)
    }
  }

  private func holds(_ comparison: Comparison, _ left: QueryValue, _ right: QueryValue) throws -> Bool {
    try spend()
    return switch comparison {
    case .equal: try areEqual(left, right)
    case .notEqual: try !areEqual(left, right)
    case .less: left.isLess(than: right)
    case .greater: right.isLess(than: left)
    case .atMost: try left.isLess(than: right) || areEqual(left, right)
    case .atLeast: try right.isLess(than: left) || areEqual(left, right)
    }
  }

  private func areEqual(_ left: QueryValue, _ right: QueryValue) throws -> Bool {
    switch (left, right) {
    case (.nothing, .nothing), (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.container(let left), .container(let right)): try areEqual(left, right)
    default: false
    }
  }

  /// Whether two arrays or objects are equal. Recurses no deeper than the parser's limit.
  private func areEqual(_ left: JSONNode, _ right: JSONNode) throws -> Bool {
    guard left.kind == right.kind, left.count == right.count else { return false }
    try spend(left.count)
    for (left, right) in zip(left.elements, right.elements)
    where try !areEqual(QueryValue(left), QueryValue(right)) {
      return false
    }
    let members = right.members
    let places = Dictionary(uniqueKeysWithValues: members.indices.map { (Array(members[$0].key.utf8), $0) })
    for (key, member) in left.members {
      guard let place = places[Array(key.utf8)] else { return false }
      if try !areEqual(QueryValue(member), QueryValue(members[place].node)) { return false }
    }
    return true
  }

  private func value(of operand: Operand, _ current: JSONNode) throws -> QueryValue {
    switch operand {
    case .literal(let value): return value
    case .query(let query):
      var value = QueryValue.nothing
      try select(query, from: current) { location in
        value = QueryValue(location.node)
        return false
      }
      return value
    case .call(let call): return try result(of: call, current)
    }
  }

  // MARK: Functions

  private func value(_ call: FunctionCall, _ index: Int, _ current: JSONNode) throws -> QueryValue {
    guard case .value(let operand) = call.arguments[index] else { return .nothing }
    return try value(of: operand, current)
  }

  /// The values that the query of a call selects.
  private func nodes(_ call: FunctionCall, _ current: JSONNode) throws -> [JSONNode] {
    guard case .nodes(let query) = call.arguments[0] else { return [] }
    var nodes: [JSONNode] = []
    try select(query, from: current) { location in
      nodes.append(location.node)
      return true
    }
    return nodes
  }

  private func result(of call: FunctionCall, _ current: JSONNode) throws -> QueryValue {
    switch call.function {
    case .length:
      switch try value(call, 0, current) {
      case .string(let text): return .number(.integer(text.unicodeScalars.count))
      case .container(let node): return .number(.integer(node.count))
      default: return .nothing
      }
    case .count: return .number(.integer(try nodes(call, current).count))
    case .value:
      let nodes = try nodes(call, current)
      return nodes.count == 1 ? QueryValue(nodes[0]) : .nothing
    case .sum: return try numbers(call, current).flatMap(sum).map(QueryValue.number) ?? .nothing
    case .min: return try numbers(call, current)?.min().map(QueryValue.number) ?? .nothing
    case .max: return try numbers(call, current)?.max().map(QueryValue.number) ?? .nothing
    case .plus, .minus:
      guard case .number(let left) = try value(call, 0, current), case .number(let right) = try value(call, 1, current)
      else { return .nothing }
      return (left + (call.function == .plus ? right : right.negated)).map(QueryValue.number) ?? .nothing
    case .match, .search: return .nothing
    }
  }

  /// The numbers that the query of a call selects; `nil` if it selects anything else.
  private func numbers(_ call: FunctionCall, _ current: JSONNode) throws -> [ExactNumber]? {
    var numbers: [ExactNumber] = []
    for node in try nodes(call, current) {
      guard case .number(let number) = QueryValue(node) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  private func sum(_ numbers: [ExactNumber]) -> ExactNumber? {
    numbers.reduce(.integer(0)) { sum, number in sum.flatMap { $0 + number } }
  }

  private func matches(_ call: FunctionCall, _ current: JSONNode) throws -> Bool {
    guard case .string(let text) = try value(call, 0, current), case .string(let pattern) = try value(call, 1, current),
      let regexp = call.pattern ?? Regexp(pattern)
    else { return false }
    return try regexp.matches(text, whole: call.function == .match) { try spend($0) }
  }
}

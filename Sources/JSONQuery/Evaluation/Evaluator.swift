import StateTree

/// Evaluates queries and conditions on a document.
///
/// It visits values and counts them, and stops at a limit, so that no query takes forever: a few descendant segments inside
/// each other visit a large document's values more often than anyone waits for.
final class Evaluator {
  private let document: JSONNode
  private let limit: Int
  private var steps = 0
  private(set) var usage = DocumentUsage()

  init(_ document: JSONNode, limit: Int) {
    self.document = document
    self.limit = limit
  }

  /// A value that a query has reached.
  struct Location {
    let node: JSONNode
    /// The way to the node; `nil` at the document, or if paths aren't wanted.
    var path: Path?
  }

  /// The last step of a way, and the steps before it.
  final class Path {
    let parent: Path?
    let step: QueryMatch.Step

    init(_ parent: Path?, _ step: QueryMatch.Step) {
      self.parent = parent
      self.step = step
    }

    var steps: [QueryMatch.Step] {
      sequence(first: self, next: \.parent).map(\.step).reversed()
    }
  }

  /// Counts a step of the evaluation.
  func spend(_ count: Int = 1) throws {
    steps += count
    if steps > limit { throw QueryLimitError(limit: limit) }
  }

  // MARK: Queries

  /// Calls the body with each location that a query selects, until it returns `false`.
  func select(
    _ query: JSONPath, from current: JSONNode, withPaths: Bool = false, _ body: (Location) throws -> Bool
  ) throws {
    usage.evaluated.insert(query.number)
    let start = Location(node: query.start == .document ? document : current)
    _ = try follow(query.segments[...], from: start, withPaths) { location in
      usage.selecting.insert(query.number)
      return try body(location)
    }
  }

  /// Calls the body with what the segments select; returns whether to go on.
  private func follow(
    _ segments: ArraySlice<JSONPath.Segment>, from location: Location, _ withPaths: Bool,
    _ body: (Location) throws -> Bool
  ) throws -> Bool {
    guard let segment = segments.first else { return try body(location) }
    let rest = segments.dropFirst()
    func apply(to location: Location) throws -> Bool {
      for selector in segment.selectors {
        let goesOn = try children(selector, of: location, withPaths) { try follow(rest, from: $0, withPaths, body) }
        if !goesOn { return false }
      }
      return true
    }
    guard segment.isDescendant else { return try apply(to: location) }
    var waiting = [location]
    while let next = waiting.popLast() {
      guard try apply(to: next) else { return false }
      var inside: [Location] = []
      _ = try children(.wildcard, of: next, withPaths) { child in
        if child.node.count > 0 { inside.append(child) }
        return true
      }
      waiting.append(contentsOf: inside.reversed())
    }
    return true
  }

  /// Calls the body with the children that a selector selects; returns whether to go on.
  private func children(
    _ selector: JSONPath.Selector, of location: Location, _ withPaths: Bool, _ body: (Location) throws -> Bool
  ) throws -> Bool {
    let node = location.node
    func child(_ node: JSONNode, _ step: @autoclosure () -> QueryMatch.Step) throws -> Bool {
      try spend()
      return try body(Location(node: node, path: withPaths ? Path(location.path, step()) : nil))
    }
    switch selector {
    case .name(let name):
      guard let member = node.member(name) else { return true }
      return try child(member, .name(name))
    case .index(let index):
      let place = index < 0 ? index + node.count : index
      guard node.kind == .array, (0..<node.count).contains(place) else { return true }
      return try child(node.elements[place], .index(place))
    case .slice(let start, let end, let step):
      guard node.kind == .array else { return true }
      let elements = node.elements
      for index in Self.indices(start, end, step, count: elements.count) {
        guard try child(elements[index], .index(index)) else { return false }
      }
      return true
    case .wildcard, .filter:
      for (index, element) in node.elements.enumerated() where try matches(selector, element) {
        guard try child(element, .index(index)) else { return false }
      }
      for (key, member) in node.members where try matches(selector, member) {
        guard try child(member, .name(key)) else { return false }
      }
      return true
    }
  }

  private func matches(_ selector: JSONPath.Selector, _ node: JSONNode) throws -> Bool {
    guard case .filter(let condition) = selector else { return true }
    return try holds(condition, node)
  }

  /// The indices of a slice: RFC 9535, section 2.3.4.2.
  private static func indices(_ start: Int?, _ end: Int?, _ step: Int, count: Int) -> StrideTo<Int> {
    func normal(_ index: Int) -> Int { index >= 0 ? index : count + index }
    guard step != 0 else { return stride(from: 0, to: 0, by: 1) }
    if step > 0 {
      let lower = min(max(normal(start ?? 0), 0), count)
      return stride(from: lower, to: min(max(normal(end ?? count), 0), count), by: step)
    }
    let upper = min(max(normal(start ?? count - 1), -1), count - 1)
    let lower = end.map { min(max(normal($0), -1), count - 1) } ?? -1
    return stride(from: upper, to: lower, by: step)
  }
}

/// The evaluation of a query took too long.
package struct QueryLimitError: Error, Sendable, Equatable {
  /// The most values that an evaluation visits.
  package let limit: Int

  /// Creates an error.
  package init(limit: Int) { self.limit = limit }

  /// One sentence with the problem and a remedy.
  package var explanation: String {
    "the query visits more than \(limit) values of one document; '..' inside filters multiplies them"
  }
}

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

  /// The values of an argument that may have several.
  private func values(_ call: FunctionCall, _ current: JSONNode, ofArgument index: Int = 0) throws -> [QueryValue] {
    var values: [QueryValue] = []
    switch call.arguments[index] {
    case .value: break
    case .nodes(let query):
      try select(query, from: current) { location in
        values.append(QueryValue(location.node))
        return true
      }
    case .keys(let query):
      try select(query, from: current) { location in
        let members = location.node.members
        try spend(members.count)
        values += members.map { .string($0.key) }
        return true
      }
    }
    return values
  }

  func result(of call: FunctionCall, _ current: JSONNode) throws -> QueryValue {
    switch call.function {
    case .length:
      switch try value(call, 0, current) {
      case .string(let text): return .number(.integer(text.unicodeScalars.count))
      case .container(let node): return .number(.integer(node.count))
      default: return .nothing
      }
    case .count: return .number(.integer(try values(call, current).count))
    case .value:
      let values = try values(call, current)
      return values.count == 1 ? values[0] : .nothing
    case .sum: return try numbers(call, current).flatMap(sum).map(QueryValue.number) ?? .nothing
    case .min: return try numbers(call, current)?.min().map(QueryValue.number) ?? .nothing
    case .max: return try numbers(call, current)?.max().map(QueryValue.number) ?? .nothing
    case .plus, .minus:
      guard case .number(let left) = try value(call, 0, current), case .number(let right) = try value(call, 1, current)
      else { return .nothing }
      return (left + (call.function == .plus ? right : right.negated)).map(QueryValue.number) ?? .nothing
    case .match, .search, .keys, .subset, .unique: return .nothing
    }
  }

  /// The numbers that the query of a call selects; `nil` if it selects anything else.
  private func numbers(_ call: FunctionCall, _ current: JSONNode) throws -> [ExactNumber]? {
    var numbers: [ExactNumber] = []
    for value in try values(call, current) {
      guard case .number(let number) = value else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  private func sum(_ numbers: [ExactNumber]) -> ExactNumber? {
    numbers.reduce(.integer(0)) { sum, number in sum.flatMap { $0 + number } }
  }

  private func matches(_ call: FunctionCall, _ current: JSONNode) throws -> Bool {
    switch call.function {
    case .subset:
      // A name equals the number that it writes, but no other name.
      let (inner, outer) = (call.arguments[0].areKeys, call.arguments[1].areKeys)
      let all = try ValueSet(values(call, current, ofArgument: 1), areKeys: outer && !inner)
      return try values(call, current).allSatisfy { try all.contains($0, isKey: inner && !outer, areEqual) }
    case .unique:
      var seen = ValueSet()
      return try values(call, current).allSatisfy { value in
        if try seen.contains(value, areEqual) { return false }
        seen.insert(value)
        return true
      }
    default: return try matchesText(call, current)
    }
  }

  private func matchesText(_ call: FunctionCall, _ current: JSONNode) throws -> Bool {
    guard case .string(let text) = try value(call, 0, current), case .string(let pattern) = try value(call, 1, current),
      let regexp = call.pattern ?? (try? Regexp(pattern))
    else { return false }
    return try regexp.matches(text, whole: call.function == .match) { try spend($0) }
  }
}

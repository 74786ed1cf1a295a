import StateTree

/// Evaluates queries and conditions on a document.
///
/// It visits values and counts them, and stops at a limit, so that no query takes forever: a few descendant segments inside
/// each other visit a large document's values more often than anyone waits for.
final class Evaluator {
  private let document: JSONNode
  private let limit: Int
  private var steps = 0
  private(set) var usage = QueryUsage()

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

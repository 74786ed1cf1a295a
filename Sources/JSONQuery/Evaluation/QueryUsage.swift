package import StateTree

/// Which queries of an expression have been evaluated, and which have selected anything.
package struct QueryUsage: Sendable {
  var evaluated: Set<Int> = []
  var selecting: Set<Int> = []

  /// Nothing has been evaluated.
  package init() {}
}

extension JSONExpression {
  /// Whether a document satisfies the expression.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - usage: Notes the queries that the evaluation uses.
  ///   - limit: The most values that the evaluation visits.
  /// - Returns: Whether it does.
  /// - Throws: `QueryLimitError` if it visits more.
  package func holds(
    in document: JSONNode, noting usage: inout QueryUsage, limit: Int = JSONPath.defaultLimit
  ) throws -> Bool {
    let evaluator = Evaluator(document, limit: limit)
    defer {
      usage.evaluated.formUnion(evaluator.usage.evaluated)
      usage.selecting.formUnion(evaluator.usage.selecting)
    }
    return try evaluator.holds(condition, document)
  }

  /// The queries, as they were written, that were evaluated and selected nothing, without those inside filters.
  ///
  /// A misspelt name is one: `!($.totl < 0)` always holds.
  package func queries(withoutResultsIn usage: QueryUsage) -> [String] {
    var numbers: Set<Int> = []
    condition.forEachQuery { query, isNested in
      if !isNested { numbers.insert(query.number) }
    }
    return numbers.intersection(usage.evaluated).subtracting(usage.selecting).sorted().map { queries[$0] }
  }
}

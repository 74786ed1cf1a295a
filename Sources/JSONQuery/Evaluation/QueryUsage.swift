package import StateTree

/// Which queries of an expression have been evaluated, in how many documents, and which have selected anything.
package struct QueryUsage: Sendable {
  /// The number of documents in which each query was evaluated.
  private(set) var evaluated: [Int: Int] = [:]
  private(set) var selecting: Set<Int> = []
  /// The number of documents in which the expression was evaluated.
  private(set) var documents = 0
  private var last = DocumentUsage()

  /// Nothing has been evaluated.
  package init() {}

  /// Notes a document that is equal to the last one, in which the evaluation would be the same.
  package mutating func repeatLast() { add(last) }

  /// Adds the evaluation in another document.
  mutating func add(_ usage: DocumentUsage) {
    last = usage
    documents += 1
    for query in usage.evaluated { evaluated[query, default: 0] += 1 }
    selecting.formUnion(usage.selecting)
  }
}

/// Which queries of an expression were evaluated in a document, and which selected anything.
struct DocumentUsage: Sendable {
  var evaluated: Set<Int> = []
  var selecting: Set<Int> = []
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
    defer { usage.add(evaluator.usage) }
    return try evaluator.holds(condition, document)
  }

  /// The queries that were evaluated and selected nothing, without those inside filters.
  package func queries(withoutResultsIn usage: QueryUsage) -> [EmptyQuery] {
    var numbers: Set<Int> = []
    condition.forEachQuery { query, isNested in
      if !isNested { numbers.insert(query.number) }
    }
    return numbers.subtracting(usage.selecting).sorted().compactMap { number in
      usage.evaluated[number].map {
        EmptyQuery(text: queries[number], evaluated: $0, documents: usage.documents)
      }
    }
  }
}

package import StateTree

extension ValueExpression {
  /// The value in a document: that of a query which selects one value at most, else an array of what it selects.
  ///
  /// - Returns: The value; `nil` if there is none.
  /// - Throws: `QueryLimitError` if the evaluation visits more values than the limit.
  package func value(in document: JSONNode, limit: Int = JSONPath.defaultLimit) throws -> JSONValue? {
    let evaluator = Evaluator(document, limit: limit)
    switch form {
    case .query(let query):
      var values: [JSONValue] = []
      try evaluator.select(query, from: document) { location in
        values.append(location.node.value)
        return true
      }
      return query.isSingular ? values.first : .array(values)
    case .call(let call): return try evaluator.result(of: call, document).json
    case .condition(let condition): return .bool(try evaluator.holds(condition, document))
    }
  }
}

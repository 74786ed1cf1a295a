package import StateTree

/// An expression that has a value in each document: a query, a function, or a condition.
///
///     $.cart.total
///     count($.cart.lines[?@.price > 100])
///     $.cart.total >= 0
package struct ValueExpression: Sendable {
  enum Form: Sendable {
    case query(JSONPath)
    case call(FunctionCall)
    case condition(Condition)
  }

  /// The expression as it was written.
  package let text: String
  /// The pointers to the values outside of which the expression reads nothing; none of them leads into another's value.
  package let scopes: [JSONPointer]
  private let form: Form

  /// Parses an expression.
  ///
  /// - Throws: `JSONQueryError`, with the column and what the expression needs there.
  package init(_ text: String) throws(JSONQueryError) {
    var parser = QueryParser(text)
    self.text = text
    form = try parser.wholeValue()
    scopes =
      switch form {
      case .query(let query): query.scopes
      case .call(let call): Condition.call(call).scopes
      case .condition(let condition): condition.scopes
      }
  }

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

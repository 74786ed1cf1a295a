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
  let form: Form

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
}

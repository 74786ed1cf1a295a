/// Logical expressions and functions: RFC 9535, sections 2.3.5 and 2.4.
extension QueryParser {
  /// Parses a query, a call of a function, or a condition that is the whole text.
  mutating func wholeValue() throws(JSONQueryError) -> ValueExpression.Form {
    var parser = self
    parser.skipBlanks()
    if let operand = try? parser.operand() {
      parser.skipBlanks()
      switch operand {
      case .query(let query) where parser.isAtEnd: return .query(query)
      case .call(let call) where parser.isAtEnd && call.function.result == .value: return .call(call)
      default: break
      }
    }
    return .condition(try wholeExpression())
  }

  mutating func condition() throws(JSONQueryError) -> Condition {
    let terms = try terms(separatedBy: "||") { parser throws(JSONQueryError) in try parser.conjunction() }
    return terms.count == 1 ? terms[0] : .any(terms)
  }

  private mutating func conjunction() throws(JSONQueryError) -> Condition {
    let terms = try terms(separatedBy: "&&") { parser throws(JSONQueryError) in try parser.term() }
    return terms.count == 1 ? terms[0] : .all(terms)
  }

  private mutating func terms(
    separatedBy separator: String, _ term: (inout QueryParser) throws(JSONQueryError) -> Condition
  ) throws(JSONQueryError) -> [Condition] {
    var terms = [try term(&self)]
    while true {
      let end = offset
      skipBlanks()
      guard take(separator) else {
        offset = end
        return terms
      }
      skipBlanks()
      terms.append(try term(&self))
    }
  }

  private mutating func term() throws(JSONQueryError) -> Condition {
    if next == "(" { return try parenthesized() }
    guard take("!") else { return try comparisonOrTest() }
    skipBlanks()
    if next == "(" { return .not(try parenthesized()) }
    let start = offset
    let test = try test(try operand(), from: start)
    skipBlanks()
    if comparison() != nil { throw error("'!' needs parentheses around a comparison", at: start) }
    return .not(test)
  }

  private mutating func parenthesized() throws(JSONQueryError) -> Condition {
    try nested { parser throws(JSONQueryError) in
      parser.offset += 1
      parser.skipBlanks()
      let condition = try parser.condition()
      parser.skipBlanks()
      guard parser.take(")") else { throw parser.expected(Self.afterCondition + " or ')'") }
      return condition
    }
  }

  private mutating func comparisonOrTest() throws(JSONQueryError) -> Condition {
    let start = offset
    let left = try operand()
    let end = offset
    skipBlanks()
    guard let comparison = takeComparison() else {
      offset = end
      return try test(left, from: start)
    }
    try checkIsValue(left, from: start)
    skipBlanks()
    let rightStart = offset
    let right = try operand()
    try checkIsValue(right, from: rightStart)
    return .comparison(left, comparison, right)
  }

  /// The comparison that comes next.
  private func comparison() -> Comparison? {
    Comparison.allCases.first { scalars[offset...].starts(with: $0.rawValue.unicodeScalars) }
  }

  private mutating func takeComparison() -> Comparison? {
    guard let comparison = comparison() else { return nil }
    offset += comparison.rawValue.utf8.count
    return comparison
  }

  /// Parses a literal, a query or a function call; `checkIsValue` and `test` decide where it may stand.
  private mutating func operand() throws(JSONQueryError) -> Operand {
    switch next {
    case "$", "@": return .query(try query())
    case "\"", "'": return .literal(.string(try string()))
    case let next? where next == "-" || next.isDigit: return .literal(.number(try number()))
    case let next? where ("a"..."z").contains(next): return try word()
    case let next? where next == "." || next.properties.isAlphabetic:
      throw error("expected a condition or a value, found '\(next)'" + Self.beginnings)
    default: throw expected("a condition or a value")
    }
  }

  private static let beginnings = "; a string needs quotes, and a query starts with '$' or '@'"

  /// Parses `true`, `false`, `null`, or a function call.
  private mutating func word() throws(JSONQueryError) -> Operand {
    let start = offset
    skip { ("a"..."z").contains($0) || $0 == "_" || $0.isDigit }
    let word = written(start..<offset)
    if next == "(" { return .call(try call(word, from: start)) }
    switch word {
    case "true": return .literal(.bool(true))
    case "false": return .literal(.bool(false))
    case "null": return .literal(.null)
    default:
      let hint = QueryFunction(rawValue: word) != nil ? "expected '(' after \(word)" : "unknown word '\(word)'"
      throw error(hint + Self.beginnings, at: start)
    }
  }

  /// Returns the condition that tests an operand, if it can be a condition by itself.
  private func test(_ operand: Operand, from start: Int) throws(JSONQueryError) -> Condition {
    switch operand {
    case .query(let query): return .exists(query)
    case .call(let call) where call.function.result == .condition: return .call(call)
    case .call(let call) where call.function.result == .nodes: throw severalValues(call, at: start)
    case .call(let call): throw error("\(call.function.rawValue)() gives a value; compare it with something", at: start)
    case .literal: throw error("a value alone is no condition; compare it with something", at: start)
    }
  }

  /// Checks that an operand has one value.
  private func checkIsValue(_ operand: Operand, from start: Int) throws(JSONQueryError) {
    switch operand {
    case .query(let query) where !query.isSingular:
      throw error("this query can select several values; use value(), count() or a filter", at: start)
    case .call(let call) where call.function.result == .condition:
      throw error("\(call.function.rawValue)() is a condition, not a value", at: start)
    case .call(let call) where call.function.result == .nodes: throw severalValues(call, at: start)
    default: break
    }
  }

  private func severalValues(_ call: FunctionCall, at start: Int) -> JSONQueryError {
    error(
      "\(call.function.rawValue)() gives several values; use it in count(), value(), subset() or unique()", at: start)
  }

  // MARK: Functions

  /// Parses the arguments of a call, from the parenthesis on.
  private mutating func call(_ name: String, from start: Int) throws(JSONQueryError) -> FunctionCall {
    guard let function = QueryFunction(rawValue: name) else {
      let known = QueryFunction.allCases.map(\.rawValue).joined(separator: ", ")
      throw error("unknown function '\(name)'; the functions are \(known)", at: start)
    }
    let arguments = try nested { parser throws(JSONQueryError) in try parser.arguments(of: function, from: start) }
    var pattern: Regexp??
    if function.takesPattern, case .value(.literal(.string(let text))) = arguments[1] {
      do { pattern = try Regexp(text) } catch .tooLarge {
        throw error("a regular expression that is too large: its counts multiply beyond \(Regexp.sizeLimit)", at: start)
      } catch { pattern = .some(nil) }
    }
    return FunctionCall(function: function, arguments: arguments, pattern: pattern)
  }

  private mutating func arguments(
    of function: QueryFunction, from start: Int
  ) throws(JSONQueryError) -> [Argument] {
    var arguments: [Argument] = []
    let count = function.parameters.count
    for parameter in function.parameters {
      if !arguments.isEmpty, next != "," { throw expected("',' and another argument: \(takes(function))") }
      offset += 1
      skipBlanks()
      guard next != ")" else { throw error(takes(function)) }
      let first = offset
      let operand = try operand()
      arguments.append(try argument(operand, for: parameter, of: function, from: first))
      skipBlanks()
    }
    if next == "," { throw error(takes(function)) }
    guard take(")") else { throw expected("')' after \(count == 1 ? "the argument" : "the arguments")") }
    return arguments
  }

  private func takes(_ function: QueryFunction) -> String {
    let count = function.parameters.count
    return "\(function.rawValue)() takes \(count == 1 ? "one argument" : "\(count) arguments")"
  }

  private func argument(
    _ operand: Operand, for parameter: QueryFunction.Parameter, of function: QueryFunction, from start: Int
  ) throws(JSONQueryError) -> Argument {
    switch parameter {
    case .value:
      try checkIsValue(operand, from: start)
      return .value(operand)
    case .nodes:
      switch operand {
      case .query(let query): return .nodes(query)
      case .call(let call) where call.function == .keys && function.takesKeys:
        if case .nodes(let query) = call.arguments[0] { return .keys(query) }
      default: break
      }
      throw error("\(function.rawValue)() takes a query", at: start)
    }
  }
}

/// A call of a function.
struct FunctionCall: Sendable {
  let function: QueryFunction
  let arguments: [Argument]
  /// The regular expression, if it is written in the call; the inner `nil` if it isn't valid.
  let pattern: Regexp??
}

/// An argument of a function.
enum Argument: Sendable {
  case value(Operand)
  /// All values that a query selects.
  case nodes(JSONPath)
}

/// The functions of RFC 9535, section 2.4, and five more for numbers.
enum QueryFunction: String, Sendable, CaseIterable {
  case length, count, match, search, value
  case sum, min, max, plus, minus

  /// The kind of value that a function takes.
  enum Parameter: Sendable {
    case value
    case nodes
  }

  var parameters: [Parameter] {
    switch self {
    case .length: [.value]
    case .count, .value, .sum, .min, .max: [.nodes]
    case .match, .search, .plus, .minus: [.value, .value]
    }
  }

  /// Whether the result is a condition, not a value.
  var isCondition: Bool { self == .match || self == .search }
}

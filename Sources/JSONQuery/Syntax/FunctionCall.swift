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
  /// The names of the members of all objects that a query selects.
  case keys(JSONPath)
}

extension Argument {
  /// Whether its values are names of members.
  var areKeys: Bool { if case .keys = self { true } else { false } }
}

/// The functions of RFC 9535, section 2.4, five more for numbers, and three for ids.
enum QueryFunction: String, Sendable, CaseIterable {
  case length, count, match, search, value
  case sum, min, max, plus, minus
  case keys, subset, unique

  /// The kind of value that a function takes.
  enum Parameter: Sendable {
    case value
    case nodes
  }

  var parameters: [Parameter] {
    switch self {
    case .length: [.value]
    case .count, .value, .sum, .min, .max, .keys, .unique: [.nodes]
    case .subset: [.nodes, .nodes]
    case .match, .search, .plus, .minus: [.value, .value]
    }
  }

  /// What a function gives.
  enum Result: Sendable { case value, condition, nodes }

  var result: Result {
    switch self {
    case .match, .search, .subset, .unique: .condition
    case .keys: .nodes
    case .length, .count, .value, .sum, .min, .max, .plus, .minus: .value
    }
  }

  /// Whether names of members can be an argument.
  var takesKeys: Bool {
    switch self {
    case .count, .value, .subset, .unique: true
    case .length, .match, .search, .sum, .min, .max, .plus, .minus, .keys: false
    }
  }

  /// Whether the second argument is a regular expression.
  var takesPattern: Bool { self == .match || self == .search }
}

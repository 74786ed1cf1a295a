import StateTree

/// A decimal number of any length.
///
/// Numbers are compared and added exactly, so that `0.1 + 0.2` is `0.3`.
enum ExactNumber: Sendable {
  case integer(Int)
  case decimal(DecimalDigits)

  /// Reads the number of a node; `nil` if its exponent is beyond the limit.
  init?(_ node: JSONNode) {
    if let integer = node.integer {
      self = .integer(integer)
    } else if let literal = node.number?.literal {
      self.init(literal: literal)
    } else {
      return nil
    }
  }

  /// Reads a number in the syntax of JSON; `nil` if its exponent is beyond the limit.
  init?(literal: String) {
    guard let digits = DecimalDigits(literal: literal) else { return nil }
    self = Int(literal).map(ExactNumber.integer) ?? .decimal(digits)
  }

  var digits: DecimalDigits {
    switch self {
    case .integer(let integer): DecimalDigits(integer)
    case .decimal(let digits): digits
    }
  }

  /// The number in the syntax of JSON.
  var literal: String {
    switch self {
    case .integer(let integer): String(integer)
    case .decimal(let digits): digits.literal
    }
  }

  var negated: ExactNumber { .decimal(digits.negated) }

  /// The exact sum; `nil` if it has more digits than the limit.
  static func + (left: ExactNumber, right: ExactNumber) -> ExactNumber? {
    if case (.integer(let left), .integer(let right)) = (left, right),
      case (let sum, false) = left.addingReportingOverflow(right)
    {
      return .integer(sum)
    }
    return (left.digits + right.digits).map(ExactNumber.decimal)
  }
}

extension ExactNumber: Comparable {
  static func == (left: ExactNumber, right: ExactNumber) -> Bool {
    if case (.integer(let left), .integer(let right)) = (left, right) { return left == right }
    return left.digits == right.digits
  }

  static func < (left: ExactNumber, right: ExactNumber) -> Bool {
    if case (.integer(let left), .integer(let right)) = (left, right) { return left < right }
    return left.digits < right.digits
  }
}

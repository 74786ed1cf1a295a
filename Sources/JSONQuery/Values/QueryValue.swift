import StateTree

/// The value of one side of a comparison.
enum QueryValue: Sendable {
  /// A query selected nothing, or a function has no result.
  case nothing
  case null
  case bool(Bool)
  case number(ExactNumber)
  case string(String)
  /// An array or an object.
  case container(JSONNode)

  init(_ node: JSONNode) {
    switch node.kind {
    case .null: self = .null
    case .bool: self = .bool(node.bool ?? false)
    case .number: self = ExactNumber(node).map(QueryValue.number) ?? .nothing
    case .string: self = .string(node.string ?? "")
    case .array, .object: self = .container(node)
    }
  }

  /// The value as JSON; `nil` for nothing.
  var json: JSONValue? {
    switch self {
    case .nothing: nil
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .number(let number): JSONNumber(literal: number.literal).map(JSONValue.number)
    case .string(let string): .string(string)
    case .container(let node): node.value
    }
  }

  /// Whether the value is less than another: only numbers, and texts by their Unicode scalars, have an order.
  func isLess(than other: QueryValue) -> Bool {
    switch (self, other) {
    case (.number(let left), .number(let right)): left < right
    // The order of UTF-8 bytes is that of scalars.
    case (.string(let left), .string(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    default: false
    }
  }
}

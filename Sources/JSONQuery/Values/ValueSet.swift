import StateTree

/// Values among which others are looked up.
///
/// The names of members are texts. A dictionary whose keys are numbers has their digits as names, so a name equals the number
/// that it writes.
struct ValueSet {
  private enum Scalar: Hashable {
    case null
    case bool(Bool)
    case number(DecimalDigits)
    case text([UInt8])
  }

  private var scalars: Set<Scalar> = []
  private var containers: [QueryValue] = []

  init() {}

  init(_ values: [QueryValue], areKeys: Bool) {
    for value in values {
      insert(value)
      if areKeys, let number = Self.number(value) { insert(number) }
    }
  }

  mutating func insert(_ value: QueryValue) {
    if let scalar = Self.scalar(value) { scalars.insert(scalar) } else { containers.append(value) }
  }

  /// Whether a value is among them, by a function that compares arrays and objects.
  func contains(
    _ value: QueryValue, isKey: Bool = false, _ areEqual: (QueryValue, QueryValue) throws -> Bool
  ) rethrows -> Bool {
    if let scalar = Self.scalar(value) {
      if scalars.contains(scalar) { return true }
      return isKey ? Self.number(value).flatMap(Self.scalar).map(scalars.contains) ?? false : false
    }
    return try containers.contains { try areEqual($0, value) }
  }

  private static func scalar(_ value: QueryValue) -> Scalar? {
    switch value {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .number(let number): .number(number.digits)
    case .string(let text): .text(Array(text.utf8))
    case .nothing, .container: nil
    }
  }

  /// The number that a text writes.
  private static func number(_ value: QueryValue) -> QueryValue? {
    guard case .string(let text) = value,
      let number = JSONNumber(literal: text).flatMap({ ExactNumber(literal: $0.literal) })
    else { return nil }
    return .number(number)
  }
}

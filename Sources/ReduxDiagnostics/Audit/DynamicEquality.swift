import StateCoding

/// Compares values of unknown types.
enum DynamicEquality {
  /// Whether two values are equal by their own `==`; `nil` if they have none, or have different types.
  static func areEqual(_ left: Any, _ right: Any) -> Bool? {
    guard let left = left as? any Equatable else { return nil }
    return isEqual(left, right)
  }

  private static func isEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool? {
    guard let right = right as? Value else { return nil }
    // NaN is not equal to itself.
    return left == right || (left != left && right != right)
  }

  /// Whether two values have one type and are not known to differ. Optionals count as their values.
  static func areAlike(_ left: Any, _ right: Any) -> Bool {
    guard let left = Reflection.content(of: left), let right = Reflection.content(of: right) else { return false }
    return type(of: left) == type(of: right) && areEqual(left, right) != false
  }

  /// Whether values are sorted, in ascending or descending order.
  static func areSorted(_ values: [Any]) -> Bool {
    let steps = zip(values, values.dropFirst())
    return steps.allSatisfy { isLess($0, $1) } || steps.allSatisfy { isLess($1, $0) }
  }

  private static func isLess(_ left: Any, _ right: Any) -> Bool {
    func compare<Value: Comparable>(_ left: Value) -> Bool { (right as? Value).map { left < $0 } ?? false }
    return (left as? any Comparable).map { compare($0) } ?? false
  }
}

import StateCoding

/// Compares values of unknown types.
enum DynamicEquality {
  /// Whether two values have one type and are encoded alike, with all their members.
  ///
  /// It doesn't call the type's own `==`, which may trap on values that the app never compares.
  static func areEqual(_ left: Any, _ right: Any) -> Bool {
    guard type(of: left) == type(of: right) else { return false }
    let encoder = StateEncoder(rules: .off)
    // Each numbers the objects that it leaves out by itself, so that only their types count.
    let hashes = [left, right].map { try? encoder.hash(Reflected($0, everything: true, sharing: ReflectionContext())) }
    return hashes[0] != nil && hashes[0] == hashes[1]
  }

  /// Whether two values are equal. Optionals count as their values.
  static func areAlike(_ left: Any, _ right: Any) -> Bool {
    guard let left = Reflection.content(of: left), let right = Reflection.content(of: right) else { return false }
    return areEqual(left, right)
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

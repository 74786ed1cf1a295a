/// Compares a restored state with the one that was encoded by their `==`. It sees what the JSON doesn't have.
enum RestoredEquality {
  /// A graph of objects may lead back to itself.
  private static let mostLevels = 32

  /// Whether two values are equal; true if they have no `==`, or if the first isn't even equal to itself, as with a NaN.
  static func holds(_ one: Any, _ other: Any) -> Bool {
    func compare<Value: Equatable>(_ one: Value) -> Bool {
      guard let other = other as? Value else { return true }
      return one == other || one != one
    }
    guard let one = one as? any Equatable else { return true }
    return compare(one)
  }

  /// The names and indexes on the way to the stored property in which two values differ first, as far as they are known.
  static func difference(_ one: Any, _ other: Any, level: Int = 0) -> [String] {
    let (mirror, otherMirror) = (Mirror(reflecting: one), Mirror(reflecting: other))
    switch mirror.displayStyle {
    case .dictionary, .set: return []
    default: if level == mostLevels { return [] }
    }
    for (index, (member, other)) in zip(mirror.children, otherMirror.children).enumerated()
    where member.label == other.label && !holds(member.value, other.value) {
      let name = mirror.displayStyle == .optional ? [] : [member.label ?? "\(index)"]
      return name + difference(member.value, other.value, level: level + 1)
    }
    return []
  }
}

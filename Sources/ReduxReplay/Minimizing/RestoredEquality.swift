/// Compares, by `==`, a restored state with the one that was encoded. It sees what the JSON doesn't have.
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

  /// The names of the stored properties, and the indexes, on the way to what differs first, as far as they are known.
  static func difference(_ one: Any, _ other: Any) -> [String] {
    difference(Mirror(reflecting: one), Mirror(reflecting: other), level: 0)
  }

  private static func difference(_ one: Mirror, _ other: Mirror, level: Int) -> [String] {
    guard level < mostLevels else { return [] }
    if let parent = one.superclassMirror, let otherParent = other.superclassMirror {
      let found = difference(parent, otherParent, level: level + 1)
      if !found.isEmpty { return found }
    }
    for (index, (member, other)) in zip(one.children, other.children).enumerated()
    where member.label == other.label && differ(member.value, other.value) {
      let rest =
        isOpaque(member.value)
        ? [] : difference(Mirror(reflecting: member.value), Mirror(reflecting: other.value), level: level + 1)
      return (one.displayStyle == .optional ? [] : [member.label ?? "\(index)"]) + rest
    }
    return []
  }

  /// Whether two values differ. A tuple, such as the payload of an enum's case, has no `==`.
  private static func differ(_ one: Any, _ other: Any) -> Bool {
    let (mirror, otherMirror) = (Mirror(reflecting: one), Mirror(reflecting: other))
    guard mirror.displayStyle == .tuple else { return !holds(one, other) }
    return zip(mirror.children, otherMirror.children).contains { differ($0.value, $1.value) }
  }

  /// Whether the members of a value say nothing: entries without an order, and what a type shows instead of its properties.
  private static func isOpaque(_ value: Any) -> Bool {
    switch Mirror(reflecting: value).displayStyle {
    case .dictionary, .set: true
    case .collection, .optional: false
    default: value is any CustomReflectable
    }
  }
}

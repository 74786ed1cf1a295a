import StateCoding
import StateTree

/// The first place at which two values of a type differ.
struct ReflectedDifference {
  /// The most parts that are compared.
  private static let limit = 100_000

  private var count = 0
  /// The number of NaN pairs so far. They count as equal, although NaN isn't equal to itself.
  private var nans = 0
  /// Whether all parts were compared.
  private(set) var isComplete = true

  /// The pointer to the first difference of two values, with `*` for elements and keys; `nil` if they are equal.
  ///
  /// Compares by `==` if the types are `Equatable`, else by reflection.
  mutating func first(_ left: Any, _ right: Any) -> JSONPointer? { first(left, right, at: .root) }

  private mutating func first(_ left: Any, _ right: Any, at place: JSONPointer) -> JSONPointer? {
    count += 1
    guard count <= ReflectedDifference.limit, place.tokens.count <= AuditWalk.depthLimit else {
      isComplete = false
      return nil
    }
    guard type(of: left) == type(of: right) else { return place }
    let isEqual = DynamicEquality.areEqual(left, right)
    if isEqual == true {
      if let number = left as? any FloatingPoint, number.isNaN { nans += 1 }
      return nil
    }
    let nansBefore = nans
    let mirrors = (Mirror(reflecting: left), Mirror(reflecting: right))
    let found: JSONPointer?
    switch mirrors.0.displayStyle {
    case .collection: found = inElements(mirrors.0.children, mirrors.1.children, at: place)
    case .dictionary: found = inValues(mirrors.0, mirrors.1, at: place)
    case .set: found = mirrors.0.children.count == mirrors.1.children.count ? nil : place
    case .enum: found = inCase(left, right, mirrors, at: place)
    default: found = inMembers(of: left, mirrors, at: place)
    }
    return found ?? (isEqual == false && nans == nansBefore ? place : nil)
  }

  private mutating func inMembers(of value: Any, _ mirrors: (Mirror, Mirror), at place: JSONPointer) -> JSONPointer? {
    let left = Reflection.members(of: mirrors.0)
    let right = Reflection.members(of: mirrors.1)
    guard left.count == right.count else { return place }
    let isNamed = !(value is any CustomReflectable) && mirrors.0.displayStyle != .optional
    for (left, right) in zip(left, right) {
      let place = isNamed ? place.appending(left.name) : place
      if let found = first(left.value, right.value, at: place) { return found }
    }
    return nil
  }

  private mutating func inCase(
    _ left: Any, _ right: Any, _ mirrors: (Mirror, Mirror), at place: JSONPointer
  ) -> JSONPointer? {
    guard let payloads = mirrors.0.children.first.flatMap({ left in mirrors.1.children.first.map { (left, $0) } })
    else {
      // Without a payload, the description identifies the case.
      return mirrors.0.children.count == mirrors.1.children.count && "\(left)" == "\(right)" ? nil : place
    }
    guard let name = payloads.0.label, name == payloads.1.label else { return place }
    let inner = (Mirror(reflecting: payloads.0.value), Mirror(reflecting: payloads.1.value))
    if inner.0.displayStyle == .tuple {
      return inMembers(of: payloads.0.value, inner, at: place.appending(name))
    }
    return first(payloads.0.value, payloads.1.value, at: place.appending(name).appending("_0"))
  }

  private mutating func inElements(
    _ left: Mirror.Children, _ right: Mirror.Children, at place: JSONPointer
  ) -> JSONPointer? {
    guard left.count == right.count else { return place }
    for (left, right) in zip(left, right) {
      if let found = first(left.value, right.value, at: place.appending("*")) { return found }
      if !isComplete { return nil }
    }
    return nil
  }

  private mutating func inValues(_ left: Mirror, _ right: Mirror, at place: JSONPointer) -> JSONPointer? {
    let (left, right) = (ReflectedDifference.members(of: left), ReflectedDifference.members(of: right))
    guard left.count == right.count else { return place }
    for (key, value) in left {
      guard let other = right[key] else { return place.appending("*") }
      if let found = first(value, other, at: place.appending("*")) { return found }
      if !isComplete { return nil }
    }
    return nil
  }

  private static func members(of dictionary: Mirror) -> [AnyHashable: Any] {
    dictionary.children.reduce(into: [:]) { members, pair in
      let parts = Array(Mirror(reflecting: pair.value).children)
      if parts.count == 2, let key = parts[0].value as? AnyHashable { members[key] = parts[1].value }
    }
  }
}

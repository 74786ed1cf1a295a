/// The key types of an enum's case and of the enums nested in it, the outermost first.
///
/// Example: `Action.TasksCodingKeys`, `TaskAction.CreateCodingKeys`. The compiler synthesises such a type for the payload of
/// each case, so the types identify the case without looking at the value. Hand-written conformances may use any types.
package struct CaseTrail: Sendable {
  /// The key type of the outermost enum's case.
  package private(set) var first: (any CodingKey.Type)?
  /// The key type of the case of the enum in it.
  package private(set) var second: (any CodingKey.Type)?
  /// The key type of the case of the enum in that one.
  package private(set) var third: (any CodingKey.Type)?

  package init() {}

  /// The types in their order.
  package var keys: [any CodingKey.Type] { [first, second, third].compactMap(\.self) }

  /// Notes a keyed container that is opened inside `depth` open containers.
  @_transparent
  mutating func note(_ keys: any CodingKey.Type, depth: Int) {
    switch depth {
    case 1 where first == nil: first = keys
    case 3 where first != nil && second == nil: second = keys
    case 5 where second != nil && third == nil: third = keys
    default: break
    }
  }
}

extension CaseTrail: Hashable {
  package static func == (left: CaseTrail, right: CaseTrail) -> Bool {
    left.first == right.first && left.second == right.second && left.third == right.third
  }

  package func hash(into hasher: inout Hasher) {
    if let first { hasher.combine(ObjectIdentifier(first)) }
    if let second { hasher.combine(ObjectIdentifier(second)) }
    if let third { hasher.combine(ObjectIdentifier(third)) }
  }
}

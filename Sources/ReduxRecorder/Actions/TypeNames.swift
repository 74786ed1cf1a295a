import StateTree

/// The names of the types that a recorder has met behind a protocol.
///
/// The runtime takes longer to name a type, and to find it again by that name, than all else that recording takes; so
/// each type is named once.
struct TypeNames {
  /// What a type is called.
  struct Names: Hashable {
    /// What people say: the qualified name without the module.
    var spoken: String
    /// The module, if the type is found again by both.
    var module: String?
  }

  private var names: [ObjectIdentifier: Names] = [:]
  private var lookup = TypeLookup()

  /// How many are kept: generic types may be any number.
  private static let limit = 4096

  /// The names of a type.
  mutating func names(of type: Any.Type) -> Names {
    if let known = names[ObjectIdentifier(type)] { return known }
    let found = Names(spoken: TypeName.of(type), module: lookup.module(of: type))
    if names.count < TypeNames.limit { names[ObjectIdentifier(type)] = found }
    return found
  }
}

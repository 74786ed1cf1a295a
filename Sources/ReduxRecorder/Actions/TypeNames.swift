import RuntimeLayout
import StateCoding

/// A cache of the names of types that conform to an action protocol.
///
/// Asking the runtime for a type's name, and for the type with that name, takes longer than the rest of recording.
struct TypeNames {
  /// The names of a type.
  struct Names: Hashable {
    /// The qualified name without the module.
    var qualified: String
    /// The module, if both names together identify the type.
    var module: String?
  }

  private var names: [ObjectIdentifier: Names] = [:]
  private var lookup = TypeLookup()

  /// The maximum number of cached types, because generic types are unlimited.
  private static let limit = 4096

  /// The names of a type.
  mutating func names(of type: Any.Type) -> Names {
    if let known = names[ObjectIdentifier(type)] { return known }
    let found = Names(qualified: TypeName.of(type), module: lookup.module(of: type))
    if names.count < TypeNames.limit { names[ObjectIdentifier(type)] = found }
    return found
  }
}

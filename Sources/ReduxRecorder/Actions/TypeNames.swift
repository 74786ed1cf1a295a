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
    /// The member whose case says what kind of action a value is; `nil` for none.
    var kindMember: String?
  }

  private var names: [ObjectIdentifier: Names] = [:]
  private var lookup = TypeLookup()

  /// The maximum number of cached types, because generic types are unlimited.
  private static let limit = 4096

  /// The names of members that say what kind of action a struct or an object is.
  private static let kindMembers = ["actionType", "type", "kind", "keyPath"]

  /// The member of a type that holds an enum, or a key path, under such a name.
  private static func kindMember(of type: Any.Type) -> String? {
    guard let fields = FieldRecords(of: type)?.fields else { return nil }
    return kindMembers.first { name in
      fields.contains { field in
        field.name == name && field.isStrong
          && (name == "keyPath"
            ? field.type is AnyKeyPath.Type : [.enumeration, .existential].contains(FieldRecords.kind(of: field.type)))
      }
    }
  }

  /// The names of a type.
  mutating func names(of type: Any.Type) -> Names {
    if let known = names[ObjectIdentifier(type)] { return known }
    let found = Names(
      qualified: TypeName.of(type), module: lookup.module(of: type), kindMember: TypeNames.kindMember(of: type))
    if names.count < TypeNames.limit { names[ObjectIdentifier(type)] = found }
    return found
  }
}

/// Finds types by their qualified names, as `MovieUI.MoviesActions.SetDetail` or `App.Set<Swift.Int>`.
///
/// A name may come from anywhere. The runtime's own look-up takes mangled names, in which few bytes can stand for
/// a type so large that building it takes for ever, because its parts are written once and referred to again. So it
/// is never given one that somebody else has made: names are read here, within limits, and mangled in full, so that the
/// work does not grow faster than the name. A name that is found is the name that the type itself has.
///
/// Structs, enums and classes are found, nested and generic ones too, with such types as arguments. Not found are private
/// and local types, which have no name that holds in another process, types in extensions of another module's,
/// those of other arguments (tuples, functions, protocols, packs), and those with names beyond ASCII.
///
/// A look-up that fails has the runtime search all of the process: 75 µs in one that holds nothing but the standard library,
/// where one that succeeds takes less than 1 µs. So what kind of type each name was is kept.
package struct TypeLookup {
  /// The longest name that is looked up, in bytes.
  package static let maximumByteCount = 512
  /// How deep arguments may stand in arguments.
  private static let maximumDepth = 16
  /// How many kinds are kept.
  private static let keptLimit = 4096

  /// The kinds of types that were found, by their mangled paths without them.
  private var kinds: [String: String] = [:]

  /// Creates a look-up.
  package init() {}

  /// The type of a qualified name; `nil` if there is none. O(n) look-ups of the runtime's in the length of the name.
  package mutating func type(named name: String) -> Any.Type? {
    guard name.utf8.count <= TypeLookup.maximumByteCount else { return nil }
    var reader = QualifiedName(name.utf8[...])
    guard let found = resolve(&reader, depth: 0), reader.isAtEnd,
      _typeName(found.type, qualified: true) == name
    else { return nil }
    return found.type
  }

  /// The module of a type that is found again by its name; `nil` for any other.
  package mutating func module(of type: Any.Type) -> String? {
    let name = _typeName(type, qualified: true)
    guard let dot = name.firstIndex(of: "."), let found = self.type(named: name),
      ObjectIdentifier(found) == ObjectIdentifier(type)
    else { return nil }
    return String(name[..<dot])
  }

  private mutating func resolve(_ name: inout QualifiedName, depth: Int) -> (type: Any.Type, mangled: String)? {
    guard depth <= TypeLookup.maximumDepth, let module = name.identifier() else { return nil }
    var path = module == "Swift" ? "s" : TypeLookup.mangled(module)
    var arguments: [String] = []
    var found: (type: Any.Type, mangled: String)?
    while name.take(".") {
      guard let identifier = name.identifier() else { return nil }
      var own = ""
      if name.take("<") {
        repeat {
          guard let argument = resolve(&name, depth: depth + 1) else { return nil }
          own += argument.mangled
        } while name.take(", ")
        guard name.take(">") else { return nil }
      }
      arguments.append(own)
      guard let next = nominal(path + TypeLookup.mangled(identifier), arguments) else { return nil }
      path = next.path
      found = (next.type, next.mangled)
    }
    return found
  }

  /// The type at a path that lacks its kind.
  ///
  /// - Parameters:
  ///   - path: The mangled path.
  ///   - arguments: The mangled arguments of each type on it.
  /// - Returns: The type, the path with its kind, and its mangled name; `nil` if there is none.
  private mutating func nominal(
    _ path: String, _ arguments: [String]
  ) -> (type: Any.Type, path: String, mangled: String)? {
    let bound = arguments.allSatisfy(\.isEmpty) ? "" : "y\(arguments.joined(separator: "_"))G"
    // A struct, an enum, a class.
    for kind in kinds[path].map({ [$0] }) ?? ["V", "O", "C"] {
      guard let type = _typeByName(path + kind + bound) else { continue }
      if kinds.count < TypeLookup.keptLimit { kinds[path] = kind }
      return (type, path + kind, path + kind + bound)
    }
    return nil
  }

  private static func mangled(_ identifier: String) -> String { "\(identifier.utf8.count)\(identifier)" }
}

/// A qualified name that is being read.
private struct QualifiedName {
  private var rest: Substring.UTF8View

  init(_ text: Substring.UTF8View) { rest = text }

  var isAtEnd: Bool { rest.isEmpty }

  /// Takes a text, if it comes next.
  mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  /// Takes an identifier of ASCII letters, digits and underscores that does not begin with a digit.
  mutating func identifier() -> String? {
    let taken = rest.prefix { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: false
      }
    }
    guard let first = taken.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return nil }
    rest = rest.dropFirst(taken.count)
    return String(Substring(taken))
  }
}

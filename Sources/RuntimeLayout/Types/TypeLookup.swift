/// Finds types by their qualified names, such as `MovieUI.MoviesActions.SetDetail` or `App.Set<Swift.Int>`.
///
/// The name of a type in an extension of another module's type begins with that extension:
/// `(extension in Feature):App.Actions.SignIn`.
///
/// A name may come from an untrusted source. The runtime's own look-up takes mangled names, whose back-references let a few
/// bytes describe a type that is too large to build. So it never receives a mangled name from outside: this type parses
/// qualified names within limits and mangles them in full, so that the work grows no faster than the name. The found type
/// has exactly that name.
///
/// It finds structs, enums and classes, including nested and generic ones with such types as arguments. It doesn't find
/// private and local types, whose names differ between processes, types with other arguments (tuples, functions,
/// protocols, packs, types in such extensions), or types with non-ASCII names.
///
/// A failing look-up makes the runtime search the whole process: 75 µs in one with only the standard library, compared with
/// less than 1 µs for a successful one. So the kind of type is kept for each name.
package struct TypeLookup {
  /// The maximum length of a name, in bytes.
  package static let maximumByteCount = 512
  /// The greatest nesting of arguments.
  private static let maximumDepth = 16
  /// The maximum number of kept kinds.
  private static let keptLimit = 4096

  /// The kinds of the types found, by their mangled paths without the kind.
  private var kinds: [String: String] = [:]

  /// Creates a look-up.
  package init() {}

  /// The type with a qualified name, or `nil`. O(n) look-ups by the runtime in the length of the name.
  package mutating func type(named name: String) -> Any.Type? {
    guard name.utf8.count <= TypeLookup.maximumByteCount else { return nil }
    let reader = QualifiedName(name.utf8[...])
    guard let (rest, module) = reader.withoutExtension else {
      return type(reader, extension: nil) { _typeName($0, qualified: true) == name }
    }
    // The name doesn't say which type on its path the extension extends.
    for position in 1...TypeLookup.maximumDepth {
      let found = type(rest, extension: (module, position)) { _typeName($0, qualified: true) == name }
      if let found { return found }
    }
    return nil
  }

  private mutating func type(
    _ name: QualifiedName, extension extending: Extension?, _ isNamed: (Any.Type) -> Bool
  ) -> Any.Type? {
    var name = name
    guard let found = resolve(&name, depth: 0, extension: extending), name.isAtEnd, isNamed(found.type) else {
      return nil
    }
    return found.type
  }

  /// The module of a type that can be found by its name, or that of the extension it is in; `nil` for any other.
  package mutating func module(of type: Any.Type) -> String? {
    let name = _typeName(type, qualified: true)
    guard let dot = name.firstIndex(of: "."), let found = self.type(named: name),
      ObjectIdentifier(found) == ObjectIdentifier(type)
    else { return nil }
    return QualifiedName(name.utf8[...]).withoutExtension?.module ?? String(name[..<dot])
  }

  /// The module of an extension, and the number of types on the path to the one that it extends.
  private typealias Extension = (module: String, position: Int)

  private mutating func resolve(
    _ name: inout QualifiedName, depth: Int, extension extending: Extension? = nil
  ) -> (type: Any.Type, mangled: String)? {
    guard depth <= TypeLookup.maximumDepth, let module = name.identifier() else { return nil }
    var path = module == "Swift" ? "s" : TypeLookup.mangled(module)
    var arguments: [String] = []
    var found: (type: Any.Type, mangled: String)?
    while name.take(".") {
      if let extending, extending.position == arguments.count { path += TypeLookup.mangled(extending.module) + "E" }
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

  /// Finds the type at a path without its kind.
  ///
  /// - Parameters:
  ///   - path: The mangled path.
  ///   - arguments: The mangled arguments of each type on it.
  /// - Returns: The type, the path with its kind, and its mangled name; `nil` if no type is found.
  private mutating func nominal(
    _ path: String, _ arguments: [String]
  ) -> (type: Any.Type, path: String, mangled: String)? {
    let bound = arguments.allSatisfy(\.isEmpty) ? "" : "y\(arguments.joined(separator: "_"))G"
    // Try a struct, an enum and a class.
    for kind in kinds[path].map({ [$0] }) ?? ["V", "O", "C"] {
      guard let type = _typeByName(path + kind + bound) else { continue }
      if kinds.count < TypeLookup.keptLimit { kinds[path] = kind }
      return (type, path + kind, path + kind + bound)
    }
    return nil
  }

  private static func mangled(_ identifier: String) -> String { "\(identifier.utf8.count)\(identifier)" }
}

/// A parser of qualified names.
private struct QualifiedName {
  private var rest: Substring.UTF8View

  init(_ text: Substring.UTF8View) { rest = text }

  var isAtEnd: Bool { rest.isEmpty }

  /// Consumes a text, if it comes next.
  mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  /// The name without the extension that it begins with, and the extension's module; `nil` if it begins with none.
  var withoutExtension: (rest: QualifiedName, module: String)? {
    var rest = self
    guard rest.take("(extension in "), let module = rest.identifier(), rest.take("):") else { return nil }
    return (rest, module)
  }

  /// Consumes an identifier of ASCII letters, digits and underscores that doesn't begin with a digit.
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

/// Names of types as people say them.
package enum TypeName {
  /// A type's qualified name without its module: `MoviesActions.SetDetail`.
  ///
  /// It is the same in every process: of a private type, the runtime's name has the address of the context.
  package static func of(_ type: Any.Type) -> String {
    let qualified = withoutAddresses(_typeName(type, qualified: true))
    guard let dot = qualified.firstIndex(of: "."), !qualified[..<dot].contains("<") else { return qualified }
    return String(qualified[qualified.index(after: dot)...])
  }

  private static func withoutAddresses(_ name: String) -> String {
    let start = "(unknown context at "
    guard name.utf8.contains(UInt8(ascii: "(")) else { return name }
    var result = ""
    var rest = name[...]
    while let open = rest.firstIndex(of: "(") {
      result += rest[..<open]
      rest = rest[open...]
      if rest.hasPrefix(start), let close = rest.firstIndex(of: ")") {
        rest = rest[close...].dropFirst()
        if rest.first == "." { rest = rest.dropFirst() }
      } else {
        result.append("(")
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }
}

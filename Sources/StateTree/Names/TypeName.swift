/// Names of types as people say them.
package enum TypeName {
  /// A type's qualified name without its module: `MoviesActions.SetDetail`.
  package static func of(_ type: Any.Type) -> String {
    let qualified = _typeName(type, qualified: true)
    guard let dot = qualified.firstIndex(of: "."), !qualified[..<dot].contains("<") else { return qualified }
    return String(qualified[qualified.index(after: dot)...])
  }
}

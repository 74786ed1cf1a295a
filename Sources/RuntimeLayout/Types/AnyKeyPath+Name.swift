extension AnyKeyPath {
  /// The names of the properties that the key path leads through: `login.password`; `self` for the root.
  ///
  /// `nil` if Swift doesn't know them: for subscripts; for computed properties and properties of classes that can be
  /// overridden, if the runtime doesn't find the symbols of their accessors; and in builds without reflection metadata.
  package var memberName: String? {
    AnyKeyPath.memberName(in: debugDescription, of: type(of: self).rootType)
  }

  /// The names in the description of a key path; a subscript's, with its arguments, is none.
  package static func memberName(in text: String, of rootType: Any.Type) -> String? {
    let root = "\\\(rootType)."
    guard text.hasPrefix(root) else { return nil }
    let names = text.dropFirst(root.count).filter { $0 != "?" && $0 != "!" }
    return names.isEmpty || names.contains { $0 == "<" || $0 == "(" } ? nil : names
  }
}

extension AnyKeyPath {
  /// The names of the properties that the key path leads through: `login.password`; `self` for the root.
  ///
  /// `nil` if Swift doesn't know them: for computed properties, subscripts, properties of classes that can be overridden,
  /// and in builds without reflection metadata.
  package var memberName: String? {
    let root = "\\\(type(of: self).rootType)."
    let text = debugDescription
    guard text.hasPrefix(root) else { return nil }
    let names = text.dropFirst(root.count).filter { $0 != "?" && $0 != "!" }
    return names.isEmpty || names.contains("<") ? nil : names
  }
}

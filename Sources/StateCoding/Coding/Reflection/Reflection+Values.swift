import RuntimeLayout

/// What reflection knows about single values.
extension Reflection {
  /// The stored properties, those of the superclasses first, under their names in synthesised `CodingKeys`.
  package static func members(of mirror: Mirror) -> [(name: String, value: Any)] {
    let inherited = mirror.superclassMirror.map(members) ?? []
    let labels = Set(mirror.children.compactMap(\.label))
    let own = mirror.children.compactMap { child -> (name: String, value: Any)? in
      guard let label = child.label, !label.hasPrefix("_$") else { return nil }
      if label.hasPrefix(".") { return ("_" + label.dropFirst(), child.value) }
      let lazy = "$__lazy_storage_$_"
      if label.hasPrefix(lazy) { return (String(label.dropFirst(lazy.count)), child.value) }
      let name = String(label.dropFirst())
      // The storage of property wrappers and macros has a name with an underscore.
      guard label.hasPrefix("_"), !name.isEmpty, !labels.contains(name) else { return (label, child.value) }
      return (name, wrapped(child.value))
    }
    return inherited + own
  }

  /// The wrapped value of a property wrapper that stores it.
  private static func wrapped(_ value: Any) -> Any {
    if value is any Encodable { return value }
    return Mirror(reflecting: value).children.first { $0.label == "wrappedValue" }?.value ?? value
  }

  /// Whether the coder iterates over a collection itself, without calling the collection's `encode(to:)`.
  package static func isCodersCollection(_ value: Any) -> Bool { value is any TreeEncodableCollection }

  package static func isOptional(_ value: Any) -> Bool { value is any OptionalType }

  /// The value inside an optional of any depth; `nil` if there is none. Unlike a mirror, it never calls the type's code.
  package static func content(of value: Any) -> Any? {
    guard let optional = value as? any OptionalType else { return value }
    return optional.content.flatMap { content(of: $0) }
  }

  /// The raw value of a value that has one.
  package static func rawValue(of value: Any) -> Any? {
    guard let value = value as? any RawRepresentable else { return nil }
    return raw(value)
  }

  private static func raw(_ value: some RawRepresentable) -> Any { value.rawValue }

  /// The own name of an enum's case, whatever its description says; `nil` for a value that is no enum.
  package static func caseName(of value: Any) -> String? {
    func open<Value>(_ value: Value) -> String? { EnumCase(of: value)?.name }
    return _openExistential(value, do: open)
  }

  /// A dictionary's key as an object's key; `nil` if it is neither text nor an integer.
  static func name(ofKey key: Any) -> String? {
    switch key {
    case let text as String: text
    case let number as Int: String(number)
    case let key as any CodingKeyRepresentable: key.codingKey.stringValue
    default: nil
    }
  }

  /// Whether a type of the standard library holds text but isn't Encodable.
  static func isText(_ type: Any.Type) -> Bool {
    type == Substring.self || type == Character.self || type == Unicode.Scalar.self || type == StaticString.self
  }

  /// The text of a standard library type that holds text but isn't Encodable.
  package static func text(of value: Any) -> String? {
    switch value {
    case let text as Substring: String(text)
    case let character as Character: String(character)
    case let scalar as Unicode.Scalar: String(scalar)
    case let text as StaticString: "\(text)"
    default: nil
    }
  }
}

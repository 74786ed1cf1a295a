import RuntimeLayout

/// What reflection knows about single values.
extension Reflection {
  /// The values that a mirror of a type's own shows, under their names in synthesised `CodingKeys`.
  static func members(of mirror: Mirror) -> [(name: String, value: Any)] {
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

  /// The stored properties of a value that reflection may read, or what its own mirror shows.
  package static func members(of value: Any) -> [(name: String, value: Any)] {
    if let access = access(to: value) {
      guard case .members(let members) = access else {
        if case .mirror = access { return members(of: Mirror(reflecting: value)) }
        return []
      }
      return self.members(members, of: value)
    }
    if value is any CustomReflectable { return members(of: Mirror(reflecting: value)) }
    return members(storedMembers(of: value), of: value)
  }

  /// The stored properties of a value that reflection doesn't read though they are a part of it, and the names of their types.
  package static func closedMembers(of value: Any) -> [(name: String, type: String, isCopyable: Bool)] {
    let members =
      if let access = access(to: value) {
        if case .members(let members) = access { members } else { [StoredMember]() }
      } else {
        value is any CustomReflectable ? [] : storedMembers(of: value)
      }
    return members.compactMap { member in
      member.isElsewhere ? nil : member.closedType.map { (member.name, $0, $0 != StoredMember.noncopyable) }
    }
  }

  /// Why reflection doesn't enter an object; `nil` if it does, or if the value is no object.
  package static func closedReason(of value: Any) -> ObjectAccess.Reason? {
    guard case .closed(let reason)? = access(to: value) else { return nil }
    return reason
  }

  private static func access(to value: Any) -> ObjectAccess? {
    (type(of: value) as? AnyClass).map { ObjectAccess(of: $0) }
  }

  private static func storedMembers(of value: Any) -> [StoredMember] {
    FieldRecords(of: type(of: value)).map { StoredMember.members(of: type(of: value), $0) } ?? []
  }

  private static func members(_ members: [StoredMember], of value: Any) -> [(name: String, value: Any)] {
    let mirror = Mirror(reflecting: value)
    return members.compactMap { member in member.value(in: mirror).map { (member.name, $0) } }
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
    func open<Value>(_ value: Value) -> String? {
      guard FieldRecords.kind(of: Value.self) == .existential else { return EnumCase(of: value)?.name }
      let content = Existentials.content(of: value)
      return FieldRecords.kind(of: type(of: content)) == .enumeration ? caseName(of: content) : nil
    }
    return _openExistential(value, do: open)
  }

  /// A dictionary's key as an object's key; `nil` if it is no text, number or Boolean, has no raw value that is one, and encodes as
  /// something else.
  static func name(ofKey key: Any) -> String? {
    switch key {
    case let text as String: text
    case let number as Int: String(number)
    case let key as any CodingKeyRepresentable: key.codingKey.stringValue
    case let key as any Encodable: ObjectKeyReader(userInfo: [:], refusesRedacted: true).objectKey(key)?.text
    case let key as any RawRepresentable: name(ofKey: key.rawValue)
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

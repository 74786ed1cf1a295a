import RuntimeLayout

/// A stored property as reflection shows it: under its name in synthesised `CodingKeys`.
package struct StoredMember: Sendable {
  package let name: String
  /// What stands for the type of a value that the runtime can't name.
  static let noncopyable = "~Copyable"
  /// The type of the value.
  let type: Any.Type
  /// The name of the type if the property isn't read: a reference that isn't strong, a noncopyable value, or a wrapper such as
  /// `@Dependency`, which holds the key path to a value elsewhere.
  package let closedType: String?
  /// The offset in bytes; `nil` if the gate is closed.
  let offset: Int?
  /// How many superclasses stand between the object's class and the one that has the property.
  let level: Int
  /// The index among the properties of that class, or of the struct.
  let index: Int
  /// The index of the value inside the property, if that is a wrapper.
  let inner: Int?
  /// Whether it is a wrapper that looks its value up elsewhere: no part of the value around it.
  let isElsewhere: Bool

  /// The members of a struct, tuple or class, those of the superclasses first.
  static func members(of type: Any.Type, _ records: FieldRecords) -> [StoredMember] {
    var classes: [Any.Type] = [type]
    while let next = classes[0] as? AnyClass, let superclass = _getSuperclass(next) {
      classes.insert(superclass, at: 0)
    }
    var members: [StoredMember] = []
    var names: Set<String> = []
    var start = 0
    for (position, owner) in classes.enumerated() {
      let end = position == classes.count - 1 ? records.fields.count : FieldRecords(of: owner)?.fields.count ?? start
      let labels = Set(records.fields[start..<end].map(\.name))
      for index in start..<end where !records.fields[index].name.hasPrefix("_$") {
        let field = records.fields[index]
        let (plain, isStorage) = StoredMember.name(field.name, among: labels)
        let name =
          if names.insert(plain).inserted {
            plain
          } else if isStorage, names.insert(field.name).inserted {
            field.name
          } else {
            "\(TypeName.of(owner)).\(field.name)"
          }
        names.insert(name)
        members.append(
          StoredMember(
            name, field, at: index, of: type, level: classes.count - 1 - position, index - start,
            isStorage: isStorage))
      }
      start = end
    }
    return members
  }

  private init(
    _ name: String, _ field: FieldRecords.Field, at position: Int, of owner: Any.Type, level: Int, _ index: Int,
    isStorage: Bool
  ) {
    self.name = name
    self.level = level
    self.index = index
    var type = field.type
    var offset = FieldRecords.offset(of: position, in: owner)
    var inner: Int?
    var isElsewhere = false
    if field.isStrong, isStorage, !(type is any Encodable.Type), let wrapper = FieldRecords(of: type),
      FieldRecords.kind(of: type) == .structure
    {
      if let wrapped = wrapper.fields.firstIndex(where: { $0.name == "wrappedValue" && $0.isStrong }) {
        inner = wrapped
        offset = offset.flatMap { start in FieldRecords.offset(of: wrapped, in: type).map { start + $0 } }
        type = wrapper.fields[wrapped].type
      } else if !(type is any CustomReflectable.Type) {
        isElsewhere = wrapper.fields.contains { $0.type is AnyKeyPath.Type }
      }
    }
    self.type = type
    self.offset = offset
    self.inner = inner
    self.isElsewhere = isElsewhere
    if !field.isStrong || isElsewhere {
      closedType = TypeName.of(ReflectedWrapper.content(of: type))
    } else {
      closedType = owner is AnyClass && type == Void.self ? StoredMember.noncopyable : nil
    }
  }

  /// The name of a property, and whether it is the storage of another: a lazy one's, a wrapper's or a macro's.
  private static func name(_ label: String, among labels: Set<String>) -> (String, isStorage: Bool) {
    if label.hasPrefix(".") { return ("_" + label.dropFirst(), false) }
    let lazy = "$__lazy_storage_$_"
    if label.hasPrefix(lazy) { return (String(label.dropFirst(lazy.count)), false) }
    let name = String(label.dropFirst())
    guard label.hasPrefix("_"), !name.isEmpty, !labels.contains(name) else { return (label, false) }
    return (name, true)
  }

  /// The value in a struct or an object, by public means.
  func value(in mirror: Mirror) -> Any? {
    guard closedType == nil else { return nil }
    var mirror = mirror
    for _ in 0..<level {
      guard let superclass = mirror.superclassMirror else { return nil }
      mirror = superclass
    }
    guard index < mirror.children.count else { return nil }
    let value = mirror.children[mirror.children.index(mirror.children.startIndex, offsetBy: index)].value
    guard let inner else { return value }
    let wrapper = Mirror(reflecting: value).children
    return inner < wrapper.count ? wrapper[wrapper.index(wrapper.startIndex, offsetBy: inner)].value : nil
  }
}

/// A type that wraps one of another type.
enum ReflectedWrapper {
  /// The type without the optionals around it.
  static func content(of type: Any.Type) -> Any.Type {
    var type = type
    while let optional = type as? any ReflectedOptional.Type { type = optional.wrappedType }
    return type
  }
}

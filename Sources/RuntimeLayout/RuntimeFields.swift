/// The stored fields of a type: their types and offsets.
///
/// `Mirror` calls the same functions of the runtime, but it needs a value, shows the dynamic types of its parts, and lets
/// a type show anything else instead.
package struct RuntimeFields {
  /// Whether the type is an enum.
  package let isEnum: Bool
  /// The number of stored fields of a struct or tuple; 0 for a struct that was compiled without reflection metadata.
  package let count: Int
  private let type: Any.Type

  /// `nil` for a type that is no struct, tuple or enum, and if the gate is closed. Nothing is known about such a type.
  package init?(of type: Any.Type, through gate: LayoutGate = .process) {
    guard gate.isOpen else { return nil }
    let kind = metadataKind(type)
    guard [Kind.struct, Kind.enum, Kind.tuple].contains(kind) else { return nil }
    self.type = type
    isEnum = kind == Kind.enum
    count = isEnum ? 0 : fieldCount(type)
  }

  /// The runtime's numbers for kinds of types.
  private enum Kind {
    static let `struct`: UInt = 0x200
    static let `enum`: UInt = 0x201
    static let tuple: UInt = 0x301
  }

  /// The name and declared type of a field, and its offset in bytes.
  package subscript(index: Int) -> (name: String, type: Any.Type, offset: Int) {
    var metadata = FieldMetadata()
    let type = fieldType(type, index, &metadata)
    defer { metadata.freeName?(metadata.name) }
    return (metadata.name.map { String(cString: $0) } ?? "", type, fieldOffset(self.type, index))
  }
}

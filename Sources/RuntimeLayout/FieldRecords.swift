/// The stored fields of a struct, tuple or class, as the compiler recorded them: their names, types and ownership.
///
/// `Mirror` calls the same functions of the runtime. But it reads the values too, and reading a reference that isn't
/// strong can end the process. So these records decide what may be read. They serve safety, not speed: `LayoutGate`
/// doesn't close them. Their own test does, and then nothing may be read.
package struct FieldRecords: Sendable {
  /// A stored field.
  package struct Field: Sendable {
    /// Its name; `.1` for an element of a tuple without a label.
    package let name: String
    /// Its type; the empty tuple for a noncopyable one, which the runtime can't name.
    package let type: Any.Type
    /// Whether it is a value or a strong reference, and not `weak`, `unowned` or `unowned(unsafe)`.
    package let isStrong: Bool
  }

  /// The kinds of types, as far as reflection tells them apart.
  package enum Kind: Sendable { case structure, enumeration, tuple, object, existential, other }

  /// The fields, those of the superclasses first.
  package let fields: [Field]

  /// Whether the records are what this process's values show. If they aren't, no value of an app's type may be read.
  package static let areKnown = FieldRecords.passSelfTest

  /// Reads the records; `nil` for a type without stored fields of its own kind, such as an enum, or if they aren't known.
  package init?(of type: Any.Type) {
    guard FieldRecords.areKnown else { return nil }
    self.init(reading: type)
  }

  /// Reads the records without asking whether they are known.
  fileprivate init?(reading type: Any.Type) {
    guard [.structure, .tuple, .object].contains(FieldRecords.kind(of: type)) else { return nil }
    fields = (0..<fieldCount(type)).map { index in
      var metadata = FieldMetadata()
      let fieldType = fieldType(type, index, &metadata)
      defer { metadata.freeName?(metadata.name) }
      return Field(
        name: metadata.name.map { String(cString: $0) } ?? "", type: fieldType, isStrong: metadata.isStrong)
    }
  }

  /// The offset of a field in bytes, from the start of the value or the object; `nil` if the gate is closed.
  package static func offset(of index: Int, in type: Any.Type, through gate: LayoutGate = .process) -> Int? {
    gate.isOpen ? fieldOffset(type, index) : nil
  }

  /// The kind of a type.
  package static func kind(of type: Any.Type) -> Kind {
    switch metadataKind(type) {
    case 0x200: .structure
    case 0x201, 0x202: .enumeration
    case 0x301: .tuple
    // Larger numbers are the addresses that Objective-C's runtime needs there.
    case 0, 0x800...: .object
    case 0x303, 0x307: .existential
    default: .other
    }
  }
}

extension FieldRecords {
  private class Base {
    var id = 0
    weak var parent: Base?
    unowned var owner: Target
    init(_ owner: Target) { self.owner = owner }
  }
  private final class Derived: Base {
    unowned(unsafe) var maker: Target
    unowned var other: Target?
    var text = ""
    override init(_ owner: Target) {
      maker = owner
      super.init(owner)
    }
  }
  private final class Target {}
  private struct Value<Part> {
    var part: Part
    weak var parent: Target?
    unowned var owner: Target
    var any: any Sendable
  }
  private enum Case: CustomStringConvertible {
    case bare, full(Int), labelled(at: Int, String)
    indirect case nested(Case)
    var description: String { "description" }
  }

  /// Compares the records of types whose fields are known.
  fileprivate static var passSelfTest: Bool {
    guard let base = FieldRecords(reading: Base.self), let derived = FieldRecords(reading: Derived.self),
      let value = FieldRecords(reading: Value<Double>.self), let tuple = FieldRecords(reading: (a: Int, String).self),
      FieldRecords(reading: Case.self) == nil
    else { return false }
    let types = derived.fields.map { ObjectIdentifier($0.type) }
    return base.fields.map(\.name) == ["id", "parent", "owner"] && base.fields.map(\.isStrong) == [true, false, false]
      && derived.fields.map(\.name) == ["id", "parent", "owner", "maker", "other", "text"]
      && derived.fields.map(\.isStrong) == [true, false, false, false, false, true]
      && types[0] == ObjectIdentifier(Int.self) && types[5] == ObjectIdentifier(String.self)
      && value.fields.map(\.name) == ["part", "parent", "owner", "any"]
      && value.fields.map(\.isStrong) == [true, false, false, true]
      && ObjectIdentifier(value.fields[0].type) == ObjectIdentifier(Double.self)
      && kind(of: value.fields[3].type) == .existential && tuple.fields.map(\.name) == ["a", ".1"]
      && hasCases
  }

  private static var hasCases: Bool {
    let payload = EnumCase(reading: Case.labelled(at: 3, "x"))
    guard let values = payload.payload as? (at: Int, String), values == (3, "x") else { return false }
    return payload.name == "labelled" && EnumCase(reading: Case.bare).name == "bare"
      && EnumCase(reading: Case.bare).payload == nil && EnumCase(reading: Case.full(7)).payload as? Int == 7
      && EnumCase(reading: Case.nested(.bare)).payload is Case
  }
}

/// The case of an enum's value: its own name, whatever the type's description or mirror says, and its payload.
package struct EnumCase {
  package let name: String
  /// The payload; a tuple if it has several values or labels.
  package let payload: Any?

  /// Finds the case; `nil` for a value that is no enum, and if the records aren't known.
  package init?<Value>(of value: Value) {
    guard FieldRecords.areKnown, FieldRecords.kind(of: Value.self) == .enumeration else { return nil }
    self.init(reading: value)
  }

  fileprivate init<Value>(reading value: Value) {
    name = caseName(value).map { String(cString: $0) } ?? ""
    payload = EnumCase.hasPayload(value) ? EnumCase.payload(of: value) : nil
  }

  /// The address of the name of a value's case, which the compiler made for all values with the case; for enums only.
  package static func nameAddress<Value>(of value: Value) -> UnsafePointer<CChar>? { caseName(value) }

  /// Whether a value's case has a payload; for enums only.
  package static func hasPayload<Value>(_ value: Value) -> Bool { childCount(value, Value.self) > 0 }

  /// The payload of a value whose case has one.
  package static func payload<Value>(of value: Value) -> Any {
    var label: UnsafePointer<CChar>?
    var free: FreeName?
    let payload = child(value, Value.self, 0, &label, &free)
    free?(label)
    return payload
  }
}

typealias FreeName = @convention(c) (UnsafePointer<CChar>?) -> Void

/// The attributes of a field besides its type, as the runtime reports them.
struct FieldMetadata {
  var name: UnsafePointer<CChar>?
  var freeName: FreeName?
  var isStrong = false
  var isVariable = false
}

@_silgen_name("swift_getMetadataKind")
func metadataKind(_: Any.Type) -> UInt

@_silgen_name("swift_reflectionMirror_recursiveCount")
func fieldCount(_: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
func fieldType(_: Any.Type, _ index: Int, _ metadata: UnsafeMutablePointer<FieldMetadata>) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
func fieldOffset(_: Any.Type, _ index: Int) -> Int

@_silgen_name("swift_EnumCaseName")
private func caseName<Value>(_: Value) -> UnsafePointer<CChar>?

@_silgen_name("swift_reflectionMirror_count")
private func childCount<Value>(_: Value, _: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_subscript")
private func child<Value>(
  _: Value, _: Any.Type, _ index: Int, _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>,
  _ freeName: UnsafeMutablePointer<FreeName?>
) -> Any

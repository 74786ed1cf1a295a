import RuntimeLayout
import StatePrivacy
import StateTree

/// Structs and tuples.
final class MembersForm<Value>: TypedForm {
  let isPlain: Bool
  private let members: [FormedMember]

  init(_ members: [StoredMember], _ everything: Bool, isPlain: Bool) {
    self.isPlain = isPlain
    self.members = namesFirst(members, \.name).map { FormedMember($0, everything) }
  }

  func encode(_ address: UnsafeRawPointer, to encoder: any Encoder, _ walk: Reflection) throws {
    try walk.nest(typeName, to: encoder) {
      var container = encoder.container(keyedBy: NameKey.self)
      try encodeMembers(of: address, in: &container, walk)
    }
  }

  func encodeMembers(
    of address: UnsafeRawPointer, in container: inout KeyedEncodingContainer<NameKey>, _ walk: Reflection
  ) throws {
    if LayoutGate.process.isOpen {
      for member in members { try member.encode(in: address, &container, walk) }
    } else {
      let mirror = Mirror(reflecting: read(address))
      for member in members { try member.encode(in: mirror, &container, walk) }
    }
  }
}

/// Members in an order in which the names that decide about the value beside them come before it.
func namesFirst<Member>(_ members: [Member], _ name: (Member) -> String) -> [Member] {
  let names = members.filter { SecretPair.names.contains(name($0)) }
  guard !names.isEmpty, members.contains(where: { SecretPair.isValue(name($0)) }) else { return members }
  return names + members.filter { !SecretPair.names.contains(name($0)) }
}

/// A member and the form of its value; an object, because unoptimised code copies each member that it loops over.
final class FormedMember: Sendable {
  private let key: NameKey
  private let offset: Int
  private let member: StoredMember
  private let form: any ReflectedForm

  init(_ member: StoredMember, _ everything: Bool) {
    key = NameKey(member.name)
    offset = member.offset ?? 0
    self.member = member
    form =
      if let closedType = member.closedType {
        ClosedForm(named: closedType)
      } else {
        ReflectedForms.form(of: member.type, everything ? .everything : .none)
      }
  }

  /// Encodes the member of a value or an object at an address.
  func encode(
    in address: UnsafeRawPointer, _ container: inout KeyedEncodingContainer<NameKey>, _ walk: Reflection
  ) throws { try form.encode(address + offset, under: key, in: &container, walk) }

  /// Encodes the member that a mirror shows.
  func encode(in mirror: Mirror, _ container: inout KeyedEncodingContainer<NameKey>, _ walk: Reflection) throws {
    if let closed = form as? ClosedForm { return try closed.encode(under: key, in: &container) }
    guard let value = member.value(in: mirror) else { return }
    try walk.encode(value, under: key, in: &container)
  }
}

/// A member that isn't read.
final class ClosedForm: TypedForm {
  typealias Value = Void

  let isPlain = true
  private let name: String

  init(named name: String) { self.name = name }

  func encode(_: UnsafeRawPointer, to encoder: any Encoder, _: Reflection) throws {
    var members = encoder.container(keyedBy: NameKey.self)
    try members.encode(name, forKey: NameKey("$opaque"))
  }

  func encode(
    _: UnsafeRawPointer, under key: NameKey, in container: inout KeyedEncodingContainer<NameKey>, _: Reflection
  ) throws { try encode(under: key, in: &container) }

  func encode(under key: NameKey, in container: inout KeyedEncodingContainer<NameKey>) throws {
    var members = container.nestedContainer(keyedBy: NameKey.self, forKey: key)
    try members.encode(name, forKey: NameKey("$opaque"))
  }
}

/// Enums.
final class CaseForm<Value>: TypedForm {
  let isPlain: Bool

  init(isPlain: Bool) { self.isPlain = isPlain }

  func encode(_ address: UnsafeRawPointer, to encoder: any Encoder, _ walk: Reflection) throws {
    try walk.nest(typeName, to: encoder) {
      var container = encoder.container(keyedBy: NameKey.self)
      try encodeMembers(of: address, in: &container, walk)
    }
  }

  func encodeMembers(
    of address: UnsafeRawPointer, in container: inout KeyedEncodingContainer<NameKey>, _ walk: Reflection
  ) throws {
    let value = read(address)
    guard let name = EnumCase.nameAddress(of: value) else { return }
    let known = walk.knownCase(name) { EnumCase.hasPayload(value) }
    var members = container.nestedContainer(keyedBy: NameKey.self, forKey: known.key)
    if known.hasPayload { try walk.encode(payload: EnumCase.payload(of: value), in: &members) }
  }
}

extension Reflection {
  /// Encodes the values of a case.
  fileprivate func encode(payload: Any, in container: inout KeyedEncodingContainer<NameKey>) throws {
    func open<Payload>(_ payload: Payload) throws {
      let form = form(of: Payload.self)
      try withUnsafePointer(to: payload) { payload in
        let address = UnsafeRawPointer(payload)
        if FieldRecords.kind(of: Payload.self) == .tuple {
          try form.encodeMembers(of: address, in: &container, self)
        } else {
          try form.encode(address, under: NameKey("_0"), in: &container, self)
        }
      }
    }
    try _openExistential(payload, do: open)
  }
}

/// Values whose type differs from value to value.
final class AnyForm<Value>: TypedForm {
  let isPlain = false

  func encode(_ address: UnsafeRawPointer, to encoder: any Encoder, _ walk: Reflection) throws {
    try walk.encode(Existentials.content(of: read(address)), to: encoder)
  }

  func encode(
    _ address: UnsafeRawPointer, under key: NameKey, in container: inout KeyedEncodingContainer<NameKey>,
    _ walk: Reflection
  ) throws { try walk.encode(Existentials.content(of: read(address)), under: key, in: &container) }
}

enum Existentials {
  /// The value in an existential. A conversion in generic code would put the existential itself into the `Any`.
  static func content<Value>(of value: Value) -> Any {
    func open<Content>(_: Content.Type) -> Any {
      // A value that can't be taken out is known by its type.
      if Content.self == Value.self { return Value.self }
      return (value as? Content).map { $0 as Any } ?? Content.self
    }
    return _openExistential(type(of: value as Any), do: open)
  }
}

/// Optionals.
final class OptionalForm<Wrapped>: TypedForm {
  typealias Value = Wrapped?

  let isPlain: Bool
  private let wrapped: any ReflectedForm

  init(_ everything: Bool) {
    wrapped = ReflectedForms.form(of: Wrapped.self, everything ? .everything : .none)
    isPlain = wrapped.isPlain
  }

  func encode(_ address: UnsafeRawPointer, to encoder: any Encoder, _ walk: Reflection) throws {
    guard let value = read(address) else {
      var container = encoder.singleValueContainer()
      return try container.encodeNil()
    }
    if value as? any OptionalType != nil, (value as? any OptionalType)?.content == nil {
      var container = encoder.container(keyedBy: NameKey.self)
      return try container.encodeNil(forKey: NameKey(nestedOptionalKey))
    }
    try withUnsafePointer(to: value) { try wrapped.encode(UnsafeRawPointer($0), to: encoder, walk) }
  }

  func encode(
    _ address: UnsafeRawPointer, under key: NameKey, in container: inout KeyedEncodingContainer<NameKey>,
    _ walk: Reflection
  ) throws {
    guard let value = read(address) else { return }
    try withUnsafePointer(to: value) { try wrapped.encode(UnsafeRawPointer($0), under: key, in: &container, walk) }
  }
}

/// Values with a raw value.
enum RawForms {
  static func form(of type: any RawRepresentable.Type, _ everything: Bool) -> any ReflectedForm {
    func make<Known: RawRepresentable>(_: Known.Type) -> any ReflectedForm { RawForm<Known>(everything) }
    return make(type)
  }

  private final class RawForm<Value: RawRepresentable>: TypedForm {
    let isPlain: Bool
    private let raw: any ReflectedForm

    init(_ everything: Bool) {
      raw = ReflectedForms.form(of: Value.RawValue.self, everything ? .everything : .none)
      isPlain = raw.isPlain
    }

    func encode(_ address: UnsafeRawPointer, to encoder: any Encoder, _ walk: Reflection) throws {
      try withUnsafePointer(to: read(address).rawValue) { try raw.encode(UnsafeRawPointer($0), to: encoder, walk) }
    }

    func encode(
      _ address: UnsafeRawPointer, under key: NameKey, in container: inout KeyedEncodingContainer<NameKey>,
      _ walk: Reflection
    ) throws {
      try withUnsafePointer(to: read(address).rawValue) {
        try raw.encode(UnsafeRawPointer($0), under: key, in: &container, walk)
      }
    }
  }
}

/// Texts of the standard library that have no encoding.
final class TextForm<Value>: TypedForm {
  let isPlain = true

  func encode(_ address: UnsafeRawPointer, to encoder: any Encoder, _: Reflection) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Reflection.text(of: read(address)) ?? "")
  }
}

/// Values of which reflection sees nothing.
final class OpaqueForm<Value>: TypedForm {
  let isPlain = true

  func encode(_: UnsafeRawPointer, to encoder: any Encoder, _ walk: Reflection) throws {
    try walk.encodeOpaque(typeName, to: encoder)
  }
}

/// The elements of an array whose count is a part of its type.
protocol InlineElements {
  func forEach(_ body: (Any) throws -> Void) rethrows
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension InlineArray: InlineElements where Element: Copyable {
  func forEach(_ body: (Any) throws -> Void) rethrows { for index in indices { try body(self[index]) } }
}

final class InlineForm<Value>: TypedForm {
  let isPlain = false

  func encode(_ address: UnsafeRawPointer, to encoder: any Encoder, _ walk: Reflection) throws {
    try walk.nest(typeName, to: encoder) {
      var container = encoder.unkeyedContainer()
      try (read(address) as? any InlineElements)?.forEach { try container.encode(Reflected($0, walk)) }
    }
  }
}

import RuntimeLayout
import StateTree
import Synchronization

/// How values of a type are reflected; found out once per type.
///
/// Values are read where they are in memory, so that a struct's members aren't copied one by one. A form is an object, so that
/// unoptimised code doesn't copy it with each member.
protocol ReflectedForm: AnyObject, Sendable {
  var type: Any.Type { get }
  /// Whether values hold no object, and nothing whose type differs from value to value.
  var isPlain: Bool { get }

  /// The value at an address.
  func value(at _: UnsafeRawPointer) -> Any

  /// Encodes the value at an address.
  func encode(_: UnsafeRawPointer, to _: any Encoder, _: Reflection) throws

  /// Encodes the value at an address as a member; an empty optional is left out.
  func encode(
    _: UnsafeRawPointer, under _: NameKey, in _: inout KeyedEncodingContainer<NameKey>, _: Reflection
  ) throws

  /// Encodes the members of the value at an address in a container that has others.
  func encodeMembers(
    of _: UnsafeRawPointer, in _: inout KeyedEncodingContainer<NameKey>, _: Reflection
  ) throws
}

extension ReflectedForm {
  var typeName: String { TypeName.of(type) }

  func encode(
    _ address: UnsafeRawPointer, under key: NameKey, in container: inout KeyedEncodingContainer<NameKey>,
    _ walk: Reflection
  ) throws { try encodePart(address, under: key, in: &container, walk) }

  /// Encodes the value at an address as a member, through an encoder of its own.
  func encodePart(
    _ address: UnsafeRawPointer, under key: NameKey, in container: inout KeyedEncodingContainer<NameKey>,
    _ walk: Reflection
  ) throws {
    if walk.core != nil {
      try container.encode(ReflectedPart(address: address, form: self, walk: walk), forKey: key)
    } else {
      try container.encode(Reflected(value(at: address), walk), forKey: key)
    }
  }

  func encodeMembers(
    of _: UnsafeRawPointer, in _: inout KeyedEncodingContainer<NameKey>, _: Reflection
  ) throws {}

  /// Encodes the value at an address as an element.
  func append(
    _ address: UnsafeRawPointer, to container: inout any UnkeyedEncodingContainer, _ walk: Reflection
  ) throws {
    if walk.core != nil {
      try container.encode(ReflectedPart(address: address, form: self, walk: walk))
    } else {
      try container.encode(Reflected(value(at: address), walk))
    }
  }
}

/// The form of values of one type.
protocol TypedForm: ReflectedForm {
  associatedtype Value
}

extension TypedForm {
  var type: Any.Type { Value.self }

  func value(at address: UnsafeRawPointer) -> Any { read(address) }

  /// The value at an address.
  func read(_ address: UnsafeRawPointer) -> Value { address.assumingMemoryBound(to: Value.self).pointee }
}

/// The forms of all types.
enum ReflectedForms {
  /// Which types are reflected although they have an encoding.
  enum Mode { case none, everything, failing }

  private struct Key: Hashable {
    let type: ObjectIdentifier
    let mode: Mode
  }

  private static let known = Mutex<[Key: any ReflectedForm]>([:])

  /// The form of a type. `failing` reflects the type itself although it has an encoding, but not its parts.
  static func form(of type: Any.Type, _ mode: Mode) -> any ReflectedForm {
    let key = Key(type: ObjectIdentifier(type), mode: mode)
    if let known = known.withLock({ $0[key] }) { return known }
    func make<Value>(_: Value.Type) -> any ReflectedForm { self.make(Value.self, mode) }
    let form = make(type)
    return known.withLock { known in
      if let other = known[key] { return other }
      known[key] = form
      return form
    }
  }

  private static func make<Value>(_ type: Value.Type, _ mode: Mode) -> any ReflectedForm {
    if let scalar = ScalarForms.form(of: type) { return scalar }
    let everything = mode == .everything
    if let optional = type as? any ReflectedOptional.Type { return optional.form(everything) }
    if mode != .failing, let encodable = type as? any Encodable.Type, trustsEncoding(of: type, everything),
      !ScalarForms.areTimes(type)
    {
      return EncodedForm<Int>.make(encodable)
    }
    let form = reflecting(type, everything)
    return type is any CustomRecordable.Type && !(form is ObjectForm<Value>) ? CustomForm<Value>(own: form) : form
  }

  private static func reflecting<Value>(_ type: Value.Type, _ everything: Bool) -> any ReflectedForm {
    let kind = FieldRecords.kind(of: type)
    let isPlain = PlainTypes.isPlain(type, everything)
    if kind == .existential { return AnyForm<Value>() }
    if type is any Error.Type { return ErrorForm<Value>(everything) }
    if type is AnyKeyPath.Type { return KeyPathForm<Value>() }
    if kind == .object { return ObjectForm<Value>() }
    if let standard = type as? any ReflectedStandardType.Type { return standard.form(everything) }
    if let raw = type as? any RawRepresentable.Type { return RawForms.form(of: raw, everything) }
    if Reflection.isText(type) { return TextForm<Value>() }
    if type is any CustomReflectable.Type { return MirrorForm<Value>(everything) }
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), type is any InlineElements.Type {
      return InlineForm<Value>()
    }
    switch kind {
    case .structure, .tuple:
      if let records = FieldRecords(of: type) {
        return MembersForm<Value>(StoredMember.members(of: type, records), everything, isPlain: isPlain)
      }
    case .enumeration:
      if FieldRecords.areKnown { return CaseForm<Value>(isPlain: isPlain) }
    case .object, .existential, .other: break
    }
    return OpaqueForm<Value>()
  }

  /// Whether a type's encoding holds the whole value, as far as a walk cares.
  ///
  /// In a walk of everything, these are types of the standard library, Foundation and this module, except those that
  /// contain values of the app.
  static func trustsEncoding(of type: Any.Type, _ everything: Bool) -> Bool {
    guard everything else { return true }
    let name = _typeName(type, qualified: true)
    if ["StateTree.", "StatePrivacy.", "StateCoding.", "StateTable."].contains(where: name.hasPrefix) { return true }
    guard TypeName.isOfToolchain(type) else { return false }
    guard let standard = type as? any ReflectedStandardType.Type else {
      return FieldRecords.kind(of: type) != .enumeration
    }
    return standard.reflectedParts.allSatisfy { $0 is any Encodable.Type && trustsEncoding(of: $0, everything) }
  }
}

/// Which types hold only values that are known by their type: no objects, and nothing of any type.
///
/// The search looks at the fields of structs and the payloads of enums, by their records. Through a closed gate, the payloads
/// aren't known, and enums don't count as plain.
enum PlainTypes {
  static func isPlain(_ type: Any.Type, _ everything: Bool) -> Bool {
    var open: Set<ObjectIdentifier> = []
    return isPlain(type, everything, &open)
  }

  private static func isPlain(_ type: Any.Type, _ everything: Bool, _ open: inout Set<ObjectIdentifier>) -> Bool {
    guard open.insert(ObjectIdentifier(type)).inserted else { return true }
    if let standard = type as? any ReflectedStandardType.Type {
      for part in standard.reflectedParts where !isPlain(part, everything, &open) { return false }
      return true
    }
    let kind = FieldRecords.kind(of: type)
    if kind == .object || kind == .existential { return false }
    if type is any Encodable.Type, ReflectedForms.trustsEncoding(of: type, everything) { return true }
    if type is any CustomRecordable.Type { return false }
    if type is any Error.Type || type is any CustomReflectable.Type { return Reflection.isText(type) }
    switch kind {
    case .structure, .tuple:
      guard let records = FieldRecords(of: type) else { return true }
      for field in records.fields where !field.name.hasPrefix("_$") {
        guard field.isStrong, isPlain(field.type, everything, &open) else { return false }
      }
      return true
    case .enumeration:
      guard LayoutGate.process.isOpen, let payloads = EnumPayloads(of: type).types else { return false }
      for payload in payloads where !isPlain(payload, everything, &open) { return false }
      return true
    case .object, .existential: return false
    case .other: return true
    }
  }
}

/// A value of any type, encoded by reflection in the shape of a synthesised conformance.
///
/// Its parts are encoded by their own conformances. Reflection applies to parts whose types don't conform or whose
/// `encode(to:)` throws:
///
/// - a struct or a class as an object of its stored properties, those of its superclasses first, without empty optionals;
/// - a raw-representable value as its raw value;
/// - a case of an enum as an object under the case's name, with `_0` and so on for a payload without labels;
/// - collections as arrays, dictionaries with text or integers for keys as objects, those with other keys as keys and
///   values in turn, sets and dictionaries in the order of their encoded bytes;
/// - values that are hidden from reflection, such as functions, as `{"$opaque": "its type"}`.
///
/// Encoding takes time in proportion to the value, several times that of a conformance. Reference cycles end where they
/// would repeat, and a value of more than `Reflection.limit` parts is cut there; both with `$opaque`.
package struct Reflected: Encodable {
  /// The value.
  package let value: Any
  private let reflection: Reflection

  /// Wraps a value, to encode it once.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - everything: Whether to reflect the app's own types even if they have a conformance, which may leave members out.
  package init(_ value: Any, everything: Bool = false) { self.init(value, Reflection(everything: everything)) }

  init(_ value: Any, _ reflection: Reflection) {
    self.value = value
    self.reflection = reflection
  }

  /// Encodes the value.
  ///
  /// - Throws: `EncodingError` if it nests deeper than the encoder allows.
  package func encode(to encoder: any Encoder) throws {
    guard reflection.takesPart() else { return try encodeOpaque(to: encoder) }
    if reflection.trustsEncoding(of: value), let encodable = value as? any Encodable, Reflection.canEncode(encodable) {
      var container = encoder.singleValueContainer()
      return try container.encode(encodable)
    }
    if let raw = Reflection.rawValue(of: value) { return try encode(part(raw), to: encoder) }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: try encodeOptional(mirror, to: encoder)
    case .enum: try encodeCase(mirror, to: encoder)
    case .struct, .tuple: try encodeMembers(Reflection.members(of: mirror), to: encoder)
    case .class, .foreignReference: try encodeObject(mirror, to: encoder)
    case .collection: try encodeElements(mirror, to: encoder)
    case .set: try encode(ReflectedSet(elements: mirror.children.map { part($0.value) }), to: encoder)
    case .dictionary: try encodeDictionary(mirror, to: encoder)
    case nil: try encodeLeaf(to: encoder)
    @unknown default: try encodeOpaque(to: encoder)
    }
  }

  private func part(_ value: Any) -> Reflected { Reflected(value, reflection) }

  private func encode(_ value: some Encodable, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }

  private func encodeOptional(_ mirror: Mirror, to encoder: any Encoder) throws {
    if let wrapped = mirror.children.first { return try encode(part(wrapped.value), to: encoder) }
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }

  private func encodeMembers(_ members: [(name: String, value: Any)], to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: NameKey.self)
    for member in members where !Reflection.isNothing(member.value) {
      try container.encode(part(member.value), forKey: NameKey(member.name))
    }
  }

  private func encodeObject(_ mirror: Mirror, to encoder: any Encoder) throws {
    let members = Reflection.members(of: mirror)
    let object = value as AnyObject
    guard !members.isEmpty, reflection.enters(object) else { return try encodeOpaque(to: encoder) }
    defer { reflection.leaves(object) }
    try encodeMembers(members, to: encoder)
  }

  private func encodeCase(_ mirror: Mirror, to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: NameKey.self)
    guard let payload = mirror.children.first, let name = payload.label else {
      _ = container.nestedContainer(keyedBy: NameKey.self, forKey: NameKey(Reflection.bareCase(value)))
      return
    }
    let inner = Mirror(reflecting: payload.value)
    let values = inner.displayStyle == .tuple ? Reflection.members(of: inner) : [("_0", payload.value)]
    var members = container.nestedContainer(keyedBy: NameKey.self, forKey: NameKey(name))
    for member in values where !Reflection.isNothing(member.value) {
      try members.encode(part(member.value), forKey: NameKey(member.name))
    }
  }

  private func encodeElements(_ mirror: Mirror, to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in mirror.children { try container.encode(part(element.value)) }
  }

  private func encodeDictionary(_ mirror: Mirror, to encoder: any Encoder) throws {
    let pairs = mirror.children.map { pair in
      let parts = Array(Mirror(reflecting: pair.value).children)
      return (key: parts[0].value, value: part(parts[1].value))
    }
    let names = pairs.map { Reflection.name(ofKey: $0.key) }
    if Set(names).count == pairs.count, !names.contains(nil) {
      let members = zip(names, pairs).map { (key: $0 ?? "", value: $1.value) }
      try encode(ReflectedMembers(members: members), to: encoder)
    } else {
      try encode(ReflectedPairs(pairs: pairs.map { (part($0.key), $0.value) }), to: encoder)
    }
  }

  private func encodeLeaf(to encoder: any Encoder) throws {
    guard let text = Reflection.text(of: value) else { return try encodeOpaque(to: encoder) }
    try encode(text, to: encoder)
  }

  private func encodeOpaque(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: NameKey.self)
    try container.encode(TypeName.of(type(of: value)), forKey: NameKey("$opaque"))
  }
}

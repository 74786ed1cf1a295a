import RuntimeLayout
import StateTree
import Synchronization

/// Objects, each by its own class.
final class ObjectForm<Value>: TypedForm {
  let isPlain = false
  /// Whether the own encoding of the value has failed.
  private let isEncodable = Value.self is any Encodable.Type

  func encode(_ address: UnsafeRawPointer, to encoder: any Encoder, _ walk: Reflection) throws {
    let object = read(address) as AnyObject
    let plan = walk.plan(of: Swift.type(of: object))
    if plan.encodesItself, !isEncodable, !walk.everything, let encodable = object as? any Encodable {
      return try walk.encode(own: encodable, to: encoder)
    }
    if plan.isCustom, let content = (object as? any CustomRecordable)?.recordedForm.content {
      guard walk.enters(object) else { return try walk.encodeOpaque(plan.typeName, to: encoder) }
      defer { walk.leaves(object) }
      return try walk.encode(content, of: plan.typeName, to: encoder)
    }
    switch plan.access {
    case .members where !plan.members.isEmpty:
      guard walk.enters(object) else { return try walk.encodeOpaque(plan.typeName, to: encoder) }
      defer { walk.leaves(object) }
      try walk.nest(plan.typeName, to: encoder) {
        var container = encoder.container(keyedBy: NameKey.self)
        try plan.encodeMembers(of: object, in: &container, walk)
      }
    case .mirror:
      guard walk.enters(object) else { return try walk.encodeOpaque(plan.typeName, to: encoder) }
      defer { walk.leaves(object) }
      try walk.encode(Mirror(reflecting: object), of: object, to: encoder)
    case .members, .closed: try walk.encodeOpaque(plan.typeName, of: object, to: encoder)
    }
  }
}

/// Key paths, by the names of their properties.
final class KeyPathForm<Value>: TypedForm {
  let isPlain = true

  func encode(_ address: UnsafeRawPointer, to encoder: any Encoder, _ walk: Reflection) throws {
    let path = read(address) as AnyObject as? AnyKeyPath
    guard let name = path?.memberName else {
      return try walk.encodeOpaque(path.map { TypeName.of(Swift.type(of: $0)) } ?? typeName, to: encoder)
    }
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

extension Reflection {
  /// Encodes an object of a class that encodes itself, unlike its superclass.
  fileprivate func encode(own value: some Encodable, to encoder: any Encoder) throws {
    guard canEncode(value) else { return try encodeOpaque(TypeName.of(type(of: value)), to: encoder) }
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

/// How objects of a class are reflected; found out once per class.
final class ObjectPlan: Sendable {
  private struct Key: Hashable {
    let type: ObjectIdentifier
    let everything: Bool
  }

  private static let known = Mutex<[Key: ObjectPlan]>([:])

  let type: AnyClass
  let access: ObjectAccess
  let members: [FormedMember]
  let encodesItself: Bool
  let isCustom: Bool
  let typeName: String

  private init(_ type: AnyClass, _ everything: Bool) {
    self.type = type
    access = ObjectAccess(of: type)
    encodesItself = type is any Encodable.Type
    isCustom = type is any CustomRecordable.Type
    typeName = TypeName.of(type)
    if case .members(let members) = access {
      self.members = members.map { FormedMember($0, everything) }
    } else {
      members = []
    }
  }

  /// The plan for a class.
  static func of(_ type: AnyClass, _ everything: Bool) -> ObjectPlan {
    let key = Key(type: ObjectIdentifier(type), everything: everything)
    if let known = known.withLock({ $0[key] }) { return known }
    let plan = ObjectPlan(type, everything)
    known.withLock { $0[key] = plan }
    return plan
  }

  func encodeMembers(
    of object: AnyObject, in container: inout KeyedEncodingContainer<NameKey>, _ walk: Reflection
  ) throws {
    if LayoutGate.process.isOpen {
      let address = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
      try withExtendedLifetime(object) {
        for member in members { try member.encode(in: address, &container, walk) }
      }
    } else {
      let mirror = Mirror(reflecting: object)
      for member in members { try member.encode(in: mirror, &container, walk) }
    }
  }
}

/// Values that show themselves by a mirror of their own.
final class MirrorForm<Value>: TypedForm {
  let isPlain = false
  /// The form of a collection, such as an array with an index of its own.
  private let elements: (any ReflectedForm)?
  /// Whether the mirrors show elements; `nil` before the first one.
  private let showsElements = Mutex<Bool?>(nil)

  init(_ everything: Bool) {
    func form<Elements: Collection>(of _: Elements.Type) -> any ReflectedForm { ArrayForm<Elements>(everything) }
    elements = (Value.self as? any Collection.Type).map { form(of: $0) }
  }

  func encode(_ address: UnsafeRawPointer, to encoder: any Encoder, _ walk: Reflection) throws {
    let value = read(address)
    guard let elements else { return try walk.encode(Mirror(reflecting: value), of: value, to: encoder) }
    let shows = showsElements.withLock { $0 } ?? (Mirror(reflecting: value).displayStyle == .collection)
    showsElements.withLock { $0 = shows }
    if shows { return try elements.encode(address, to: encoder, walk) }
    try walk.encode(Mirror(reflecting: value), of: value, to: encoder)
  }
}

extension Reflection {
  /// Encodes what a value's own mirror shows.
  fileprivate func encode(_ mirror: Mirror, of value: Any, to encoder: any Encoder) throws {
    let name = TypeName.of(type(of: value))
    try nest(name, to: encoder) {
      switch mirror.displayStyle {
      case .collection:
        var container = encoder.unkeyedContainer()
        for child in mirror.children { try container.encode(Reflected(child.value, self)) }
      case .set:
        try forward(ReflectedSet(elements: mirror.children.map { Reflected($0.value, self) }), to: encoder)
      case .dictionary: try encode(entries: mirror, to: encoder)
      case .optional where mirror.children.isEmpty:
        var container = encoder.singleValueContainer()
        try container.encodeNil()
      case .optional: try mirror.children.first.map { try encode($0.value, to: encoder) }
      case .enum: try encode(caseOf: mirror, value, to: encoder)
      default:
        let members = Reflection.members(of: mirror)
        guard mirror.displayStyle != nil || !members.isEmpty else { return try encodeOpaque(name, to: encoder) }
        if members.isEmpty, type(of: value) is AnyClass { return try encodeOpaque(name, to: encoder) }
        var container = encoder.container(keyedBy: NameKey.self)
        for member in members { try encode(member.value, under: NameKey(member.name), in: &container) }
      }
    }
  }

  private func encode(caseOf mirror: Mirror, _ value: Any, to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: NameKey.self)
    guard let payload = mirror.children.first, let name = payload.label else {
      guard let name = Reflection.caseName(of: value) else { return }
      _ = container.nestedContainer(keyedBy: NameKey.self, forKey: NameKey(name))
      return
    }
    let inner = Mirror(reflecting: payload.value)
    let values = inner.displayStyle == .tuple ? Reflection.members(of: inner) : [("_0", payload.value)]
    var members = container.nestedContainer(keyedBy: NameKey.self, forKey: NameKey(name))
    for member in values { try encode(member.value, under: NameKey(member.name), in: &members) }
  }

  fileprivate func encode(entries mirror: Mirror, to encoder: any Encoder) throws {
    let pairs = mirror.children.compactMap { pair -> (key: Any, value: Any)? in
      let parts = Array(Mirror(reflecting: pair.value).children)
      return parts.count == 2 ? (parts[0].value, parts[1].value) : nil
    }
    try encode(pairs: pairs, to: encoder)
  }

  /// Encodes the entries of a dictionary.
  func encode(pairs: [(key: Any, value: Any)], to encoder: any Encoder) throws {
    let names = pairs.compactMap { Reflection.name(ofKey: $0.key) }
    if names.count == pairs.count, Set(names).count == pairs.count {
      try encode(members: zip(names, pairs).map { (key: $0, value: Reflected($1.value, self)) }, to: encoder)
    } else {
      let pairs = pairs.map { (key: Reflected($0.key, self), value: Reflected($0.value, self)) }
      try forward(ReflectedPairs(pairs: pairs), to: encoder)
    }
  }

  /// Encodes the entries of a dictionary whose keys can be an object's.
  func encode(members: [(key: String, value: some Encodable)], to encoder: any Encoder) throws {
    let isOrdered = context.needsOrder.load(ordering: .relaxed)
    let members = isOrdered ? members.sorted { ByteString($0.key) < ByteString($1.key) } : members
    try forward(ReflectedMembers(members: members), to: encoder)
  }

  /// Encodes a value in place of the one that is reflected.
  func forward(_ value: some Encodable, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

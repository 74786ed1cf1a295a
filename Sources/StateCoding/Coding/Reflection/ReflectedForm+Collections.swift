import RuntimeLayout
import StateTree

/// An optional or a collection of the standard library, whose parts are reflected.
protocol ReflectedStandardType {
  /// The types of its parts.
  static var reflectedParts: [Any.Type] { get }
  static func form(_ everything: Bool) -> any ReflectedForm
}

protocol ReflectedOptional: ReflectedStandardType {
  static var wrappedType: Any.Type { get }
}

extension Optional: ReflectedOptional {
  static var wrappedType: Any.Type { Wrapped.self }
  static var reflectedParts: [Any.Type] { [Wrapped.self] }
  static func form(_ everything: Bool) -> any ReflectedForm { OptionalForm<Wrapped>(everything) }
}

extension Array: ReflectedStandardType {
  static var reflectedParts: [Any.Type] { [Element.self] }
  static func form(_ everything: Bool) -> any ReflectedForm { ArrayForm<Self>(everything) }
}

extension ContiguousArray: ReflectedStandardType {
  static var reflectedParts: [Any.Type] { [Element.self] }
  static func form(_ everything: Bool) -> any ReflectedForm { ArrayForm<Self>(everything) }
}

extension ArraySlice: ReflectedStandardType {
  static var reflectedParts: [Any.Type] { [Element.self] }
  static func form(_ everything: Bool) -> any ReflectedForm { ArrayForm<Self>(everything) }
}

extension Set: ReflectedStandardType {
  static var reflectedParts: [Any.Type] { [Element.self] }
  static func form(_ everything: Bool) -> any ReflectedForm { SetForm<Element>(everything) }
}

extension Dictionary: ReflectedStandardType {
  static var reflectedParts: [Any.Type] { [Key.self, Value.self] }
  static func form(_ everything: Bool) -> any ReflectedForm { DictionaryForm<Key, Value>(everything) }
}

/// Arrays.
final class ArrayForm<Elements: Collection>: TypedForm {
  typealias Value = Elements

  let isPlain: Bool

  init(_ everything: Bool) { isPlain = PlainTypes.isPlain(Elements.Element.self, everything) }

  func encode(_ address: UnsafeRawPointer, to encoder: any Encoder, _ walk: Reflection) throws {
    try walk.nest(typeName, to: encoder) {
      if isPlain, walk.core != nil {
        return walk.everything
          ? try encode(read(address), as: ReflectionOfEverything.self, to: encoder)
          : try encode(read(address), as: ReflectionOfUnencodable.self, to: encoder)
      }
      let form = walk.form(of: Elements.Element.self)
      var container = encoder.unkeyedContainer()
      for element in read(address) {
        try withUnsafePointer(to: element) { try form.append(UnsafeRawPointer($0), to: &container, walk) }
      }
    }
  }

  /// Encodes the elements as a whole, so that the coder can follow them.
  private func encode<Mode: ReflectionMode>(_ elements: Elements, as _: Mode.Type, to encoder: any Encoder) throws {
    typealias Part = ReflectedElement<Elements.Element, Mode>
    let array = elements as? [Elements.Element] ?? Array(elements)
    var container = encoder.singleValueContainer()
    try container.encode(
      ReinterpretedCollections.array(array, as: Part.self) ?? array.map { Part(value: $0) })
  }
}

/// Sets.
final class SetForm<Element: Hashable>: TypedForm {
  typealias Value = Set<Element>

  let isPlain: Bool

  init(_ everything: Bool) { isPlain = PlainTypes.isPlain(Element.self, everything) }

  func encode(_ address: UnsafeRawPointer, to encoder: any Encoder, _ walk: Reflection) throws {
    try walk.nest(typeName, to: encoder) {
      if isPlain, walk.core != nil {
        return walk.everything
          ? try encode(read(address), as: ReflectionOfEverything.self, to: encoder)
          : try encode(read(address), as: ReflectionOfUnencodable.self, to: encoder)
      }
      try walk.forward(ReflectedSet(elements: read(address).map { Reflected($0, walk) }), to: encoder)
    }
  }

  /// Encodes the elements as a whole, so that the coder can follow them.
  private func encode<Mode: ReflectionMode>(_ elements: Set<Element>, as _: Mode.Type, to encoder: any Encoder) throws {
    typealias Part = ReflectedElement<Element, Mode>
    var container = encoder.singleValueContainer()
    try container.encode(
      ReinterpretedCollections.set(elements, as: Part.self) ?? Set(elements.map { Part(value: $0) }))
  }
}

/// Dictionaries.
final class DictionaryForm<Key: Hashable, Element>: TypedForm {
  typealias Value = [Key: Element]

  let isPlain: Bool

  init(_ everything: Bool) { isPlain = PlainTypes.isPlain([Key: Element].self, everything) }

  func encode(_ address: UnsafeRawPointer, to encoder: any Encoder, _ walk: Reflection) throws {
    try walk.nest(typeName, to: encoder) {
      if isPlain, walk.core != nil, let key = Key.self as? any (Encodable & Hashable).Type {
        return walk.everything
          ? try encode(read(address), key, as: ReflectionOfEverything.self, to: encoder)
          : try encode(read(address), key, as: ReflectionOfUnencodable.self, to: encoder)
      }
      let dictionary = read(address)
      let form = walk.form(of: Element.self)
      guard let names = DictionaryForm.names(of: dictionary) else {
        return try walk.encode(pairs: dictionary.map { ($0.key, $0.value) }, to: encoder)
      }
      let members = zip(names, dictionary).map { (key: $0, value: ReflectedValue($1.value, form, walk)) }
      try walk.encode(members: members, to: encoder)
    }
  }

  /// The keys as those of an object; `nil` if they can't be.
  private static func names(of dictionary: [Key: Element]) -> [String]? {
    if Key.self == String.self { return same(dictionary, as: [String: Element].self).keys.map { $0 } }
    let names = dictionary.keys.compactMap { Reflection.name(ofKey: $0) }
    return names.count == dictionary.count && Set(names).count == names.count ? names : nil
  }

  /// Encodes the entries as a whole, so that the coder can follow them.
  private func encode<Known: Encodable & Hashable, Mode: ReflectionMode>(
    _ dictionary: [Key: Element], _: Known.Type, as _: Mode.Type, to encoder: any Encoder
  ) throws {
    typealias Part = ReflectedElement<Element, Mode>
    let dictionary = same(dictionary, as: [Known: Element].self)
    var container = encoder.singleValueContainer()
    try container.encode(
      ReinterpretedCollections.dictionary(dictionary, as: Part.self) ?? dictionary.mapValues { Part(value: $0) })
  }
}

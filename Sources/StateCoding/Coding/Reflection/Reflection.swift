/// The state of one walk through a value by reflection.
package final class Reflection {
  /// The most parts of a value that are encoded.
  static let limit = 100_000

  private var count = 0
  private var entered: Set<ObjectIdentifier> = []
  /// Whether the app's own types are reflected even if they have an encoding.
  private let everything: Bool
  /// Whether a type's encoding holds the whole value, by type.
  private var isTrusted: [ObjectIdentifier: Bool] = [:]

  init(everything: Bool = false) { self.everything = everything }

  /// Whether a value's encoding, if it has one, holds the whole value as far as the walk cares.
  ///
  /// In a walk of everything, these are values of the standard library, Foundation and this module, except those that
  /// contain values of the app.
  func trustsEncoding(of value: Any) -> Bool {
    guard everything else { return true }
    let type = type(of: value)
    if let known = isTrusted[ObjectIdentifier(type)] { return known }
    let name = String(reflecting: type)
    let trusted =
      if name.hasPrefix("Swift.") {
        [nil, .struct, .class].contains(Mirror(reflecting: value).displayStyle)
      } else {
        name.hasPrefix("Foundation") || name.hasPrefix("StateTree.")
      }
    isTrusted[ObjectIdentifier(type)] = trusted
    return trusted
  }

  /// Counts a part; `false` beyond the limit.
  func takesPart() -> Bool {
    count += 1
    return count <= Reflection.limit
  }

  /// Enters an object; `false` if the walk is inside it already.
  func enters(_ object: AnyObject) -> Bool { entered.insert(ObjectIdentifier(object)).inserted }

  func leaves(_ object: AnyObject) { entered.remove(ObjectIdentifier(object)) }

  /// Whether a value's `encode(to:)` succeeds. It is tried first, because half an encoding can't be undone.
  static func canEncode(_ value: some Encodable) -> Bool {
    do {
      _ = try EncodingSession.withPooled { try $0.hash(value) }
      return true
    } catch {
      return false
    }
  }

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

  /// Whether a value is an empty optional, which a synthesised conformance omits.
  static func isNothing(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }

  /// The raw value of a value that has one.
  package static func rawValue(of value: Any) -> Any? {
    guard let value = value as? any RawRepresentable else { return nil }
    return raw(value)
  }

  private static func raw(_ value: some RawRepresentable) -> Any { value.rawValue }

  /// The name of a case without a payload: its description, which may be custom.
  static func bareCase(_ value: Any) -> String { "\(value)" }

  /// A dictionary's key as an object's key; `nil` if it is neither text nor an integer.
  static func name(ofKey key: Any) -> String? {
    switch key {
    case let text as String: text
    case let number as Int: String(number)
    case let key as any CodingKeyRepresentable: key.codingKey.stringValue
    default: nil
    }
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

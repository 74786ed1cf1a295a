/// One walk through a value by reflection: where it is, and how much it has met.
package final class Reflection {
  /// How many parts of a value are encoded.
  static let limit = 100_000

  private var count = 0
  private var entered: Set<ObjectIdentifier> = []

  /// Counts a part; `false` if there were too many.
  func takesPart() -> Bool {
    count += 1
    return count <= Reflection.limit
  }

  /// Goes into an object; `false` if the walk is in it already.
  func enters(_ object: AnyObject) -> Bool { entered.insert(ObjectIdentifier(object)).inserted }

  func leaves(_ object: AnyObject) { entered.remove(ObjectIdentifier(object)) }

  /// Whether a value's `encode(to:)` succeeds, which is told by trying: half an encoding can't be taken back.
  static func canEncode(_ value: some Encodable) -> Bool {
    do {
      _ = try EncodingSession.withPooled { try $0.hash(value) }
      return true
    } catch {
      return false
    }
  }

  /// The stored properties, those of the superclasses first, under the names that `CodingKeys` would have.
  package static func members(of mirror: Mirror) -> [(name: String, value: Any)] {
    let inherited = mirror.superclassMirror.map(members) ?? []
    let labels = Set(mirror.children.compactMap(\.label))
    let own = mirror.children.compactMap { child -> (name: String, value: Any)? in
      guard let label = child.label, !label.hasPrefix("_$") else { return nil }
      if label.hasPrefix(".") { return ("_" + label.dropFirst(), child.value) }
      let lazy = "$__lazy_storage_$_"
      if label.hasPrefix(lazy) { return (String(label.dropFirst(lazy.count)), child.value) }
      let name = String(label.dropFirst())
      // What stands behind a property wrapper, and what a macro stores, is named with an underscore.
      guard label.hasPrefix("_"), !name.isEmpty, !labels.contains(name) else { return (label, child.value) }
      return (name, wrapped(child.value))
    }
    return inherited + own
  }

  /// What a property wrapper wraps, if it stores it.
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

  /// Whether a value is an optional that holds nothing, which a synthesised conformance leaves out.
  static func isNothing(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }

  /// What stands for a value that has a raw value.
  package static func rawValue(of value: Any) -> Any? {
    guard let value = value as? any RawRepresentable else { return nil }
    return raw(value)
  }

  private static func raw(_ value: some RawRepresentable) -> Any { value.rawValue }

  /// The name of a case without a payload: its description, which may be the type's own.
  static func bareCase(_ value: Any) -> String { "\(value)" }

  /// A dictionary's key as that of an object; `nil` if it is neither text nor an integer.
  static func name(ofKey key: Any) -> String? {
    switch key {
    case let text as String: text
    case let number as Int: String(number)
    case let key as any CodingKeyRepresentable: key.codingKey.stringValue
    default: nil
    }
  }

  /// The text of the standard library's types that hold text and can't be encoded.
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

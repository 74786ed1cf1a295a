/// A value of any type, encoded by reflection in the shape of a synthesised conformance.
///
/// Its parts are encoded by their own conformances. Reflection applies to parts whose types don't conform or whose
/// `encode(to:)` throws:
///
/// - a struct, or an object that `ObjectAccess` lets it enter, as an object of its stored properties, those of its
///   superclasses first, without empty optionals;
/// - a raw-representable value as its raw value;
/// - a case of an enum as an object under the case's own name, with `_0` and so on for a payload without labels;
/// - collections as arrays, dictionaries with texts, numbers, Booleans or raw values for keys as objects, those with other keys
///   as keys and values in turn, sets and dictionaries in the order of their encoded bytes;
/// - an error as its type under `$error`, its description under `says`, its case or its members;
/// - any other object, values that are hidden from reflection, such as functions, and references that aren't strong, as
///   `{"$opaque": "its type"}`. Another instance of the type has a number under `instance`.
///
/// Reference cycles end where they would repeat. A value of more than `Reflection.limit` parts or `Reflection.depthLimit`
/// levels is cut there. Both are marked with `$opaque`.
package struct Reflected: Encodable, ReflectionWrapper {
  /// The value.
  package let value: Any
  var reflectedValue: Any { value }
  private let everything: Bool
  private let context: ReflectionContext
  /// The walk that this is a part of; `nil` for a whole value.
  private let walk: Reflection?

  /// Wraps a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - everything: Whether to reflect the app's own types even if they have a conformance, which may leave members out.
  ///   - context: What it has in common with other values of a recording.
  package init(_ value: Any, everything: Bool = false, sharing context: ReflectionContext = .process) {
    self.value = value
    self.everything = everything
    self.context = context
    walk = nil
  }

  init(_ value: Any, _ walk: Reflection) {
    self.value = value
    self.walk = walk
    everything = walk.everything
    context = walk.context
  }

  /// The same value as a part of a recording.
  package func sharing(_ context: ReflectionContext) -> Reflected {
    Reflected(value, everything: everything, sharing: context)
  }

  /// Encodes the value.
  ///
  /// - Throws: `EncodingError` if a part of it can't be encoded at its depth.
  package func encode(to encoder: any Encoder) throws {
    if let walk { return try walk.encode(value, to: encoder) }
    let walk = Reflection(everything: everything, sharing: context)
    try walk.begin(in: encoder) { try walk.encode(value, to: encoder) }
  }
}

/// A part of a value that is being reflected, where it is in memory. It lasts as long as the walk is inside the value.
struct ReflectedPart: Encodable {
  let address: UnsafeRawPointer
  let form: any ReflectedForm
  let walk: Reflection

  func encode(to encoder: any Encoder) throws { try walk.encode(form, address, to: encoder) }
}

/// A part of a value that is being reflected, with its type.
struct ReflectedValue<Value>: Encodable, ReflectionWrapper {
  private let value: Value
  var reflectedValue: Any { value }
  private let form: any ReflectedForm
  private let walk: Reflection

  init(_ value: Value, _ form: any ReflectedForm, _ walk: Reflection) {
    self.value = value
    self.form = form
    self.walk = walk
  }

  func encode(to encoder: any Encoder) throws {
    try withUnsafePointer(to: value) { try walk.encode(form, UnsafeRawPointer($0), to: encoder) }
  }
}

/// An element of a collection that is encoded as a whole, so that the coder can follow it.
///
/// It is plain: it needs nothing of the walk around it.
struct ReflectedElement<Value, Mode: ReflectionMode>: Encodable, ReflectionWrapper {
  let value: Value
  var reflectedValue: Any { value }

  func encode(to encoder: any Encoder) throws {
    let known = (encoder as? StreamEncoder)?.core.context as? Reflection
    let walk = known ?? Reflection(everything: Mode.everything, sharing: .process)
    let form = walk.form(of: Value.self)
    try withUnsafePointer(to: value) { value in
      let address = UnsafeRawPointer(value)
      if known == nil {
        try walk.begin(in: encoder) { try form.encode(address, to: encoder, walk) }
      } else {
        try form.encode(address, to: encoder, walk)
      }
    }
  }
}

extension ReflectedElement: Equatable where Value: Equatable {}
extension ReflectedElement: Hashable where Value: Hashable {}

/// What is reflected: the members of types without an encoding, or those of all the app's types.
protocol ReflectionMode { static var everything: Bool { get } }
enum ReflectionOfUnencodable: ReflectionMode { static var everything: Bool { false } }
enum ReflectionOfEverything: ReflectionMode { static var everything: Bool { true } }

/// A reflected value that is passed with its type.
protocol ReflectionWrapper {
  var reflectedValue: Any { get }
}

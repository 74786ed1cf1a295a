import StateTree
import Synchronization

/// The forms of the commonest scalars, which need no encoder.
enum ScalarForms {
  static func form(of type: Any.Type) -> ReflectedForm? {
    switch type {
    case is String.Type: StringForm(type, isPlain: true)
    case is Int.Type: IntForm(type, isPlain: true)
    case is Bool.Type: BoolForm(type, isPlain: true)
    case is Double.Type: DoubleForm(type, isPlain: true)
    default: nil
    }
  }
}

private final class StringForm: TypedForm<String>, @unchecked Sendable {
  override func encode(_ address: UnsafeRawPointer, to encoder: any Encoder, _: Reflection) throws {
    var container = encoder.singleValueContainer()
    try container.encode(read(address))
  }

  override func encode(
    _ address: UnsafeRawPointer, under key: NameKey, in container: inout KeyedEncodingContainer<NameKey>,
    _: Reflection
  ) throws { try container.encode(read(address), forKey: key) }
}

private final class IntForm: TypedForm<Int>, @unchecked Sendable {
  override func encode(_ address: UnsafeRawPointer, to encoder: any Encoder, _: Reflection) throws {
    var container = encoder.singleValueContainer()
    try container.encode(read(address))
  }

  override func encode(
    _ address: UnsafeRawPointer, under key: NameKey, in container: inout KeyedEncodingContainer<NameKey>,
    _: Reflection
  ) throws { try container.encode(read(address), forKey: key) }
}

private final class BoolForm: TypedForm<Bool>, @unchecked Sendable {
  override func encode(_ address: UnsafeRawPointer, to encoder: any Encoder, _: Reflection) throws {
    var container = encoder.singleValueContainer()
    try container.encode(read(address))
  }

  override func encode(
    _ address: UnsafeRawPointer, under key: NameKey, in container: inout KeyedEncodingContainer<NameKey>,
    _: Reflection
  ) throws { try container.encode(read(address), forKey: key) }
}

private final class DoubleForm: TypedForm<Double>, @unchecked Sendable {
  override func encode(_ address: UnsafeRawPointer, to encoder: any Encoder, _: Reflection) throws {
    var container = encoder.singleValueContainer()
    try container.encode(read(address))
  }

  override func encode(
    _ address: UnsafeRawPointer, under key: NameKey, in container: inout KeyedEncodingContainer<NameKey>,
    _: Reflection
  ) throws { try container.encode(read(address), forKey: key) }
}

/// Values that encode themselves.
///
/// If the own encoding of one throws, the walk is repeated, and from then on each value of the type is tried before.
final class EncodedForm<Value: Encodable>: TypedForm<Value>, @unchecked Sendable {
  private let hasThrown = Atomic(false)

  static func make(_ type: any Encodable.Type) -> ReflectedForm {
    func make<Known: Encodable>(_: Known.Type) -> ReflectedForm {
      EncodedForm<Known>(Known.self, isPlain: !(Known.self is AnyClass))
    }
    return make(type)
  }

  override func encode(_ address: UnsafeRawPointer, to encoder: any Encoder, _ walk: Reflection) throws {
    guard try isEncodable(address, walk) else { return try reflect(read(address), to: encoder, walk) }
    try attempt(walk) {
      var container = encoder.singleValueContainer()
      try container.encode(read(address))
    }
  }

  override func encode(
    _ address: UnsafeRawPointer, under key: NameKey, in container: inout KeyedEncodingContainer<NameKey>,
    _ walk: Reflection
  ) throws {
    guard try isEncodable(address, walk) else {
      return try super.encode(address, under: key, in: &container, walk)
    }
    try attempt(walk) { try container.encode(read(address), forKey: key) }
  }

  private func isEncodable(_ address: UnsafeRawPointer, _ walk: Reflection) throws -> Bool {
    walk.isRepeatable && !hasThrown.load(ordering: .relaxed) || walk.canEncode(read(address))
  }

  private func attempt(_ walk: Reflection, _ body: () throws -> Void) throws {
    do {
      try body()
      if !walk.isTooDeep { return }
    } catch {
      if error is RepeatedRun || error is OutOfTime || !walk.isRepeatable { throw error }
      if hasThrown.exchange(true, ordering: .relaxed) { throw error }
      throw RepeatedRun()
    }
    if !hasThrown.exchange(true, ordering: .relaxed) { throw RepeatedRun() }
  }

  /// Reflects a value whose own encoding throws.
  private func reflect(_ value: Value, to encoder: any Encoder, _ walk: Reflection) throws {
    let form = ReflectedForms.form(of: Value.self, .failing)
    try withUnsafePointer(to: value) { try walk.encode(form, UnsafeRawPointer($0), to: encoder) }
  }
}

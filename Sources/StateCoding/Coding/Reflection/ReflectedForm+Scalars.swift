import StateTree
import Synchronization

/// The forms of the commonest scalars, which need no encoder.
enum ScalarForms {
  static func form(of type: Any.Type) -> (any ReflectedForm)? {
    switch type {
    case is String.Type: ScalarForm<String>({ try $0.encode($1) }, { try $0.encode($1, forKey: $2) })
    case is Int.Type: ScalarForm<Int>({ try $0.encode($1) }, { try $0.encode($1, forKey: $2) })
    case is Bool.Type: ScalarForm<Bool>({ try $0.encode($1) }, { try $0.encode($1, forKey: $2) })
    case is Double.Type: ScalarForm<Double>({ try $0.encode($1) }, { try $0.encode($1, forKey: $2) })
    default: nil
    }
  }
}

/// Scalars of one type, with the methods that containers have for it.
private final class ScalarForm<Value>: TypedForm {
  typealias Write = @Sendable (inout any SingleValueEncodingContainer, Value) throws -> Void
  typealias WriteMember = @Sendable (inout KeyedEncodingContainer<NameKey>, Value, NameKey) throws -> Void

  let isPlain = true
  private let write: Write
  private let writeMember: WriteMember

  init(_ write: @escaping Write, _ writeMember: @escaping WriteMember) {
    self.write = write
    self.writeMember = writeMember
  }

  func encode(_ address: UnsafeRawPointer, to encoder: any Encoder, _: Reflection) throws {
    var container = encoder.singleValueContainer()
    try write(&container, read(address))
  }

  func encode(
    _ address: UnsafeRawPointer, under key: NameKey, in container: inout KeyedEncodingContainer<NameKey>,
    _: Reflection
  ) throws { try writeMember(&container, read(address), key) }
}

/// Values that encode themselves.
///
/// If the own encoding of one throws, the walk is repeated, and from then on each value of the type is tried before.
final class EncodedForm<Value: Encodable>: TypedForm {
  let isPlain: Bool
  private let hasThrown = Atomic(false)

  private init(isPlain: Bool) { self.isPlain = isPlain }

  static func make(_ type: any Encodable.Type) -> any ReflectedForm {
    func make<Known: Encodable>(_: Known.Type) -> any ReflectedForm {
      EncodedForm<Known>(isPlain: !(Known.self is AnyClass))
    }
    return make(type)
  }

  func encode(_ address: UnsafeRawPointer, to encoder: any Encoder, _ walk: Reflection) throws {
    guard try isEncodable(address, walk) else { return try reflect(read(address), to: encoder, walk) }
    try attempt(walk) {
      var container = encoder.singleValueContainer()
      try container.encode(read(address))
    }
  }

  func encode(
    _ address: UnsafeRawPointer, under key: NameKey, in container: inout KeyedEncodingContainer<NameKey>,
    _ walk: Reflection
  ) throws {
    guard try isEncodable(address, walk) else {
      return try encodePart(address, under: key, in: &container, walk)
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

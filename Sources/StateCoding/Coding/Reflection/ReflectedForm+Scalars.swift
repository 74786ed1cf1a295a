import StateTree
import Synchronization
import SystemSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The forms of the commonest scalars, which need no encoder, and of times, whose encodings are numbers that don't say what they are.
enum ScalarForms {
  static func form(of type: Any.Type) -> (any ReflectedForm)? {
    switch type {
    case is String.Type: ScalarForm<String>({ try $0.encode($1) }, { try $0.encode($1, forKey: $2) })
    case is Int.Type: ScalarForm<Int>({ try $0.encode($1) }, { try $0.encode($1, forKey: $2) })
    case is Bool.Type: ScalarForm<Bool>({ try $0.encode($1) }, { try $0.encode($1, forKey: $2) })
    case is Double.Type: ScalarForm<Double>({ try $0.encode($1) }, { try $0.encode($1, forKey: $2) })
    case is Date.Type: ScalarForm<Date>({ try $0.encode(text($1)) }, { try $0.encode(text($1), forKey: $2) })
    case is Duration.Type:
      ScalarForm<Duration>({ try $0.encode(text($1)) }, { try $0.encode(text($1), forKey: $2) })
    default: nil
    }
  }

  /// Whether a type is a time, or a collection of times.
  static func areTimes(_ type: Any.Type) -> Bool {
    type == Date.self || type == Duration.self
      || (type as? any ReflectedStandardType.Type)?.reflectedParts.contains(where: areTimes) == true
  }

  /// A date to the microsecond: `2026-01-01T10:00:00.25Z`; far from today, its seconds since 2001.
  private static func text(_ date: Date) -> String {
    guard (Date.distantPast...Date.distantFuture).contains(date) else {
      return "\(date.timeIntervalSinceReferenceDate)"
    }
    return CivilTime(microsecondsSince1970: Int((date.timeIntervalSince1970 * 1e6).rounded())).rfc3339Text
  }

  /// A duration in seconds: `1.5 seconds`.
  private static func text(_ duration: Duration) -> String { "\(duration)" }
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

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An identifier that can be a key of a JSON object.
///
///     struct TaskID: RawRepresentable, EntityID { var rawValue: String }
///
/// `String`, `Int`, `Int64`, `UInt64` and `UUID` conform. A `RawRepresentable` type with such a raw value only has to
/// declare the conformance.
public protocol EntityID: Hashable, Codable, Sendable {
  /// The identifier as an object's key.
  ///
  /// Different identifiers must have different keys, and identifiers with the same key must encode alike.
  var entityKey: String { get }
}

extension EntityID where Self: FixedWidthInteger {
  /// The number in decimal.
  public var entityKey: String { String(self) }
}

extension EntityID where Self: RawRepresentable, RawValue: EntityID {
  /// The key of the raw value.
  public var entityKey: String { rawValue.entityKey }
}

extension Int: EntityID {}
extension Int64: EntityID {}
extension UInt64: EntityID {}

extension String: EntityID {
  /// The string itself.
  public var entityKey: String { self }
}

extension UUID: EntityID {
  /// The identifier in its usual form, in upper case.
  public var entityKey: String { uuidString }
}

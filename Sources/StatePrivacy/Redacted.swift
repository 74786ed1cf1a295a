/// Marks a property as a secret, which recorders replace with a stand-in.
///
///     struct Account: Codable {
///       var name = ""
///       @Redacted var safeWord = ""
///     }
///
/// Every coder encodes and decodes it like its value, and omits an optional without a value. Only a `StateEncoder` with
/// rules writes a stand-in. Printing and reflection don't show the value.
@propertyWrapper
public struct Redacted<Value> {
  /// The secret.
  public var wrappedValue: Value

  /// Wraps a secret.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension Redacted: Sendable where Value: Sendable {}
extension Redacted: Equatable where Value: Equatable {}
extension Redacted: Hashable where Value: Hashable {}

extension Redacted: Encodable where Value: Encodable {
  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension Redacted: Decodable where Value: Decodable {
  /// Decodes the value.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode(Value.self)
  }
}

extension Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A constant text that replaces the secret.
  public var description: String { "(redacted)" }
  /// A constant text that replaces the secret.
  public var debugDescription: String { description }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

// Synthesised conformances treat a wrapped optional as not optional; these overloads are chosen over the general ones.
extension KeyedEncodingContainer {
  /// Encodes a wrapped optional like a plain one: `nil` writes no member.
  public mutating func encode<Value: Encodable>(_ value: Redacted<Value?>, forKey key: Key) throws {
    guard let wrapped = value.wrappedValue else { return }
    try encode(Redacted(wrappedValue: wrapped), forKey: key)
  }
}

extension KeyedDecodingContainer {
  /// Decodes a wrapped optional like a plain one: a missing member gives `nil`.
  public func decode<Value: Decodable>(_: Redacted<Value?>.Type, forKey key: Key) throws -> Redacted<Value?> {
    Redacted(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
  }
}

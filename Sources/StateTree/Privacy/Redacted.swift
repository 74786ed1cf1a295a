/// Marks a property as a secret: a recorder writes a stand-in for it, whatever its name.
///
///     struct Account: Codable {
///       var name = ""
///       @Redacted var safeWord = ""
///     }
///
/// It is encoded and decoded as its value by every coder, an optional without a value as no member; only a
/// `StateEncoder` with rules writes a stand-in. Nor does it show its value when it is printed or reflected.
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
  /// Says that there is a secret.
  public var description: String { "(redacted)" }
  /// Says that there is a secret.
  public var debugDescription: String { description }
  /// Shows nothing.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

// Synthesised conformances write an optional that is wrapped as if it were none; these are chosen over the general ones.
extension KeyedEncodingContainer {
  /// Encodes a wrapped optional as a plain one: without a value there is no member.
  public mutating func encode<Value: Encodable>(_ value: Redacted<Value?>, forKey key: Key) throws {
    guard let wrapped = value.wrappedValue else { return }
    try encode(Redacted(wrappedValue: wrapped), forKey: key)
  }
}

extension KeyedDecodingContainer {
  /// Decodes a wrapped optional as a plain one: without a member there is no value.
  public func decode<Value: Decodable>(_: Redacted<Value?>.Type, forKey key: Key) throws -> Redacted<Value?> {
    Redacted(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
  }
}

/// A wrapped value, seen without its type.
protocol RedactedValue: SendableMetatype {
  func encodeWrapped(to core: EncodingCore) throws
}

extension Redacted: RedactedValue where Value: Encodable {
  func encodeWrapped(to core: EncodingCore) throws { try core.encode(wrappedValue) }
}

import SystemSupport

/// A JSON document as a value.
///
/// Values are equal if their state hashes are: numbers by exact decimal value, strings and keys by bytes, and objects
/// regardless of the order of their members.
public enum JSONValue: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, exactly as written.
  case number(JSONNumber)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object.
  case object(JSONObject)
}

extension JSONValue: Hashable {
  /// Whether two values are equal for the state hash. O(n).
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  /// Hashes the parts that equality compares. O(n).
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let value): ByteString(value).hash(into: &hasher)
    case .array(let values): hasher.combine(values)
    case .object(let object): hasher.combine(object)
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a number.
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
  /// Creates `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates `null`.
  public init(nilLiteral: ()) { self = .null }
  /// Creates an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Creates an object; the last of two members with the same key wins.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements))
  }
}

extension JSONValue {
  /// Parses a JSON text, strictly as RFC 8259 defines it, up to 512 levels deep.
  ///
  /// - Throws: `JSONError`, with the byte offset and the reason.
  public init(parsing text: some StringProtocol) throws(JSONError) { try self.init(parsing: Array(text.utf8)) }

  /// Parses the bytes of a JSON text, strictly as RFC 8259 defines it, up to 512 levels deep.
  ///
  /// - Throws: `JSONError`, with the byte offset and the reason.
  public init(parsing bytes: [UInt8]) throws(JSONError) { self = try JSONDocument(bytes).root.value }

  /// The member of an object, or `nil`.
  public subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// The text, if the value is a string.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The members, if the value is an object.
  public var object: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The elements, if the value is an array.
  public var array: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }
}

extension String {
  /// Whether two strings have the same UTF-8 bytes; `==` also accepts canonically equivalent ones.
  package func hasSameBytes(as other: String) -> Bool {
    let count = utf8.count
    guard count == other.utf8.count else { return false }
    // For the bytes of a key, a debug build takes long. What is equivalent to ASCII and not the same has more bytes.
    if count < 64 {
      guard self == other else { return false }
      if count == utf16.count { return true }
    }
    return withBytes { bytes in other.withBytes { Platform.areEqual(bytes, $0) } }
  }
}

/// A string with equality by bytes, like JSON's keys.
package struct ByteString: Hashable, Comparable, Sendable {
  package let string: String

  package init(_ string: String) { self.string = string }

  package static func == (left: ByteString, right: ByteString) -> Bool { left.string.hasSameBytes(as: right.string) }

  package static func < (left: ByteString, right: ByteString) -> Bool {
    left.string.withBytes { bytes in right.string.withBytes { Platform.isLess(bytes, $0) } }
  }

  package func hash(into hasher: inout Hasher) {
    var copy = string
    copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

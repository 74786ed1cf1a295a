/// The reason why a text isn't JSON, with its location.
public struct JSONError: Error, Hashable, Sendable {
  /// The offset of the offending byte, counted from 0.
  public let offset: Int
  /// The reason.
  public let reason: Reason

  /// The reasons why a text isn't JSON.
  public enum Reason: Hashable, Sendable {
    /// The text ends inside a value.
    case unexpectedEnd
    /// An invalid byte.
    case unexpectedByte(UInt8)
    /// Text after the value.
    case trailingText
    /// A byte-order mark at the start.
    case byteOrderMark
    /// Bytes that are not UTF-8.
    case invalidUTF8
    /// A control character inside a string, which must be escaped.
    case controlCharacter(UInt8)
    /// An invalid escape.
    case invalidEscape
    /// An escaped surrogate without its other half.
    case loneSurrogate
    /// An invalid number, such as `01` or `1.`.
    case invalidNumber
    /// A key that the object already has.
    case duplicateKey(String)
    /// Deeper nesting than the limit.
    case tooDeep(limit: Int)
    /// More bytes than the limit.
    case tooLong(limit: Int)
    /// More values and keys than the limit.
    case tooManyValues(limit: Int)
    /// A number with more bytes than the limit, or an exponent of more than nine digits.
    case numberTooLong(limit: Int)
  }
}

extension JSONError: CustomStringConvertible {
  /// The reason and the location in words, without raw text.
  public var description: String { "\(reason) at byte \(offset)" }
}

extension JSONError.Reason: CustomStringConvertible {
  /// The reason in words, without raw text.
  public var description: String {
    switch self {
    case .unexpectedEnd: "the text ends inside a value"
    case .unexpectedByte(let byte): "unexpected \(JSONError.Reason.name(of: byte))"
    case .trailingText: "text after the end of the value"
    case .byteOrderMark: "a byte-order mark, which JSON text must not have"
    case .invalidUTF8: "bytes that are not UTF-8"
    case .controlCharacter(let byte): "the control character \(JSONError.Reason.name(of: byte)) unescaped in a string"
    case .invalidEscape: "an invalid escape"
    case .loneSurrogate: "half of a surrogate pair"
    case .invalidNumber: "an invalid number"
    case .duplicateKey(let key): "duplicate key \(JSONValue.string(key).compact)"
    case .tooDeep(let limit): "more than \(limit) levels of nesting"
    case .tooLong(let limit): "more than \(limit) bytes"
    case .tooManyValues(let limit): "more than \(limit) values and keys"
    case .numberTooLong(let limit): "a number of more than \(limit) bytes, or an exponent of more than nine digits"
    }
  }

  private static func name(of byte: UInt8) -> String {
    (0x21...0x7e).contains(byte) ? "'\(Character(UnicodeScalar(byte)))'" : "byte 0x\(String(byte, radix: 16))"
  }
}

/// The limits of the JSON parser, which protect against hostile texts.
package struct JSONLimits: Hashable, Sendable {
  /// The maximum nesting of arrays and objects.
  package var depth: Int
  /// The maximum number of bytes in a text; at most 4 GiB − 1.
  package var bytes: Int
  /// The maximum number of bytes in a number.
  package var numberBytes: Int
  /// The maximum number of values and keys in a text: each takes 20 bytes of memory, and far more as part of a tree.
  package var values: Int

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - depth: The maximum nesting of arrays and objects.
  ///   - bytes: The maximum number of bytes in a text.
  ///   - numberBytes: The maximum number of bytes in a number.
  ///   - values: The maximum number of values and keys in a text.
  package init(depth: Int = 512, bytes: Int = 1 << 30, numberBytes: Int = 1024, values: Int = .max) {
    self.depth = depth
    self.bytes = min(bytes, Int(UInt32.max))
    self.numberBytes = numberBytes
    self.values = values
  }

  /// 512 levels, 1 GiB, numbers of 1,024 bytes.
  package static let `default` = JSONLimits()
}

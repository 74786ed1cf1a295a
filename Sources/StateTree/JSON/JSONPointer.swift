/// A JSON Pointer (RFC 6901): the path from the root of a document to one of its values.
///
/// Two pointers are equal when their tokens have the same bytes.
public struct JSONPointer: Sendable {
  /// The unescaped keys and indexes of the path; empty for the root.
  public let tokens: [String]

  /// Creates a pointer from unescaped tokens.
  public init(tokens: [String]) {
    self.tokens = tokens
  }

  /// Parses a pointer in the syntax of RFC 6901, such as `/a~1b/0`; the empty text is the root.
  ///
  /// - Throws: `JSONPointerError` for a text that doesn't start with a slash, or a `~` without `0` or `1` after it.
  public init(_ text: String) throws(JSONPointerError) {
    let slash = UInt8(ascii: "/")
    let bytes = Array(text.utf8)
    var tokens: [String] = []
    var token: [UInt8] = []
    if let first = bytes.first, first != slash { throw JSONPointerError(offset: 0, reason: .missingSlash) }
    var offset = 1
    while offset < bytes.count {
      switch bytes[offset] {
      case slash:
        tokens.append(String(decoding: token, as: UTF8.self))
        token.removeAll(keepingCapacity: true)
      case UInt8(ascii: "~"):
        switch offset + 1 < bytes.count ? bytes[offset + 1] : 0 {
        case UInt8(ascii: "0"): token.append(UInt8(ascii: "~"))
        case UInt8(ascii: "1"): token.append(slash)
        default: throw JSONPointerError(offset: offset, reason: .invalidEscape)
        }
        offset += 1
      case let byte:
        token.append(byte)
      }
      offset += 1
    }
    if !bytes.isEmpty { tokens.append(String(decoding: token, as: UTF8.self)) }
    self.tokens = tokens
  }

  /// The number of tokens of a text as a pointer.
  package static func tokenCount(of text: String) -> Int { text.utf8.count { $0 == UInt8(ascii: "/") } }

  /// The pointer to the whole document.
  public static let root = JSONPointer(tokens: [])

  /// Whether this is the pointer to the whole document.
  public var isRoot: Bool { tokens.isEmpty }

  /// The pointer to a member of the object that this one points to.
  public func appending(_ key: String) -> JSONPointer {
    JSONPointer(tokens: tokens + [key])
  }

  /// The pointer to an element of the array that this one points to.
  public func appending(index: Int) -> JSONPointer {
    appending(String(index))
  }

  /// Whether the other pointer leads to the same value or into it.
  package func isPrefix(of other: JSONPointer) -> Bool {
    tokens.count <= other.tokens.count && zip(tokens, other.tokens).allSatisfy { $0.hasSameBytes(as: $1) }
  }

  /// Returns the pointer with only the first tokens.
  func prefix(_ count: Int) -> JSONPointer {
    JSONPointer(tokens: Array(tokens.prefix(count)))
  }

  /// Parses a token as an index into an array: digits, without leading zeros; `nil` for any other token.
  package static func index(_ token: String) -> Int? {
    let digits = token.utf8
    guard let first = digits.first, first != UInt8(ascii: "0") || digits.count == 1,
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(token)
  }
}

extension JSONPointer: Hashable {
  /// Whether two pointers have the same tokens, byte by byte.
  public static func == (left: JSONPointer, right: JSONPointer) -> Bool {
    left.tokens.count == right.tokens.count && left.isPrefix(of: right)
  }

  /// Hashes the bytes of the tokens.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(tokens.count)
    for token in tokens { ByteString(token).hash(into: &hasher) }
  }
}

extension JSONPointer: CustomStringConvertible {
  /// The pointer in the syntax of RFC 6901.
  public var description: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16 * tokens.count)
    for token in tokens {
      bytes.append(UInt8(ascii: "/"))
      var token = token
      token.withUTF8 { token in
        guard token.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
          return bytes.append(contentsOf: token)
        }
        for byte in token {
          switch byte {
          case UInt8(ascii: "~"): bytes += [UInt8(ascii: "~"), UInt8(ascii: "0")]
          case UInt8(ascii: "/"): bytes += [UInt8(ascii: "~"), UInt8(ascii: "1")]
          default: bytes.append(byte)
          }
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension JSONValue {
  /// The value at a pointer, or `nil`.
  ///
  /// An index has no leading zeros and is within the array; `-` never leads to a value.
  public subscript(pointer: JSONPointer) -> JSONValue? {
    var value = self
    for token in pointer.tokens {
      switch value {
      case .object(let object):
        guard let member = object[token] else { return nil }
        value = member
      case .array(let elements):
        guard let index = JSONPointer.index(token), index < elements.count else { return nil }
        value = elements[index]
      default:
        return nil
      }
    }
    return value
  }
}

/// Tells texts that look like a key from plain ones.
///
/// Names alone can't: a `syncToken` may be a version, an `authorization` a state. A key has no words: its letters and digits,
/// or its capitals, alternate.
package enum KeyText {
  /// The shortest key.
  private static let shortest = 6

  /// Whether a text has a part that looks like a key: not words, numbers, versions or dates. The stand-in for a key does, too.
  package static func looksLikeKey(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if isStandIn(bytes) || hasScheme(bytes) { return true }
    guard bytes.count >= shortest, !startsWithDate(bytes) else { return false }
    if hasPasswordSigns(bytes) || isNumbered(bytes) { return true }
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, Kind(bytes[end]) != .other { end += 1 }
      if isKey(UnsafeRawBufferPointer(rebasing: bytes[start..<end])) { return true }
      start = end + 1
    }
    return false
  }

  /// Whether a text has as many digits as the shortest PIN that is secret.
  package static func hasDigits(_ bytes: UnsafeRawBufferPointer) -> Bool {
    isStandIn(bytes) || bytes.lazy.filter { Kind($0) == .digit }.count >= 3
  }

  /// Whether a text is a hash in hexadecimal, of a usual length, or a UUID.
  static func isDigest(_ bytes: UnsafeRawBufferPointer) -> Bool {
    switch bytes.count {
    case 32, 40, 64, 128: bytes.allSatisfy(isHexadecimal)
    case 36:
      bytes.enumerated().allSatisfy { index, byte in
        [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : isHexadecimal(byte)
      }
    default: false
    }
  }

  private enum Kind {
    case lower, upper, digit, other

    init(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): self = .lower
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): self = .upper
      case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .digit
      default: self = .other
      }
    }
  }

  /// Whether letters and digits without separators are a key.
  private static func isKey(_ piece: UnsafeRawBufferPointer) -> Bool {
    var (turns, capitals, digits, vowels) = (0, 0, 0, 0)
    var last = Kind.other
    for byte in piece {
      let kind = Kind(byte)
      if kind == .digit { digits += 1 }
      if "aeiouAEIOU".utf8.contains(byte) { vowels += 1 }
      if last != .other {
        if (kind == .digit) != (last == .digit) { turns += 1 }
        if kind == .upper, last == .lower { capitals += 1 }
      }
      last = kind
    }
    if piece.count >= 5, turns >= 3 || turns == 2 && piece.count >= 6 { return true }
    // A word and a number, or a number alone, is a key that a person chose; `page2` and `sha256` are none.
    if digits >= 6 || piece.count >= 8 && digits >= (turns > 0 ? 2 : 6) { return true }
    // Words have vowels, and names in camel case few capitals.
    return piece.count >= 12 && digits < piece.count && (4 * capitals >= piece.count || 6 * vowels < piece.count)
  }

  private static func isStandIn(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.elementsEqual(SecretFormat.redactedText.utf8)
  }

  /// Whether a text has four digits beside letters, or six without, and nothing else but hyphens, underscores and, without
  /// letters, spaces.
  private static func isNumbered(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var (letters, digits, spaces) = (0, 0, 0)
    for byte in bytes {
      switch Kind(byte) {
      case .lower, .upper: letters += 1
      case .digit: digits += 1
      case .other:
        if byte == UInt8(ascii: " ") {
          spaces += 1
        } else if byte != UInt8(ascii: "-"), byte != UInt8(ascii: "_") {
          return false
        }
      }
    }
    return letters == 0 ? digits >= 6 : digits >= 4 && spaces == 0
  }

  /// Whether a text without spaces has letters, digits, and signs that ids, addresses and URLs don't have.
  private static func hasPasswordSigns(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var (letters, digits, signs) = (false, false, false)
    for byte in bytes {
      switch Kind(byte) {
      case .lower, .upper: letters = true
      case .digit: digits = true
      case .other:
        if byte <= 0x20 || byte >= 0x7f { return false }
        if "!$^*".utf8.contains(byte) { signs = true }
      }
    }
    return letters && digits && signs
  }

  /// Whether a text is what follows `Authorization:` in a request.
  private static func hasScheme(_ bytes: UnsafeRawBufferPointer) -> Bool {
    ["bearer ", "basic ", "token ", "digest "].contains { scheme in
      bytes.count > scheme.utf8.count
        && bytes.prefix(scheme.utf8.count).elementsEqual(scheme.utf8) { $0 | 0x20 == $1 | 0x20 }
    }
  }

  /// Whether a text begins like `2026-11-28`.
  private static func startsWithDate(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= 10
      && (0..<10).allSatisfy { $0 == 4 || $0 == 7 ? bytes[$0] == UInt8(ascii: "-") : Kind(bytes[$0]) == .digit }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte | 0x20 {
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Kind(byte) != .other
    default: Kind(byte) == .digit
    }
  }
}

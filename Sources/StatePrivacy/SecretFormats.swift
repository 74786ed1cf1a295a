package import StateTree

/// Recognises the forms of secret texts.
///
/// A form is recognised at the start of a text: three bytes and the place of a colon reject nearly every other text.
package struct SecretFormats: Sendable {
  private let formats: Set<SecretFormat>
  private let names: SecretNames

  init(_ formats: [SecretFormat], names: SecretNames) {
    self.formats = Set(formats)
    self.names = names
  }

  package var isEmpty: Bool { formats.isEmpty }

  /// The replacement for a secret text.
  package struct Finding: Equatable {
    package var format: SecretFormat
    package var text: String
  }

  /// The replacement for a text, if it has the form of a secret.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - match: The effect of its name: whether it is a secret if it is random, or if it looks like a key.
  /// - Returns: The form and the replacement; `nil` if the text has no form.
  package func finding(in text: String, under match: SecretNames.Match = .none) -> Finding? {
    text.withBytes { bytes in
      if match == .key, KeyText.looksLikeKey(bytes) { return Finding(format: .random, text: SecretFormat.redactedText) }
      if let format = SecretFormats.whole(bytes)
        ?? (match == .random && SecretFormats.isRandom(bytes) && !KeyText.isDigest(bytes) ? .random : nil)
      {
        return formats.contains(format) ? Finding(format: format, text: format.standIn) : nil
      }
      guard formats.contains(.url) else { return nil }
      return redactedURL(bytes).map { Finding(format: .url, text: $0) }
    }
  }

  // MARK: Whole texts

  /// The starts of all forms but URLs.
  private static let starts: [StaticString] =
    KeyPrefix.all.map(\.text) + [
      "eyJ", "-----BEGIN ", "Bearer ", "bearer ", "BEARER ", "Basic ", "basic ", "redacted:",
    ]

  private static func whole(_ bytes: UnsafeRawBufferPointer) -> SecretFormat? {
    if bytes.starts(with: "eyJ") { return isWebToken(bytes) ? .jwt : nil }
    if bytes.starts(with: "-----BEGIN ") { return isPrivateKey(bytes) ? .pem : nil }
    if bytes.starts(with: "https://hooks.slack.com/services/") { return .slack }
    if bytes.starts(with: "https://discord.com/api/webhooks/")
      || bytes.starts(with: "https://discordapp.com/api/webhooks/")
    {
      return .discord
    }
    if bytes.starts(with: "redacted:") {
      return SecretFormat(rawValue: String(decoding: bytes.dropFirst(9).prefix(16), as: UTF8.self))
    }
    if let prefix = KeyPrefix.first(of: bytes) { return prefix.format }
    if isBotToken(bytes) { return .telegram }
    for scheme in ["Bearer ", "bearer ", "BEARER ", "Basic ", "basic "] as [StaticString]
    where bytes.starts(with: scheme) {
      return areCredentials(bytes, from: scheme.utf8CodeUnitCount) ? .bearer : nil
    }
    return nil
  }

  /// Whether a text starts with two parts in the URL-safe Base64 of an object, and a signature.
  private static func isWebToken(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    for _ in 0..<2 {
      let end = bytes.run(from: start, while: KeyPrefix.Characters.name.contain)
      guard end - start >= 10, end < bytes.count, bytes[end] == UInt8(ascii: ".") else { return false }
      start = end + 1
    }
    return true
  }

  /// Whether a text is the number of a bot, a colon, and 35 characters that begin with `AA`.
  private static func isBotToken(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let colon = bytes.run(from: 0) { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard (8...10).contains(colon), bytes.count == colon + 36, bytes[colon] == UInt8(ascii: ":") else { return false }
    return bytes[colon + 1] == UInt8(ascii: "A")
      && bytes.run(from: colon + 1, while: KeyPrefix.Characters.name.contain) == bytes.count
  }

  /// Whether the label of a text's first line is that of a private key.
  private static func isPrivateKey(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let label = String(decoding: bytes.prefix(64), as: UTF8.self)
    return label.split(separator: "-----", maxSplits: 2).first?.contains("PRIVATE KEY") == true
  }

  /// Whether a text ends with credentials, not with a word of prose.
  private static func areCredentials(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Bool {
    let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(start))
    if rest.starts(with: "redacted") { return true }
    let end = rest.run(from: 0) { KeyPrefix.Characters.name.contain($0) || "._~+/=".utf8.contains($0) }
    guard end == rest.count, end >= 8 else { return false }
    return end >= 24 || rest.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  // MARK: Random texts

  /// Whether a text is long and random Base64 or hexadecimal: no id, and no words with separators.
  static func isRandom(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if bytes.starts(with: "redacted:random"), bytes.count == 15 { return true }
    guard bytes.count >= 20, bytes.count <= 1024 else { return false }
    var end = bytes.count
    while end > bytes.count - 2, bytes[end - 1] == UInt8(ascii: "=") { end -= 1 }
    var (seen, digits, capitals, separators, others) = ((UInt64(0), UInt64(0)), 0, 0, 0, 0)
    for byte in bytes[..<end] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
      case UInt8(ascii: "A")...UInt8(ascii: "F"): capitals += 1
      case UInt8(ascii: "a")...UInt8(ascii: "f"): break
      case UInt8(ascii: "G")...UInt8(ascii: "Z"): (capitals, others) = (capitals + 1, others + 1)
      case UInt8(ascii: "g")...UInt8(ascii: "z"): others += 1
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"), UInt8(ascii: "+"): separators += 1
      default: return false
      }
      if byte < 64 { seen.0 |= 1 &<< UInt64(byte) } else { seen.1 |= 1 &<< UInt64(byte & 63) }
    }
    guard digits > 0, digits < end else { return false }
    let distinct = seen.0.nonzeroBitCount + seen.1.nonzeroBitCount
    if others == 0 { return separators == 0 && distinct >= 9 }
    if capitals > 0 { return 100 * distinct >= min(65 * end, 2800) }
    return separators == 0 && 8 * digits >= end && distinct >= min(end / 2, 18)
  }

  // MARK: URLs

  /// A URL, or a path with a query, whose secret parts are replaced; `nil` if it has none.
  private func redactedURL(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard bytes.count >= SecretFormats.shortest else { return nil }
    var authority = 0..<0
    if isQuery(bytes) { return redactedParameters(bytes, from: -1, []) }
    if bytes.first != UInt8(ascii: "/") {
      // `jdbc:postgresql://` has two schemes.
      var start = 0
      while start < bytes.count, start <= 24, !UnsafeRawBufferPointer(rebasing: bytes[start...]).starts(with: "://") {
        guard SecretFormats.isScheme(bytes[start]) else { return nil }
        start += 1
      }
      // The first look sees a colon in the first sixteen bytes.
      let colon = bytes.run(from: 0) { $0 != UInt8(ascii: ":") }
      guard start > 0, start <= 24, start < bytes.count, colon < 16 else { return nil }
      start += 3
      authority = start..<bytes.run(from: start) { !"/?# \n\"".utf8.contains($0) }
    }
    var secrets: [Range<Int>] = []
    if let at = bytes[authority].lastIndex(of: UInt8(ascii: "@")),
      let colon = bytes[authority.lowerBound..<at].firstIndex(of: UInt8(ascii: ":")), colon + 1 < at
    {
      secrets.append(colon + 1..<at)
    }
    let query = bytes.run(from: authority.upperBound) { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    return redactedParameters(bytes, from: query, secrets)
  }

  /// Whether a text is a query without a URL: a name before the first equals sign.
  private func isQuery(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let end = bytes.run(from: 0) { KeyPrefix.Characters.name.contain($0) || $0 == UInt8(ascii: ".") }
    return end > 0 && end < bytes.count && bytes[end] == UInt8(ascii: "=")
  }

  /// A text with the secret parameters from an index on replaced, and other secret parts; `nil` if there are none.
  private func redactedParameters(
    _ bytes: UnsafeRawBufferPointer, from start: Int, _ parts: [Range<Int>]
  ) -> String? {
    var (secrets, index) = (parts, start)
    while index < bytes.count {
      let name = index + 1..<bytes.run(from: index + 1) { !"=&;?# \n\"".utf8.contains($0) }
      index = name.upperBound
      guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { continue }
      let value = index + 1..<bytes.run(from: index + 1) { !"&;# \n\"".utf8.contains($0) }
      index = value.upperBound
      if !value.isEmpty, isSecret(bytes[name], UnsafeRawBufferPointer(rebasing: bytes[value])) { secrets.append(value) }
    }
    return secrets.isEmpty ? nil : SecretFormats.replacing(secrets, in: bytes)
  }

  private static func isScheme(_ byte: UInt8) -> Bool {
    KeyPrefix.Characters.letterDigits.contain(byte) || "+-.:".utf8.contains(byte)
  }

  /// Whether the value of a parameter is a secret.
  private func isSecret(_ name: Slice<UnsafeRawBufferPointer>, _ value: UnsafeRawBufferPointer) -> Bool {
    switch names.match(UnsafeRawBufferPointer(rebasing: name)) {
    case .none, .harmless: false
    case .random: SecretFormats.isRandom(value) || value.count == 8 && value.starts(with: "redacted")
    case .key: KeyText.looksLikeKey(value)
    case .digits: KeyText.hasDigits(value) || KeyText.looksLikeKey(value)
    case .text, .everything: true
    }
  }

  private static func replacing(_ parts: [Range<Int>], in bytes: UnsafeRawBufferPointer) -> String {
    var result: [UInt8] = []
    var end = 0
    for part in parts {
      result += bytes[end..<part.lowerBound]
      result += Array(SecretFormat.redactedText.utf8)
      end = part.upperBound
    }
    return String(decoding: result + bytes[end...], as: UTF8.self)
  }

  // MARK: The first look

  /// The length of the shortest text with a form.
  private static let shortest = 12

  /// A table of one bit for each value of a hash of three bytes: set for the starts of forms.
  package static func makeTriggers() -> Stack<UInt64> {
    var words = [UInt64](repeating: 0, count: 16)
    for start in starts {
      let bytes = UnsafeRawBufferPointer(start: start.utf8Start, count: 3)
      let slot = slot(of: UInt64(bytes[0]) | UInt64(bytes[1]) &<< 8 | UInt64(bytes[2]) &<< 16)
      words[slot >> 6] |= 1 << UInt64(slot & 63)
    }
    // The prefix of Twilio's keys is shorter.
    for digit in "0123456789abcdefABCDEF".utf8 {
      let slot = slot(of: 0x4b53 | UInt64(digit) &<< 16)
      words[slot >> 6] |= 1 << UInt64(slot & 63)
    }
    var triggers = Stack<UInt64>()
    for word in words { triggers.append(word) }
    return triggers
  }

  @_transparent
  private static func slot(of word: UInt64) -> Int {
    Int(truncatingIfNeeded: ((word & 0xff_ffff) &* 0x9e37_79b9_7f4a_7c15) &>> 54)
  }

  /// Whether a text may have a form of a secret: `false` for nearly every other text.
  @_transparent
  package static func isSuspect(_ bytes: UnsafeRawBufferPointer, _ triggers: borrowing Stack<UInt64>) -> Bool {
    guard bytes.count >= shortest, let start = bytes.baseAddress else { return false }
    let first = start.word(at: 0)
    let slot = slot(of: first)
    let starts = triggers.elements[slot &>> 6] &>> UInt64(truncatingIfNeeded: slot & 63) & 1
    let second = start.word(at: min(8, bytes.count &- 8))
    let colons = marks(0x3a, in: first) | marks(0x3a, in: second) | marks(0x3d, in: first) | marks(0x3d, in: second)
    return starts | colons != 0 || first & 0xff == UInt64(UInt8(ascii: "/"))
  }

  /// Not zero if a word has a byte.
  @_transparent
  private static func marks(_ byte: UInt64, in word: UInt64) -> UInt64 {
    let difference = word ^ (byte &* 0x0101_0101_0101_0101)
    return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
  }
}

import StateTree

/// A kind of key that starts with a known text.
struct KeyPrefix: Sendable {
  var text: StaticString
  var format: SecretFormat
  /// How many of these characters follow at least.
  var count: Int
  var characters: Characters

  enum Characters {
    case capitalDigits, hexadecimal, letterDigits, name
  }

  private init(_ text: StaticString, _ format: SecretFormat, _ count: Int, _ characters: Characters = .name) {
    self.text = text
    self.format = format
    self.count = count
    self.characters = characters
  }

  /// The kinds whose prefix and length the service, or the scanners of secrets that it cooperates with, publish.
  static let all = [
    KeyPrefix("AGE-SECRET-KEY-1", .age, 58, .capitalDigits),
    KeyPrefix("AKIA", .aws, 16, .capitalDigits),
    KeyPrefix("ASIA", .aws, 16, .capitalDigits),
    KeyPrefix("dapi", .databricks, 32, .hexadecimal),
    KeyPrefix("dop_v1_", .digitalocean, 64, .hexadecimal),
    KeyPrefix("doo_v1_", .digitalocean, 64, .hexadecimal),
    KeyPrefix("dor_v1_", .digitalocean, 64, .hexadecimal),
    KeyPrefix("ghp_", .github, 36, .letterDigits),
    KeyPrefix("gho_", .github, 36, .letterDigits),
    KeyPrefix("ghu_", .github, 36, .letterDigits),
    KeyPrefix("ghs_", .github, 36, .letterDigits),
    KeyPrefix("ghr_", .github, 36, .letterDigits),
    KeyPrefix("github_pat_", .github, 40),
    KeyPrefix("glpat-", .gitlab, 20),
    KeyPrefix("gldt-", .gitlab, 20),
    KeyPrefix("glrt-", .gitlab, 20),
    KeyPrefix("glptt-", .gitlab, 40),
    KeyPrefix("AIza", .google, 35),
    KeyPrefix("GOCSPX-", .google, 20),
    KeyPrefix("ya29.", .google, 20),
    KeyPrefix("hf_", .huggingface, 34, .letterDigits),
    KeyPrefix("lin_api_", .linear, 40, .letterDigits),
    KeyPrefix("sk.eyJ", .mapbox, 40),
    KeyPrefix("secret_", .notion, 43, .letterDigits),
    KeyPrefix("ntn_", .notion, 46, .letterDigits),
    KeyPrefix("npm_", .npm, 36, .letterDigits),
    KeyPrefix("sk-", .openai, 32),
    KeyPrefix("pypi-AgE", .pypi, 50),
    KeyPrefix("SG.", .sendgrid, 20),
    KeyPrefix("shpat_", .shopify, 32, .hexadecimal),
    KeyPrefix("shpca_", .shopify, 32, .hexadecimal),
    KeyPrefix("shppa_", .shopify, 32, .hexadecimal),
    KeyPrefix("shpss_", .shopify, 32, .hexadecimal),
    KeyPrefix("xoxa-", .slack, 20),
    KeyPrefix("xoxb-", .slack, 20),
    KeyPrefix("xoxe-", .slack, 20),
    KeyPrefix("xoxp-", .slack, 20),
    KeyPrefix("xoxr-", .slack, 20),
    KeyPrefix("xoxs-", .slack, 20),
    KeyPrefix("xapp-", .slack, 20),
    KeyPrefix("sq0atp-", .square, 22),
    KeyPrefix("sq0csp-", .square, 43),
    KeyPrefix("sk_live_", .stripe, 16, .letterDigits),
    KeyPrefix("sk_test_", .stripe, 16, .letterDigits),
    KeyPrefix("rk_live_", .stripe, 16, .letterDigits),
    KeyPrefix("rk_test_", .stripe, 16, .letterDigits),
    KeyPrefix("whsec_", .stripe, 16),
    KeyPrefix("SK", .twilio, 32, .hexadecimal),
    KeyPrefix("hvs.", .vault, 24),
    KeyPrefix("hvb.", .vault, 24),
  ]

  /// The kinds by the first byte of their text.
  private static let byFirstByte = (0..<128).map { byte in all.filter { Int($0.text.utf8Start.pointee) == byte } }

  /// The first kind that a text begins with.
  static func first(of bytes: UnsafeRawBufferPointer) -> KeyPrefix? {
    guard let first = bytes.first, first < 128 else { return nil }
    for prefix in byFirstByte[Int(first)] where bytes.starts(with: prefix.text) {
      let start = prefix.text.utf8CodeUnitCount
      let end = bytes.run(from: start, while: prefix.characters.contain)
      guard end - start >= prefix.count else { continue }
      // Words with hyphens begin with this short prefix, too.
      if prefix.format == .openai, !KeyText.looksLikeKey(UnsafeRawBufferPointer(rebasing: bytes[start..<end])) {
        continue
      }
      return prefix
    }
    return nil
  }
}

extension KeyPrefix.Characters {
  func contain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "G")...UInt8(ascii: "Z"): self != .hexadecimal
    case UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self != .capitalDigits
    case UInt8(ascii: "g")...UInt8(ascii: "z"): self == .letterDigits || self == .name
    case UInt8(ascii: "_"), UInt8(ascii: "-"): self == .name
    default: false
    }
  }
}

extension UnsafeRawBufferPointer {
  func starts(with text: StaticString) -> Bool {
    let other = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return count >= other.count && UnsafeRawBufferPointer(rebasing: self[..<other.count]).hasBytes(of: other)
  }

  /// The index of the first byte from an index on that a condition rejects.
  func run(from start: Int, while condition: (UInt8) -> Bool) -> Int {
    var index = start
    while index < count, condition(self[index]) { index += 1 }
    return index
  }
}

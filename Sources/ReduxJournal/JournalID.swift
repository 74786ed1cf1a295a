/// The identity of a journal: 32 lowercase hex digits, drawn at random when the journal is started.
///
/// Every session of a journal names it, and the chain of sums starts from it.
public struct JournalID: Hashable, Sendable {
  /// The 32 digits.
  public let text: String

  /// Creates an id from its 32 lowercase hex digits; `nil` if the text is anything else.
  public init?(_ text: String) {
    guard text.utf8.count == 32, text.utf8.allSatisfy(isLowercaseHexDigit) else { return nil }
    self.text = text
  }

  /// A new id from the system's random generator.
  public static func random() -> JournalID {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }

  /// A new id from a given random generator.
  public static func random(using generator: inout some RandomNumberGenerator) -> JournalID {
    JournalID(high: generator.next(), low: generator.next())
  }

  private init(high: UInt64, low: UInt64) {
    func digits(_ word: UInt64) -> String {
      let text = String(word, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    text = digits(high) + digits(low)
  }
}

extension JournalID: CustomStringConvertible {
  /// The 32 digits.
  public var description: String { text }
}

/// Whether an ASCII byte is one of `0`–`9` and `a`–`f`.
func isLowercaseHexDigit(_ byte: UInt8) -> Bool {
  (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
}

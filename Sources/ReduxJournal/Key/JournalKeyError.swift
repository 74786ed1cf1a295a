/// Why a text or file isn't a key. It never holds the text itself.
public enum JournalKeyError: Error, Hashable, Sendable {
  /// It has this many hex digits instead of 32.
  case wrongLength(digits: Int)
  /// It has characters other than hex digits.
  case notHexDigits
  /// It has more than one line.
  case severalLines
  /// All digits are zero, which anyone can guess.
  case allZero
  /// The file can't be read.
  case unreadable(path: String, reason: String)
}

extension JournalKeyError: CustomStringConvertible {
  /// The problem and the next step.
  public var description: String {
    switch self {
    case .wrongLength(0): "the key is empty; \(JournalKeyError.advice)"
    case .wrongLength(let digits): "the key has \(digits) hex digits, expected 32; \(JournalKeyError.advice)"
    case .notHexDigits: "the key has characters other than hex digits; \(JournalKeyError.advice)"
    case .severalLines: "the key has more than one line; \(JournalKeyError.advice)"
    case .allZero: "the key is all zeros, which anyone can guess; \(JournalKeyError.advice)"
    case .unreadable(let path, let reason): "the key file '\(path)' can't be read: \(reason)"
    }
  }

  private static let advice = "'openssl rand -hex 16' makes one"
}

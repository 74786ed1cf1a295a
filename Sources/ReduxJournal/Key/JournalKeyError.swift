/// Why something is no key. It never holds what was found.
public enum JournalKeyError: Error, Hashable, Sendable {
  /// It has so many hex digits, and not 32.
  case wrongLength(digits: Int)
  /// It holds something else than hex digits.
  case notHexDigits
  /// There is more than one line.
  case severalLines
  /// All digits are zero: that is the key of those who have none.
  case allZero
  /// The file can't be read.
  case unreadable(path: String, reason: String)
}

extension JournalKeyError: CustomStringConvertible {
  /// What is wrong; what to do.
  public var description: String {
    switch self {
    case .wrongLength(0): "the key is empty; \(JournalKeyError.advice)"
    case .wrongLength(let digits): "the key has \(digits) hex digits, expected 32; \(JournalKeyError.advice)"
    case .notHexDigits: "the key holds something else than hex digits; \(JournalKeyError.advice)"
    case .severalLines: "there is more than one line where a key should be; \(JournalKeyError.advice)"
    case .allZero: "the key is all zeros, which everybody can guess; \(JournalKeyError.advice)"
    case .unreadable(let path, let reason): "the key file '\(path)' can't be read: \(reason)"
    }
  }

  private static let advice = "'openssl rand -hex 16' makes one"
}

package import StateTree

/// A secret of 128 bits that proves a journal.
///
/// Without the key, an attacker can't write a line that passes as the holder's, nor change, drop or reorder lines
/// unnoticed.
///
///     let key = try JournalKey(file: "/run/secrets/journal-key")
///     let recorder = try Recorder(path: path, app: app, options: RecorderOptions(key: key))
///
/// `openssl rand -hex 16` creates one. Printing, dumping and reflection show the `fingerprint`, never the key. Anyone
/// with the key can forge lines, so a key built into an app doesn't protect against people who have the app.
public struct JournalKey: Hashable, Sendable {
  /// The number of bytes in a key.
  package static let byteCount = 16

  private let low: UInt64
  private let high: UInt64

  /// Creates a key from sixteen bytes, such as a keychain holds.
  ///
  /// - Throws: `JournalKeyError` for more or fewer bytes, or for zeros only.
  public init(bytes: some Collection<UInt8>) throws(JournalKeyError) {
    guard bytes.count == JournalKey.byteCount else { throw .wrongLength(digits: 2 * bytes.count) }
    var words: [UInt64] = [0, 0]
    for (index, byte) in bytes.enumerated() { words[index / 8] |= UInt64(byte) << UInt64(index % 8 * 8) }
    guard words != [0, 0] else { throw .allZero }
    (low, high) = (words[0], words[1])
  }

  /// Creates a key from its 32 hex digits, in lower or upper case.
  ///
  /// - Throws: `JournalKeyError` if the text is anything else.
  public init(digits: some StringProtocol) throws(JournalKeyError) {
    let digits = Array(digits.utf8)
    let values = digits.compactMap(hexValue)
    guard values.count == digits.count else { throw .notHexDigits }
    guard values.count == 2 * JournalKey.byteCount else { throw .wrongLength(digits: values.count) }
    try self.init(bytes: stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] })
  }

  /// Sixteen hex digits that identify the key and can be shown. Journals recorded with the key state them.
  public var fingerprint: String {
    var hash = hash
    hash.update(Array("reduxlog-key".utf8))
    return hash.finalized().half
  }

  /// A keyed hash before any input.
  package var hash: SipHash { SipHash(key: (low, high)) }

  /// Checks that a journal is recorded with this key.
  ///
  /// - Throws: `notKeyed` or `otherKey`.
  func check(_ header: HeaderRecord) throws(JournalError.Problem) {
    guard let name = header.key else { throw .notKeyed }
    guard name == fingerprint else { throw .otherKey(name, given: fingerprint) }
  }

  // MARK: Passing to a child process

  /// The 32 hex digits, for another process of the same user.
  package var digits: String { StateHash(low: low, high: high).description }

  /// The key as two words, for another process of the same user.
  package var words: [UInt64] { [low, high] }

  /// Creates a key from another process's words.
  package init?(words: [UInt64]) {
    guard words.count == 2 else { return nil }
    (low, high) = (words[0], words[1])
  }
}

extension JournalKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The fingerprint only.
  public var description: String { "key \(fingerprint)" }

  /// The fingerprint only.
  public var debugDescription: String { description }

  /// An empty mirror, so that a dump shows no secrets.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

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

/// Computes and checks the tags of a journal's lines.
///
/// A tag covers the journal's id, so that a line from another journal can't pass if it is read out of order, after the
/// tag that precedes it.
package struct LineProver: Sendable {
  /// The hash after the journal's id.
  private let start: SipHash

  /// Creates a prover for the lines of a journal.
  package init(_ key: JournalKey, _ journal: JournalID) {
    var hash = key.hash
    hash.update(Array(journal.text.utf8))
    start = hash
  }

  /// Starts the tag of a line; pass `nil` for a file's first line.
  package func hash(after tag: AuthTag?) -> SipHash {
    let before = (tag ?? .start).value
    var hash = start
    hash.update(before.low)
    hash.update(before.high)
    return hash
  }

  /// Computes the tag of a line with these bytes before it.
  package func tag(of body: [UInt8], after tag: AuthTag?) -> AuthTag {
    var hash = hash(after: tag)
    hash.update(body)
    return AuthTag(hash)
  }
}

import StateTree

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
  var hash: SipHash { SipHash(key: (low, high)) }

  /// Checks that a journal is recorded with this key.
  ///
  /// - Throws: `notKeyed` or `otherKey`.
  func check(_ header: HeaderRecord) throws(JournalError.Problem) {
    guard let name = header.key else { throw .notKeyed }
    guard name == fingerprint else { throw .otherKey(name, given: fingerprint) }
  }

  // MARK: Passing to a child process

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

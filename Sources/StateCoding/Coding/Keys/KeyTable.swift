import StatePrivacy
import StateTree

/// A key, prepared for both sinks.
struct PreparedKey {
  /// The key in quotes, with a colon after it.
  fileprivate(set) var text: (UInt64, UInt64, UInt64) = (0, 0, 0)
  fileprivate(set) var textCount = 0
  /// The hash of a member up to its key.
  fileprivate(set) var hash = SipHash()
  /// The hashes of members with this key and a Boolean value: most objects have such a member.
  fileprivate(set) var flags = Flags(false: .null, true: .null)
  fileprivate(set) var key: ShortText?

  /// Writes all 24 bytes of the text.
  @_transparent
  mutating func writeText(to start: UnsafeMutableRawPointer) { start.copyMemory(from: &text, byteCount: 24) }

  struct Flags {
    let `false`: StateHash
    let `true`: StateHash
  }
}

/// A cache of the short keys of a session, prepared for both sinks.
///
/// An encoder writes the same few keys again and again. A key can be in two slots: with one, two of a dozen keys usually
/// evicted each other, at 1,600 instructions an action.
struct KeyTable: ~Copyable {
  private static let size = 128
  private var entries = Stack<PreparedKey>()
  /// The names of secrets, which are never prepared, because rules apply to them.
  private let secrets: SecretNames?

  init(secrets: SecretNames? = nil) { self.secrets = secrets }

  /// The prepared key, until the next call; `nil` if it needs escapes or names a secret.
  @_transparent
  mutating func find(_ key: ShortText, _ fingerprint: KeyFingerprint) -> UnsafeMutablePointer<PreparedKey>? {
    let index = Int(truncatingIfNeeded: fingerprint.number &>> 57)
    if entries.count != 0 {
      if entries.elements[index].key == key { return entries.elements + index }
      if entries.elements[index ^ 1].key == key { return entries.elements + (index ^ 1) }
    }
    return prepare(key, at: index) ? entries.elements + index : nil
  }

  @inline(never)
  private mutating func prepare(_ key: ShortText, at index: Int) -> Bool {
    if let secrets, key.withBytes(secrets.match) != .none { return false }
    var text = ByteBuffer()
    text.add(JSONString.writeQuoted(key, to: text.room(JSONString.room(forQuoted: key.count))))
    text.append(UInt8(ascii: ":"))
    let textCount = key.count + 3
    guard text.count == textCount else { return false }
    for _ in 0..<(24 - textCount) { text.append(0) }
    while entries.count < KeyTable.size { entries.append(PreparedKey()) }
    guard let words = text.bytes.baseAddress else { return false }
    entries.elements[index ^ 1] = entries.elements[index]
    let hash = key.withBytes { MemberHash.begin(utf8: $0) }
    let flags = PreparedKey.Flags(
      false: MemberHash.member(hash, .bool(false)), true: MemberHash.member(hash, .bool(true)))
    entries.elements[index] = PreparedKey(
      text: (words.word(at: 0), words.word(at: 8), words.word(at: 16)), textCount: textCount,
      hash: hash, flags: flags, key: key)
    return true
  }
}

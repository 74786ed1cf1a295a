package import StateTree

/// The proof of a line: a keyed hash of the journal's id, the tag of the previous line, and the line's bytes.
///
/// It covers all bytes instead of the sums: these need no secret and have 64 bits, so anyone can find two prefixes with
/// the same sum.
package struct AuthTag: Hashable, Sendable {
  /// The byte count of `,"auth":"…"`.
  package static let memberByteCount = 42
  private static let prefix: StaticString = #","auth":""#

  /// The tag.
  let value: StateHash

  /// The predecessor of a file's first line: the sixteen bytes `reduxlog-journal`.
  static let start = AuthTag(value: StateHash(low: word(of: "reduxlog"), high: word(of: "-journal")))

  private static func word(of text: String) -> UInt64 { text.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) } }

  private init(value: StateHash) { self.value = value }

  /// Creates the tag of the line whose bytes went into the hash.
  init(_ hash: SipHash) { value = hash.finalized() }

  /// Parses a tag from 32 lowercase hex digits; `nil` for any other text.
  package init?(_ text: String) {
    guard text.utf8.allSatisfy(isLowercaseHexDigit), let value = StateHash(text) else { return nil }
    self.value = value
  }

  /// The 32 digits.
  var text: String { value.description }

  /// Reads the tag in a line without its line feed, valid or not; `nil` if no tag precedes the sum.
  package init?(in line: UnsafeRawBufferPointer) {
    guard let body = AuthTag.bodyByteCount(of: line) else { return nil }
    let digits = line[(body + AuthTag.prefix.utf8CodeUnitCount)...].prefix(32)
    self.init(String(decoding: digits, as: UTF8.self))
  }

  /// Reads the tag of a line without its line feed; `nil` unless it is valid.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - start: The hash before the line.
  package init?(of line: UnsafeRawBufferPointer, _ start: SipHash) {
    guard let body = AuthTag.bodyByteCount(of: line) else { return nil }
    var hash = start
    hash.update(UnsafeRawBufferPointer(rebasing: line[..<body]))
    self.init(hash)
    guard isWritten(at: body + AuthTag.prefix.utf8CodeUnitCount, in: line) else { return nil }
  }

  /// Whether a line contains these 32 digits at an offset. Parsing a tag there took longer than the hash.
  private func isWritten(at offset: Int, in line: UnsafeRawBufferPointer) -> Bool {
    func hasDigits(_ word: UInt64, at place: Int) -> Bool {
      let first = hexDigits(of: UInt32(truncatingIfNeeded: word))
      let second = hexDigits(of: UInt32(truncatingIfNeeded: word &>> 32))
      return UInt64(littleEndian: line.loadUnaligned(fromByteOffset: place, as: UInt64.self)) == first
        && UInt64(littleEndian: line.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self)) == second
    }
    return hasDigits(value.low, at: offset) && hasDigits(value.high, at: offset + 16)
  }

  /// Returns the number of bytes before the tag in a line without its line feed; `nil` if no tag precedes the sum.
  package static func bodyByteCount(of line: UnsafeRawBufferPointer) -> Int? {
    let start = line.count - (ChainSum.suffixByteCount - 1) - memberByteCount
    guard start >= 0, line[start + memberByteCount - 1] == UInt8(ascii: "\""),
      prefix.hasBytes(UnsafeRawBufferPointer(rebasing: line[start..<start + prefix.utf8CodeUnitCount]))
    else { return nil }
    return start
  }

  /// Appends `,"auth":"…"`.
  package func appendMember(to line: inout [UInt8]) {
    AuthTag.prefix.withUTF8Buffer { line.append(contentsOf: $0) }
    line.append(contentsOf: text.utf8)
    line.append(UInt8(ascii: "\""))
  }
}

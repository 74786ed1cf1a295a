package import StateTree

/// The sum that ends a line: sixteen hex digits over the line's bytes and the previous sum.
///
/// It stores the digits as the two little-endian words of their ASCII bytes, the form that the next line's hash takes.
package struct ChainSum: Hashable, Sendable {
  /// The byte count of `,"sum":"…"}` and the line feed.
  package static let suffixByteCount = 27
  private static let prefix = Array(",\"sum\":\"".utf8)
  private static let suffix = Array("\"}\n".utf8)
  /// The eight bytes of the prefix in memory order.
  private static let prefixWord = prefix.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }

  private let first: UInt64
  private let second: UInt64

  /// Starts the hash of a line after the line with this sum.
  package static func hash(after sum: ChainSum) -> SipHash {
    var hash = SipHash()
    hash.update(sum.first)
    hash.update(sum.second)
    return hash
  }

  /// Starts the hash of a journal's first line.
  package static func hash(startOf journal: JournalID) -> SipHash {
    var hash = SipHash()
    hash.update(Array(journal.text.utf8))
    return hash
  }

  /// Creates the sum of the hashed bytes.
  package init(_ hash: SipHash) {
    let word = hash.finalized().low
    first = hexDigits(of: UInt32(truncatingIfNeeded: word))
    second = hexDigits(of: UInt32(truncatingIfNeeded: word >> 32))
  }

  /// Parses sixteen lowercase hex digits; `nil` for any other bytes.
  package init?(digits: some Collection<UInt8>) {
    guard digits.count == 16, digits.allSatisfy(isLowercaseHexDigit) else { return nil }
    var words: [UInt64] = [0, 0]
    for (index, digit) in digits.enumerated() { words[index / 8] |= UInt64(digit) << UInt64(index % 8 * 8) }
    (first, second) = (words[0], words[1])
  }

  /// Whether a line without its line feed ends in a sum, valid or not.
  static func isStated(atEndOf line: UnsafeRawBufferPointer) -> Bool { ChainSum(endOf: Array(line)[...]) != nil }

  /// Reads the sum at the end of a line without its line feed; `nil` if it has none.
  package init?(endOf line: ArraySlice<UInt8>) {
    let suffix = line.suffix(ChainSum.suffixByteCount - 1)
    guard suffix.starts(with: ChainSum.prefix), suffix.suffix(2).elementsEqual([0x22, 0x7d]) else { return nil }
    self.init(digits: suffix.dropFirst(ChainSum.prefix.count).dropLast(2))
  }

  /// Reads the sum at the end of a line without its line feed; `nil` unless it is valid.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - start: The hash before the line.
  package init?(ending line: UnsafeRawBufferPointer, _ start: SipHash) {
    let end = line.count - ChainSum.suffixByteCount + 1
    guard end >= 0, line.loadUnaligned(fromByteOffset: end, as: UInt64.self) == ChainSum.prefixWord else { return nil }
    var hash = start
    hash.update(UnsafeRawBufferPointer(rebasing: line[..<end]))
    self.init(hash)
    let digits = end + ChainSum.prefix.count
    guard UInt64(littleEndian: line.loadUnaligned(fromByteOffset: digits, as: UInt64.self)) == first,
      UInt64(littleEndian: line.loadUnaligned(fromByteOffset: digits + 8, as: UInt64.self)) == second,
      line[digits + 16] == UInt8(ascii: "\""), line[digits + 17] == UInt8(ascii: "}")
    else { return nil }
  }

  /// Returns the sum of the next line, which has these bytes before its own sum.
  package func next(over bytes: [UInt8]) -> ChainSum {
    var hash = ChainSum.hash(after: self)
    hash.update(bytes)
    return ChainSum(hash)
  }

  /// The sixteen digits.
  package var text: String {
    var bytes: [UInt8] = []
    appendDigits(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func appendDigits(to line: inout [UInt8]) {
    withUnsafeBytes(of: (first.littleEndian, second.littleEndian)) { line.append(contentsOf: $0) }
  }

  /// Appends `,"sum":"…"}` and the line feed.
  func appendSuffix(to line: inout LineBuffer) {
    line.append(#","sum":""#)
    line.append(littleEndian: first)
    line.append(littleEndian: second)
    line.append("\"}\n")
  }

  /// Appends `,"sum":"…"}` and the line feed.
  package func appendSuffix(to line: inout [UInt8]) {
    line.append(contentsOf: ChainSum.prefix)
    appendDigits(to: &line)
    line.append(contentsOf: ChainSum.suffix)
  }
}

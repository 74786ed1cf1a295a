import StateTree

/// The sum that ends a line: sixteen hex digits over the line's bytes and the sum before.
///
/// The digits are held as the two little-endian words that their ASCII bytes make, which is the form in which the
/// next line's sum takes them in.
struct ChainSum: Hashable, Sendable {
  /// How many bytes `,"sum":"…"}` and the line feed take.
  static let suffixByteCount = 27
  private static let prefix = Array(",\"sum\":\"".utf8)

  private let first: UInt64
  private let second: UInt64

  /// Starts the hash of a line whose predecessor's sum is given.
  static func hash(after sum: ChainSum) -> SipHash {
    var hash = SipHash()
    hash.update(sum.first)
    hash.update(sum.second)
    return hash
  }

  /// Starts the hash of a journal's first line.
  static func hash(startOf journal: JournalID) -> SipHash {
    var hash = SipHash()
    hash.update(Array(journal.text.utf8))
    return hash
  }

  /// The sum of the bytes that the hash has taken in.
  init(_ hash: SipHash) {
    let word = hash.finalized().low
    func digits(_ bytes: UInt64) -> UInt64 {
      var result: UInt64 = 0
      for index in 0..<4 as Range<UInt64> {
        let byte = bytes >> (8 * index) & 0xff
        result |= ChainSum.digit(byte >> 4) << (16 * index)
        result |= ChainSum.digit(byte & 15) << (16 * index + 8)
      }
      return result
    }
    first = digits(word & 0xffff_ffff)
    second = digits(word >> 32)
  }

  /// The sum that sixteen lowercase hex digits print; `nil` for any other bytes.
  init?(digits: some Collection<UInt8>) {
    guard digits.count == 16, digits.allSatisfy(isLowercaseHexDigit) else { return nil }
    var words: [UInt64] = [0, 0]
    for (index, digit) in digits.enumerated() { words[index / 8] |= UInt64(digit) << UInt64(index % 8 * 8) }
    (first, second) = (words[0], words[1])
  }

  /// The sum at the end of a line that is given without its line feed; `nil` if no sum stands there.
  init?(endOf line: ArraySlice<UInt8>) {
    let suffix = line.suffix(ChainSum.suffixByteCount - 1)
    guard suffix.starts(with: ChainSum.prefix), suffix.suffix(2).elementsEqual([0x22, 0x7d]) else { return nil }
    self.init(digits: suffix.dropFirst(ChainSum.prefix.count).dropLast(2))
  }

  /// The sum of a line that follows and that has these bytes before its own sum.
  func next(over bytes: [UInt8]) -> ChainSum {
    var hash = ChainSum.hash(after: self)
    hash.update(bytes)
    return ChainSum(hash)
  }

  private static func digit(_ value: UInt64) -> UInt64 { value < 10 ? 0x30 + value : 0x61 + value - 10 }

  /// The sixteen digits.
  var text: String {
    var bytes: [UInt8] = []
    appendDigits(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func appendDigits(to line: inout [UInt8]) {
    for word in [first, second] {
      for shift in stride(from: 0 as UInt64, to: 64, by: 8) { line.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
  }

  /// Appends `,"sum":"…"}` and the line feed.
  func appendSuffix(to line: inout [UInt8]) {
    line.append(contentsOf: ChainSum.prefix)
    appendDigits(to: &line)
    line.append(contentsOf: [0x22, 0x7d, 0x0a])
  }
}

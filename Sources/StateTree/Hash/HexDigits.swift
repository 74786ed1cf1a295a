/// The eight lowercase hex digits of four bytes, the lowest byte's first, as the little-endian word of their ASCII codes.
///
/// It makes all eight at once: a table look-up per digit took most of the time of ending a journal's line.
package func hexDigits(of word: UInt32) -> UInt64 {
  var bytes = UInt64(word)
  bytes = (bytes | bytes &<< 16) & 0x0000_ffff_0000_ffff
  bytes = (bytes | bytes &<< 8) & 0x00ff_00ff_00ff_00ff
  let digits = bytes &>> 4 & 0x000f_000f_000f_000f | (bytes & 0x000f_000f_000f_000f) &<< 8
  // A digit from 10 on carries into its upper half when 6 is added, and its letter is 39 codes further on.
  let letters = (digits &+ 0x0606_0606_0606_0606) &>> 4 & 0x0101_0101_0101_0101
  return digits &+ 0x3030_3030_3030_3030 &+ letters &* 0x27
}

extension StateHash {
  /// Appends `description`: 32 lowercase hex digits.
  func appendDigits(to output: inout [UInt8]) {
    let digits = (
      hexDigits(of: UInt32(truncatingIfNeeded: low)).littleEndian,
      hexDigits(of: UInt32(truncatingIfNeeded: low &>> 32)).littleEndian,
      hexDigits(of: UInt32(truncatingIfNeeded: high)).littleEndian,
      hexDigits(of: UInt32(truncatingIfNeeded: high &>> 32)).littleEndian
    )
    withUnsafeBytes(of: digits) { output.append(contentsOf: $0) }
  }

  /// Appends `short`: eight lowercase hex digits.
  func appendShortDigits(to output: inout [UInt8]) {
    let digits = hexDigits(of: UInt32(truncatingIfNeeded: low)).littleEndian
    withUnsafeBytes(of: digits) { output.append(contentsOf: $0) }
  }
}

extension StateHash {
  /// Creates a hash from its 32 hex digits; `nil` for any other bytes.
  package init?(digits: UnsafeRawBufferPointer) {
    guard digits.count == 32 else { return nil }
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    let areLowercase = withUnsafeMutableBytes(of: &words) { words in
      (0..<4).allSatisfy { index in
        let word = UInt64(littleEndian: digits.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
        guard let value = fourBytes(ofLowercaseDigits: word) else { return false }
        words.storeBytes(of: value, toByteOffset: 8 * index, as: UInt64.self)
        return true
      }
    }
    if areLowercase {
      self.init(low: words.0 | words.1 &<< 32, high: words.2 | words.3 &<< 32)
    } else {
      self.init(String(decoding: digits, as: UTF8.self))
    }
  }
}

/// The four bytes of eight lowercase hex digits, the first one lowest; `nil` for anything else.
///
/// It converts all digits at once, and converts the values back to check that they were digits. One by one, the 32 digits
/// of a hash took as long as the hash of a line.
private func fourBytes(ofLowercaseDigits word: UInt64) -> UInt64? {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let values = (word & (ones &* 0x0f)) &+ 9 &* ((word &>> 6) & ones)
  let isLetter = ((values &+ ones &* 6) &>> 4) & ones
  guard values & (ones &* 0xf0) == 0, values &+ ones &* 0x30 &+ isLetter &* 39 == word else { return nil }
  // Each pair of digits becomes a byte, then the bytes are moved together.
  var bytes = (values &<< 4 | values &>> 8) & 0x00ff_00ff_00ff_00ff
  bytes = (bytes | bytes &>> 8) & 0x0000_ffff_0000_ffff
  return (bytes | bytes &>> 16) & 0xffff_ffff
}

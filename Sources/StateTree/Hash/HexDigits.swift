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

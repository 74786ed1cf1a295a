/// Texts read in words of eight bytes.
extension UnsafeRawPointer {
  /// The eight bytes from an offset on, the first lowest.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The at most seven bytes from an offset on, the first lowest, with zeros above them. No byte beyond them is read.
  @inline(__always)
  func partialWord(at offset: Int, count: Int) -> UInt64 {
    let start = self + offset
    if count >= 4 {
      let low = UInt64(UInt32(littleEndian: start.loadUnaligned(as: UInt32.self)))
      let high = UInt64(UInt32(littleEndian: (start + count - 4).loadUnaligned(as: UInt32.self)))
      return low | high &<< UInt64(truncatingIfNeeded: 8 &* (count &- 4))
    }
    guard count > 0 else { return 0 }
    // With one byte these are three times the same, with two the last twice.
    let first = UInt64(start.load(as: UInt8.self))
    let middle = UInt64(start.load(fromByteOffset: count &>> 1, as: UInt8.self))
    let last = UInt64(start.load(fromByteOffset: count &- 1, as: UInt8.self))
    return first | middle &<< UInt64(truncatingIfNeeded: 8 &* (count &>> 1))
      | last &<< UInt64(truncatingIfNeeded: 8 &* (count &- 1))
  }
}

extension UnsafeMutableRawPointer {
  @inline(__always)
  func store(_ word: UInt64, at offset: Int) {
    storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
  }
}

extension String {
  /// Calls the body with the bytes of the text's UTF-8.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable({ body(UnsafeRawBufferPointer($0)) }) { return result }
    var copy = self
    return copy.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}

import SystemSupport

/// Texts read in words of eight bytes.
extension UnsafeRawPointer {
  /// The eight bytes from an offset on, the first lowest.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Loads up to seven bytes from an offset on, the first lowest, with zeros above them. It reads no byte beyond them.
  @inline(__always)
  func partialWord(at offset: Int, count: Int) -> UInt64 {
    let start = self + offset
    if count >= 4 {
      let low = UInt64(UInt32(littleEndian: start.loadUnaligned(as: UInt32.self)))
      let high = UInt64(UInt32(littleEndian: (start + count - 4).loadUnaligned(as: UInt32.self)))
      return low | high &<< UInt64(truncatingIfNeeded: 8 &* (count &- 4))
    }
    guard count > 0 else { return 0 }
    // With one byte, the three loads are equal; with two, the last two are.
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

extension UnsafeRawBufferPointer {
  /// Whether two texts are the same, without a call of `memcmp` for the few bytes of a key.
  @inline(__always)
  func hasBytes(of other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let left = baseAddress, let right = other.baseAddress else { return true }
    @inline(__always)
    func same<Word: FixedWidthInteger & BitwiseCopyable>(_: Word.Type, at offset: Int) -> Bool {
      left.loadUnaligned(fromByteOffset: offset, as: Word.self)
        == right.loadUnaligned(fromByteOffset: offset, as: Word.self)
    }
    // Two words that overlap cover every length between one and two words.
    switch count {
    case 0: return true
    case 1: return same(UInt8.self, at: 0)
    case 2...3: return same(UInt16.self, at: 0) && same(UInt16.self, at: count - 2)
    case 4...7: return same(UInt32.self, at: 0) && same(UInt32.self, at: count - 4)
    case 8...16: return same(UInt64.self, at: 0) && same(UInt64.self, at: count - 8)
    default: return Platform.areEqual(self, other)
    }
  }
}

public import SystemSupport

#if _endian(big)
  #error("words are read as little-endian numbers")
#endif

/// Texts read in words of eight bytes.
extension UnsafeRawPointer {
  /// The eight bytes from an offset on, the first lowest.
  @_transparent @inlinable
  package func word(at offset: Int) -> UInt64 { loadUnaligned(fromByteOffset: offset, as: UInt64.self) }

  /// Loads up to seven bytes from an offset on, the first lowest, with zeros above them. It reads no byte beyond them.
  @_transparent @inlinable
  package func partialWord(at offset: Int, count: Int) -> UInt64 {
    count >= 4 ? fourBytes(at: offset, count: count) : count > 0 ? threeBytes(at: offset, count: count) : 0
  }

  /// Loads four to seven bytes as two words that overlap.
  @_transparent
  @usableFromInline func fourBytes(at offset: Int, count: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      | UInt64(truncatingIfNeeded: loadUnaligned(fromByteOffset: offset &+ count &- 4, as: UInt32.self))
      &<< UInt64(truncatingIfNeeded: 8 &* (count &- 4))
  }

  /// Loads one to three bytes. With one, the three loads are equal; with two, the last two are.
  @_transparent
  @usableFromInline func threeBytes(at offset: Int, count: Int) -> UInt64 {
    let start = (self + offset).assumingMemoryBound(to: UInt8.self)
    return UInt64(truncatingIfNeeded: start[0])
      | UInt64(truncatingIfNeeded: start[count &>> 1]) &<< UInt64(truncatingIfNeeded: 8 &* (count &>> 1))
      | UInt64(truncatingIfNeeded: start[count &- 1]) &<< UInt64(truncatingIfNeeded: 8 &* (count &- 1))
  }
}

extension UnsafeMutableRawPointer {
  /// Stores eight bytes at an offset, the lowest first.
  @_transparent @inlinable
  package func store(_ word: UInt64, at offset: Int) {
    storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
  }
}

extension String {
  /// Calls the body with the bytes of the text's UTF-8. A debug build looks up no types, as it does if there is a result.
  @inline(__always) @inlinable
  package func withBytes(do body: (UnsafeRawBufferPointer) -> Void) {
    let isDone: Void? = utf8.withContiguousStorageIfAvailable {
      body(UnsafeRawBufferPointer(start: $0.baseAddress, count: $0.count))
    }
    if isDone != nil { return }
    var copy = self
    copy.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }

  /// Calls the body with the bytes of the text's UTF-8.
  @inline(__always) @inlinable
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable({ body(UnsafeRawBufferPointer($0)) }) { return result }
    var copy = self
    return copy.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether two texts are the same, without a call of `memcmp` for the few bytes of a key.
  @_transparent @inlinable
  package func hasBytes(of other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let left = baseAddress, let right = other.baseAddress else { return true }
    @_transparent
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

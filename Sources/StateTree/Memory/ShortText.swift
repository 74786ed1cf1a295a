/// A text of at most fifteen bytes in two words, the first byte lowest, with zeros above the last.
///
/// Most keys and many values are that short. Two words are compared and hashed without a loop.
@usableFromInline
package struct ShortText: Equatable {
  /// The first eight bytes.
  @usableFromInline package let first: UInt64
  /// The other seven, and above them the count.
  @usableFromInline let rest: UInt64

  /// The other seven.
  @usableFromInline package var last: UInt64 {
    @_transparent get { rest & (1 &<< 56 &- 1) }
  }

  /// The number of bytes.
  @usableFromInline package var count: Int {
    @_transparent get { Int(truncatingIfNeeded: rest &>> 56) }
  }

  /// The maximum length in bytes.
  @usableFromInline package static let limit = 15

  /// The text of at most `limit` bytes of UTF-8.
  @_transparent @inlinable
  package init(_ utf8: UnsafeRawBufferPointer) {
    let count = utf8.count
    guard let start = utf8.baseAddress else {
      (first, rest) = (0, 0)
      return
    }
    if count < 8 {
      first = start.partialWord(at: 0, count: count)
      rest = UInt64(truncatingIfNeeded: count) &<< 56
    } else {
      first = start.word(at: 0)
      rest = start.partialWord(at: 8, count: count &- 8) | UInt64(truncatingIfNeeded: count) &<< 56
    }
  }

  /// The text of a string; `nil` if it is longer.
  @_transparent @inlinable
  package init?(_ string: String) {
    guard string.utf8.count <= ShortText.limit else { return nil }
    var text = ShortText(UnsafeRawBufferPointer(start: nil, count: 0))
    string.withBytes(do: { text = ShortText($0) })
    self = text
  }

  /// Calls the body with the bytes.
  @inline(__always) @inlinable
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeBytes(of: (first.littleEndian, last.littleEndian)) {
      body(UnsafeRawBufferPointer(rebasing: $0[0..<count]))
    }
  }
}

/// Goes over the bytes of a line and takes what is there if it is what was expected, written as a recorder writes it.
///
/// It works on a bare pointer, which must stay valid; nothing outside of the bytes is looked at. To find the members of
/// an action's line like this takes 600 instructions, by an index of the whole line 6,300.
struct LineScanner {
  private let bytes: UnsafeRawPointer
  /// Where the next byte is.
  private(set) var position = 0
  private let end: Int

  /// Begins before the first of some bytes; `nil` if there are none.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return nil }
    self.bytes = start
    end = bytes.count
  }

  /// Whether all bytes have been taken.
  var isAtEnd: Bool { position == end }

  /// Goes on by a number of bytes that are there.
  mutating func skip(_ count: Int) { position = min(position + count, end) }

  /// Takes a text, if it comes next.
  @inline(__always)
  mutating func take(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard end &- position >= count else { return false }
    let expected = UnsafeRawPointer(text.utf8Start)
    var offset = 0
    while count &- offset >= 8 {
      guard word(at: position &+ offset) == expected.loadUnaligned(fromByteOffset: offset, as: UInt64.self) else {
        return false
      }
      offset &+= 8
    }
    while offset < count {
      guard byte(at: position &+ offset) == expected.load(fromByteOffset: offset, as: UInt8.self) else { return false }
      offset &+= 1
    }
    position &+= count
    return true
  }

  /// Takes a whole number as seqs and times are, written without needless zeros.
  mutating func count() -> Int? {
    let start = position
    var count = 0
    while position < end, case let digit = byte(at: position) &- UInt8(ascii: "0"), digit < 10, position &- start < 17 {
      count = count &* 10 &+ Int(digit)
      position &+= 1
    }
    let digits = position &- start
    guard digits == 1 || 2...16 ~= digits && byte(at: start) != UInt8(ascii: "0"), count <= JournalLimits.maximumSeq
    else { return nil }
    return count
  }

  /// Takes a text up to its quote, and the quote, if all of it is ASCII that needs no escape.
  ///
  /// Source: S. E. Anderson, "Bit Twiddling Hacks", on finding a byte in a word.
  mutating func text() -> UnsafeRawBufferPointer? {
    let start = position
    let ones: UInt64 = 0x0101_0101_0101_0101
    while end &- position >= 8 {
      let word = UInt64(littleEndian: word(at: position))
      let quotes = word ^ (ones &* 0x22)
      let backslashes = word ^ (ones &* 0x5c)
      // Marks the bytes that need a look, and perhaps some above the first of these.
      let marks = ((quotes &- ones) | (backslashes &- ones) | (word &- (ones &* 0x20)) | word) & (ones &* 0x80)
      position &+= marks.trailingZeroBitCount &>> 3
      if marks != 0 { break }
    }
    while position < end {
      let byte = byte(at: position)
      if byte == UInt8(ascii: "\"") {
        position &+= 1
        return UnsafeRawBufferPointer(start: bytes + start, count: position &- 1 &- start)
      }
      guard 0x20..<0x80 ~= byte, byte != UInt8(ascii: "\\") else { return nil }
      position &+= 1
    }
    return nil
  }

  @inline(__always)
  private func byte(at offset: Int) -> UInt8 { bytes.load(fromByteOffset: offset, as: UInt8.self) }

  @inline(__always)
  private func word(at offset: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
}

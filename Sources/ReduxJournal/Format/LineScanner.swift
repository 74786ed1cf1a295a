/// Scans the bytes of a line for expected tokens, in the form that recorders write.
///
/// The pointer must stay valid; the scanner reads only within its bounds. Finding the members of an action's line this
/// way takes 600 instructions; an index of the whole line takes 6,300.
struct LineScanner {
  private let bytes: UnsafeRawPointer
  /// The index of the next byte.
  private(set) var position = 0
  private let end: Int

  /// Starts at the first byte; `nil` if there are none.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return nil }
    self.bytes = start
    end = bytes.count
  }

  /// Whether the scanner has consumed all bytes.
  var isAtEnd: Bool { position == end }

  /// Skips up to `count` bytes.
  mutating func skip(_ count: Int) { position = min(position + count, end) }

  /// Consumes a text, if it comes next.
  @_transparent
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

  /// Consumes a whole number without leading zeros, such as a seq or a time.
  mutating func count() -> Int? {
    let start = position
    var count = 0
    while end &- position >= 8, position &- start < 16, let digits = eightDigits(at: position) {
      count = count &* 100_000_000 &+ digits
      position &+= 8
    }
    while position < end, case let digit = byte(at: position) &- UInt8(ascii: "0"), digit < 10, position &- start < 17 {
      count = count &* 10 &+ Int(digit)
      position &+= 1
    }
    let digits = position &- start
    guard digits == 1 || 2...16 ~= digits && byte(at: start) != UInt8(ascii: "0"), count <= JournalLimits.maximumSeq
    else { return nil }
    return count
  }

  /// The number that eight bytes write; `nil` unless all are digits.
  ///
  /// Source: D. Lemire, "Quickly parsing eight digits" (2018).
  @_transparent
  private func eightDigits(at offset: Int) -> Int? {
    let word = UInt64(littleEndian: word(at: offset))
    let highs: UInt64 = 0xf0f0_f0f0_f0f0_f0f0
    guard (word & highs) | ((word &+ 0x0606_0606_0606_0606) & highs) &>> 4 == 0x3333_3333_3333_3333 else { return nil }
    let values = word &- 0x3030_3030_3030_3030
    let pairs = values &* 10 &+ values &>> 8
    let mask: UInt64 = 0x0000_00ff_0000_00ff
    let number = (pairs & mask) &* 0x000f_4240_0000_0064 &+ ((pairs &>> 16) & mask) &* 0x0000_2710_0000_0001
    return Int(truncatingIfNeeded: number &>> 32)
  }

  /// Consumes a text and its closing quote, if it is ASCII without escapes.
  ///
  /// Source: S. E. Anderson, "Bit Twiddling Hacks", on finding a byte in a word.
  mutating func text() -> UnsafeRawBufferPointer? {
    let start = position
    let ones: UInt64 = 0x0101_0101_0101_0101
    while end &- position >= 8 {
      let word = UInt64(littleEndian: word(at: position))
      let quotes = word ^ (ones &* 0x22)
      let backslashes = word ^ (ones &* 0x5c)
      // Marks every byte that needs a closer look, and perhaps some bytes above the first of these.
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

  @_transparent
  private func byte(at offset: Int) -> UInt8 { bytes.load(fromByteOffset: offset, as: UInt8.self) }

  @_transparent
  private func word(at offset: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
}

extension [UInt8] {
  /// Like `withUnsafeBytes`, with typed errors.
  @_transparent
  package func withRawBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBufferPointer { bytes throws(Failure) in try body(UnsafeRawBufferPointer(bytes)) }
  }
}

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Base64 with padding (RFC 4648, section 4), for arbitrary bytes in a JSON string.
enum Base64 {
  static func append(_ bytes: some Collection<UInt8>, to text: inout [UInt8]) {
    text += Data(bytes).base64EncodedData()
  }

  static func decode(_ text: String) -> [UInt8]? {
    Data(base64Encoded: text).map(Array.init)
  }
}

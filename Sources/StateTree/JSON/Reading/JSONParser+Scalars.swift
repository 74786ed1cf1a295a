/// Reads scalars. Each method takes the start offset and returns the end offset.
extension JSONParser {
  // MARK: Words and numbers

  func literal(from start: Int) throws(JSONError) -> Int {
    if start + 5 <= end {
      let four = UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: start, as: UInt32.self)
      if four == 0x6575_7274 || four == 0x6c6c_756e { return start + 4 }  // "true", "null"
      if four == 0x736c_6166, bytes[start + 4] == 0x65 { return start + 5 }  // "fals", "e"
    }
    return try literalByBytes(from: start)
  }

  private func literalByBytes(from start: Int) throws(JSONError) -> Int {
    let word: StaticString =
      switch bytes[start] {
      case UInt8(ascii: "t"): "true"
      case UInt8(ascii: "f"): "false"
      default: "null"
      }
    for index in 0..<word.utf8CodeUnitCount {
      guard start + index < end else { throw failure(.unexpectedEnd, at: end) }
      let found = bytes[start + index]
      guard found == word.utf8Start[index] else { throw failure(.unexpectedByte(found), at: start + index) }
    }
    return start + word.utf8CodeUnitCount
  }

  func number(from start: Int) throws(JSONError) -> Int {
    // A minus, digits without a leading zero, a point with digits, and an "e" or "E".
    let integer = bytes[start] == 0x2d ? start &+ 1 : start
    var offset = digits(from: integer)
    guard offset > integer else { throw failure(.invalidNumber, at: start) }
    if bytes[integer] == 0x30, offset &- integer > 1 { throw failure(.invalidNumber, at: start) }
    if offset < end, bytes[offset] == 0x2e {
      let fraction = offset &+ 1
      offset = digits(from: fraction)
      guard offset > fraction else { throw failure(.invalidNumber, at: start) }
    }
    if offset < end, bytes[offset] | 0x20 == 0x65 { offset = try exponent(from: offset &+ 1, of: start) }
    guard offset &- start <= limits.numberBytes else {
      throw failure(.numberTooLong(limit: limits.numberBytes), at: start)
    }
    return offset
  }

  private func exponent(from start: Int, of number: Int) throws(JSONError) -> Int {
    var start = start
    if start < end, bytes[start] == UInt8(ascii: "+") || bytes[start] == UInt8(ascii: "-") { start += 1 }
    let offset = digits(from: start)
    guard offset > start else { throw failure(.invalidNumber, at: number) }
    guard offset - start <= 9 else { throw failure(.numberTooLong(limit: limits.numberBytes), at: number) }
    return offset
  }

  private func digits(from start: Int) -> Int {
    var offset = start
    while offset < end, bytes[offset] &- 0x30 < 10 { offset &+= 1 }
    return offset
  }

  // MARK: Strings

  /// Reads a string from the byte after its quote to the quote that ends it.
  func string(from start: Int) throws(JSONError) -> (end: Int, isEscaped: Bool) {
    var offset = start
    // Eight bytes at a time, until one needs a check.
    while offset &+ 8 <= end {
      let marks = JSONParser.marks(word(at: offset))
      if marks != 0 {
        offset &+= marks.trailingZeroBitCount &>> 3
        if bytes[offset] == 0x22 { return (offset, false) }
        break
      }
      offset &+= 8
    }
    return try restOfString(from: offset)
  }

  /// Loads eight bytes from an offset, the first one lowest.
  func word(at offset: Int) -> UInt64 {
    UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  /// Marks the bytes of a word that are a quote, a backslash, a control character or not ASCII, by their highest bit.
  /// A byte above a match may be marked falsely.
  ///
  /// Source: S. E. Anderson, "Bit Twiddling Hacks", on finding a byte in a word.
  private static func marks(_ word: UInt64) -> UInt64 {
    let quotes = (word ^ 0x2222_2222_2222_2222) &- 0x0101_0101_0101_0101
    let backslashes = (word ^ 0x5c5c_5c5c_5c5c_5c5c) &- 0x0101_0101_0101_0101
    return (quotes | backslashes | (word &- 0x2020_2020_2020_2020) | word) & 0x8080_8080_8080_8080
  }

  private func restOfString(from start: Int) throws(JSONError) -> (end: Int, isEscaped: Bool) {
    var offset = start
    var isEscaped = false
    while offset < end {
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "\""): return (offset, isEscaped)
      case UInt8(ascii: "\\"):
        isEscaped = true
        offset = try escape(from: offset)
      case 0..<0x20: throw failure(.controlCharacter(byte), at: offset)
      case 0x20..<0x80: offset += 1
      default: offset = try multibyte(from: offset, byte)
      }
      while offset + 8 <= end {
        let marks = JSONParser.marks(word(at: offset))
        if marks != 0 {
          offset += marks.trailingZeroBitCount >> 3
          break
        }
        offset += 8
      }
    }
    throw failure(.unexpectedEnd, at: end)
  }

  private func escape(from start: Int) throws(JSONError) -> Int {
    guard start + 1 < end else { throw failure(.unexpectedEnd, at: end) }
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return start + 2
    case UInt8(ascii: "u"):
      switch try codeUnit(from: start + 2, of: start) {
      case 0xdc00...0xdfff: throw failure(.loneSurrogate, at: start)
      case 0xd800...0xdbff:
        guard start + 7 < end, bytes[start + 6] == UInt8(ascii: "\\"), bytes[start + 7] == UInt8(ascii: "u") else {
          throw failure(.loneSurrogate, at: start)
        }
        guard (0xdc00...0xdfff).contains(try codeUnit(from: start + 8, of: start)) else {
          throw failure(.loneSurrogate, at: start)
        }
        return start + 12
      default: return start + 6
      }
    default: throw failure(.invalidEscape, at: start)
    }
  }

  private func codeUnit(from start: Int, of escape: Int) throws(JSONError) -> UInt32 {
    var unit: UInt32 = 0
    for offset in start..<start + 4 {
      guard offset < end else { throw failure(.unexpectedEnd, at: end) }
      guard let digit = hexValue(bytes[offset]) else { throw failure(.invalidEscape, at: escape) }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }

  /// Skips one scalar of two to four bytes.
  ///
  /// As RFC 3629 demands, it refuses overlong forms, surrogates, and anything beyond U+10FFFF.
  private func multibyte(from start: Int, _ first: UInt8) throws(JSONError) -> Int {
    let (length, second): (Int, ClosedRange<UInt8>) =
      switch first {
      case 0xc2...0xdf: (2, 0x80...0xbf)
      case 0xe0: (3, 0xa0...0xbf)
      case 0xe1...0xec, 0xee, 0xef: (3, 0x80...0xbf)
      case 0xed: (3, 0x80...0x9f)
      case 0xf0: (4, 0x90...0xbf)
      case 0xf1...0xf3: (4, 0x80...0xbf)
      case 0xf4: (4, 0x80...0x8f)
      default: throw failure(.invalidUTF8, at: start)
      }
    guard start + length <= end, second.contains(bytes[start + 1]) else { throw failure(.invalidUTF8, at: start) }
    for offset in start + 2..<max(start + length, start + 2) where bytes[offset] & 0xc0 != 0x80 {
      throw failure(.invalidUTF8, at: start)
    }
    return start + length
  }
}

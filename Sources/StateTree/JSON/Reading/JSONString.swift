/// Escapes and unescapes the strings of JSON.
package enum JSONString {
  /// Returns the text of an escaped string.
  static func unescaped(_ quoted: UnsafeRawBufferPointer) -> String {
    String(unsafeUninitializedCapacity: quoted.count) { unescape(quoted, into: UnsafeMutableRawBufferPointer($0)) }
  }

  /// Writes the bytes of an escaped string and returns their number.
  ///
  /// The parser must have checked the string. The result is never longer than the escaped string.
  static func unescape(_ quoted: UnsafeRawBufferPointer, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var length = 0
    var offset = 0
    func put(_ byte: UInt8) {
      buffer[length] = byte
      length += 1
    }
    while offset < quoted.count {
      let byte = quoted[offset]
      offset += 1
      guard byte == UInt8(ascii: "\\") else {
        put(byte)
        continue
      }
      let escape = quoted[offset]
      offset += 1
      switch escape {
      case UInt8(ascii: "b"): put(0x08)
      case UInt8(ascii: "f"): put(0x0c)
      case UInt8(ascii: "n"): put(0x0a)
      case UInt8(ascii: "r"): put(0x0d)
      case UInt8(ascii: "t"): put(0x09)
      case UInt8(ascii: "u"):
        var scalar = codeUnit(quoted, at: offset)
        offset += 4
        if (0xd800...0xdbff).contains(scalar) {
          scalar = 0x10000 + (scalar - 0xd800) << 10 + (codeUnit(quoted, at: offset + 2) - 0xdc00)
          offset += 6
        }
        for byte in UTF8.encode(UnicodeScalar(scalar) ?? "\u{fffd}") ?? UTF8.encodedReplacementCharacter { put(byte) }
      default: put(escape)
      }
    }
    return length
  }

  /// The value of the four hex digits at an offset.
  private static func codeUnit(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 << 4 | UInt32(hexValue(bytes[offset + $1]) ?? 0) }
  }

  /// Appends a string in quotes, escaping no more than RFC 8785 does: quotes, backslashes and control characters.
  static func appendQuoted(_ text: String, to output: inout some ByteOutput & ~Copyable) {
    text.withBytes { utf8 in
      var isPlain = true
      output.write(room: room(forQuoted: utf8.count)) {
        let count = writeQuoted(utf8, to: $0)
        isPlain = count > 0
        return count
      }
      if !isPlain { appendEscaped(utf8, to: &output) }
    }
  }

  /// The space that `writeQuoted` needs.
  package static func room(forQuoted count: Int) -> Int { count &+ 2 &+ 16 }

  /// Writes a string in quotes and returns its length; 0 if it needs escapes.
  package static func writeQuoted(_ utf8: UnsafeRawBufferPointer, to start: UnsafeMutableRawPointer) -> Int {
    if utf8.count <= ShortText.limit { return writeQuoted(ShortText(utf8), to: start) }
    start.assumingMemoryBound(to: UInt8.self)[0] = 0x22
    guard copyPlain(utf8, to: start + 1) else { return 0 }
    start.assumingMemoryBound(to: UInt8.self)[utf8.count &+ 1] = 0x22
    return utf8.count &+ 2
  }

  /// Writes a short string in quotes and returns its length; 0 if it needs escapes.
  package static func writeQuoted(_ text: ShortText, to start: UnsafeMutableRawPointer) -> Int {
    // The bytes beyond the text count as 0xff, which needs no escape.
    let beyond = UInt64.max &<< UInt64(truncatingIfNeeded: 8 &* (text.count & 7))
    if needsEscape(text.count < 8 ? text.first | beyond : text.first) { return 0 }
    if text.count > 8, needsEscape(text.last | beyond) { return 0 }
    start.assumingMemoryBound(to: UInt8.self)[0] = 0x22
    start.store(text.first, at: 1)
    start.store(text.last, at: 9)
    start.assumingMemoryBound(to: UInt8.self)[text.count &+ 1] = 0x22
    return text.count &+ 2
  }

  /// Copies a text and returns whether it needs no escapes; otherwise, it copies only a part. Up to eight bytes beyond
  /// it are overwritten.
  private static func copyPlain(_ utf8: UnsafeRawBufferPointer, to target: UnsafeMutableRawPointer) -> Bool {
    guard let source = utf8.baseAddress else { return true }
    let count = utf8.count
    var offset = 0
    while count &- offset >= 8 {
      let word = source.word(at: offset)
      target.store(word, at: offset)
      if needsEscape(word) { return false }
      offset &+= 8
    }
    let rest = count &- offset
    if rest == 0 { return true }
    let word = source.partialWord(at: offset, count: rest)
    target.store(word, at: offset)
    // The bytes beyond the text are filled with bytes that need no escape.
    return !needsEscape(word | UInt64.max &<< UInt64(truncatingIfNeeded: 8 &* rest))
  }

  /// Whether one of eight bytes is a quote, a backslash or a control character.
  ///
  /// The terms are those of "Determine if a word has a byte less than n" in S. E. Anderson's "Bit Twiddling Hacks".
  private static func needsEscape(_ word: UInt64) -> Bool {
    let quote = word ^ 0x2222_2222_2222_2222
    let backslash = word ^ 0x5c5c_5c5c_5c5c_5c5c
    let found =
      (quote &- 0x0101_0101_0101_0101) & ~quote | (backslash &- 0x0101_0101_0101_0101) & ~backslash
      | (word &- 0x2020_2020_2020_2020) & ~word
    return found & 0x8080_8080_8080_8080 != 0
  }

  /// Appends a string in quotes that needs escapes.
  @inline(never)
  package static func appendEscaped(_ utf8: UnsafeRawBufferPointer, to output: inout some ByteOutput & ~Copyable) {
    append(CollectionOfOne(UInt8(ascii: "\"")), to: &output)
    var plainStart = 0
    for offset in 0..<utf8.count {
      let byte = utf8[offset]
      if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { continue }
      append(utf8[plainStart..<offset], to: &output)
      output.write(room: 6) { writeEscape(of: byte, to: $0) }
      plainStart = offset + 1
    }
    append(utf8[plainStart...], to: &output)
    append(CollectionOfOne(UInt8(ascii: "\"")), to: &output)
  }

  private static func append(
    _ bytes: some Collection<UInt8>, to output: inout some ByteOutput & ~Copyable
  ) {
    output.write(room: bytes.count) { start in
      UnsafeMutableRawBufferPointer(start: start, count: bytes.count).copyBytes(from: bytes)
      return bytes.count
    }
  }

  private static func writeEscape(of byte: UInt8, to start: UnsafeMutableRawPointer) -> Int {
    func put(_ byte: UInt8, at offset: Int) { start.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self) }
    put(UInt8(ascii: "\\"), at: 0)
    switch byte {
    case 0x08: put(UInt8(ascii: "b"), at: 1)
    case 0x09: put(UInt8(ascii: "t"), at: 1)
    case 0x0a: put(UInt8(ascii: "n"), at: 1)
    case 0x0c: put(UInt8(ascii: "f"), at: 1)
    case 0x0d: put(UInt8(ascii: "r"), at: 1)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): put(byte, at: 1)
    default:
      put(UInt8(ascii: "u"), at: 1)
      put(UInt8(ascii: "0"), at: 2)
      put(UInt8(ascii: "0"), at: 3)
      put(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"), at: 4)
      let digit = byte & 15
      put(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10, at: 5)
      return 6
    }
    return 2
  }
}

/// Appends a string as a JSON string, quotes included.
package func appendJSONString(_ text: String, to output: inout [UInt8]) {
  JSONString.appendQuoted(text, to: &output)
}

/// The value of an ASCII hex digit in lower or upper case.
package func hexValue(_ digit: UInt8) -> UInt8? {
  switch digit {
  case 0x30...0x39: digit - 0x30
  case 0x61...0x66: digit - 0x61 + 10
  case 0x41...0x46: digit - 0x41 + 10
  default: nil
  }
}

/// What JSON's strings look like as text: escapes, both ways.
enum JSONText {
  /// The text that an escaped string stands for.
  static func unescaped(_ quoted: UnsafeRawBufferPointer) -> String {
    String(unsafeUninitializedCapacity: quoted.count) { unescape(quoted, into: UnsafeMutableRawBufferPointer($0)) }
  }

  /// Writes the bytes that an escaped string stands for and returns how many there are.
  ///
  /// The string must have been checked by the parser. The result is never longer than what was escaped.
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
  static func appendQuoted(_ utf8: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    var plainStart = 0
    for offset in 0..<utf8.count {
      let byte = utf8[offset]
      if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { continue }
      output.append(contentsOf: utf8[plainStart..<offset])
      appendEscape(of: byte, to: &output)
      plainStart = offset + 1
    }
    output.append(contentsOf: utf8[plainStart...])
    output.append(UInt8(ascii: "\""))
  }

  private static func appendEscape(of byte: UInt8, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: output.append(UInt8(ascii: "b"))
    case 0x09: output.append(UInt8(ascii: "t"))
    case 0x0a: output.append(UInt8(ascii: "n"))
    case 0x0c: output.append(UInt8(ascii: "f"))
    case 0x0d: output.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): output.append(byte)
    default:
      output.append(contentsOf: "u00".utf8)
      output.append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
      let digit = byte & 15
      output.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}

/// Appends a string as JSON writes it, quotes included.
package func appendJSONString(_ text: String, to output: inout [UInt8]) {
  var text = text
  text.withUTF8 { JSONText.appendQuoted(UnsafeRawBufferPointer($0), to: &output) }
}

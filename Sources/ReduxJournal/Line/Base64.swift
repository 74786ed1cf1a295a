/// Base64 as RFC 4648 section 4 has it, with padding.
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func append(_ bytes: some Collection<UInt8>, to text: inout [UInt8]) {
    var group: UInt32 = 0
    var filled = 0
    for byte in bytes {
      group = group << 8 | UInt32(byte)
      filled += 1
      if filled == 3 {
        append(group, digits: 4, to: &text)
        group = 0
        filled = 0
      }
    }
    guard filled > 0 else { return }
    append(group << UInt32(8 * (3 - filled)), digits: filled + 1, to: &text)
    for _ in filled..<3 { text.append(UInt8(ascii: "=")) }
  }

  private static func append(_ group: UInt32, digits: Int, to text: inout [UInt8]) {
    for index in 0..<digits { text.append(alphabet[Int(group >> UInt32(18 - 6 * index)) & 63]) }
  }

  /// The bytes; `nil` if the text is not Base64 in its one right form.
  static func decode(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 4 == 0 else { return nil }
    let padding = digits.suffix(2).count { $0 == UInt8(ascii: "=") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 4 * 3)
    var group: UInt32 = 0
    for (index, digit) in digits.dropLast(padding).enumerated() {
      guard let value = value(of: digit) else { return nil }
      group = group << 6 | value
      if index % 4 == 3 {
        bytes.append(UInt8(truncatingIfNeeded: group >> 16))
        bytes.append(UInt8(truncatingIfNeeded: group >> 8))
        bytes.append(UInt8(truncatingIfNeeded: group))
        group = 0
      }
    }
    switch padding {
    case 1:
      guard group & 3 == 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: group >> 10))
      bytes.append(UInt8(truncatingIfNeeded: group >> 2))
    case 2:
      guard group & 15 == 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: group >> 4))
    default: break
    }
    return bytes
  }

  private static func value(of digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}

/// Counts the values and keys that a JSON text may hold.
enum ValueCount {
  /// An upper bound for a record without its payload.
  static let reserved = 512

  /// Whether a text could exceed the limit. Scans only texts long enough for that.
  static func exceeds(_ limit: Int, in text: UnsafeRawBufferPointer) -> Bool {
    // A value takes at least two bytes, including its separator.
    text.count / 2 > limit && count(in: text) > limit
  }

  /// Returns an upper bound of a text's values and keys. Scans only long texts.
  static func bound(in text: UnsafeRawBufferPointer) -> Int {
    text.count < 2 * reserved ? text.count / 2 + 1 : count(in: text)
  }

  private static func count(in text: UnsafeRawBufferPointer) -> Int {
    var count = 1
    var position = 0
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "{"), UInt8(ascii: "["): count += 1
      case UInt8(ascii: "\""): position = endOfString(in: text, from: position + 1)
      default: break
      }
      position += 1
    }
    return count
  }

  private static func endOfString(in text: UnsafeRawBufferPointer, from start: Int) -> Int {
    var position = start
    while position < text.count, text[position] != UInt8(ascii: "\"") {
      position += text[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return position
  }
}

/// How many values and keys a JSON text may hold.
enum ValueCount {
  /// What a record holds beside its payload, and more.
  static let reserved = 512

  /// Whether a text could hold more than so many. Only a text long enough for that is looked at.
  static func exceeds(_ limit: Int, in text: UnsafeRawBufferPointer) -> Bool {
    // A value takes two bytes at least, with what stands between it and the next.
    text.count / 2 > limit && count(in: text) > limit
  }

  /// How many a text holds at most. Only a long one is looked at.
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

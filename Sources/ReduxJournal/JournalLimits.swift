/// The limits of the format and of this implementation.
public enum JournalLimits {
  /// The format that this module reads and writes.
  package static let format = 1
  /// The greatest seq: every JSON reader represents integers up to 2⁵³ exactly.
  package static let maximumSeq = 1 << 53
  /// The default limit of a line, with its line end, and so of a state: 256 MiB.
  public static let maximumLineBytes = 256 << 20

  /// The bytes of the limit of a line for each value or key in it.
  package static let bytesPerValue = 32

  /// Returns the limit of values and keys in a line: one for each 32 bytes of its limit, but at least 4,096.
  ///
  /// Values take more memory than bytes in the file: a tree takes up to 400 bytes for each. A reader and a writer with the
  /// same limit of a line have the same limit of values, and so does everything that looks into a state.
  package static func maximumValues(inLineOf maximumLineBytes: Int) -> Int {
    max(4096, maximumLineBytes / bytesPerValue)
  }
}

/// Counts the values and keys that a JSON text may hold.
enum ValueCount {
  /// An upper bound for a record without its payload.
  static let reserved = 512

  /// An upper bound of a text's values and keys, if it exceeds a limit. Scans only texts long enough for that.
  static func excess(over limit: Int, in text: UnsafeRawBufferPointer) -> Int? {
    // A value takes at least two bytes, including its separator.
    guard text.count / 2 > limit else { return nil }
    let count = count(in: text)
    return count > limit ? count : nil
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

extension String {
  /// Longer than any reason or error text that a writer creates.
  private static let keptByteCount = 16 << 10

  /// The start of the text, for lists that keep a text from every line: in a hostile journal, each may be as long as a
  /// line.
  package var shortenedToKeep: String {
    guard let end = utf8.index(startIndex, offsetBy: String.keptByteCount, limitedBy: endIndex), end < endIndex else {
      return self
    }
    return self[..<end] + "…"
  }
}

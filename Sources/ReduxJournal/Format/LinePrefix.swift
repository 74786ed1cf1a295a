import StateTree

/// The start of every line, `{"kind":"KIND","seq":N`, read without parsing the rest.
package struct LinePrefix: Hashable, Sendable {
  package let kind: String
  let seq: Int

  /// The maximum length of a prefix, with the byte after it.
  static let maximumByteCount = 80

  private static let start: StaticString = #"{"kind":""#
  private static let middle: StaticString = #"","seq":"#

  init(kind: String, seq: Int) {
    self.kind = kind
    self.seq = seq
  }

  /// Reads the start of a line; `nil` if it is invalid.
  package init?(_ line: UnsafeRawBufferPointer) {
    guard let kindStart = LinePrefix.skip(LinePrefix.start, in: line, at: 0) else { return nil }
    var position = kindStart
    while position < line.count, position - kindStart < 33, LinePrefix.isInKind(line[position]) { position += 1 }
    let kind = UnsafeRawBufferPointer(rebasing: line[kindStart..<position])
    guard (1...32).contains(kind.count), let digits = LinePrefix.skip(LinePrefix.middle, in: line, at: position) else {
      return nil
    }
    guard let seq = LinePrefix.number(in: line, at: digits) else { return nil }
    self.kind = String(decoding: kind, as: UTF8.self)
    self.seq = seq.value
  }

  /// The maximum length of a snapshot's line up to its `header`, with the byte after it.
  static let maximumByteCountWithHeader = maximumByteCount + 2 * (16 + 12)

  /// Returns the distance from a snapshot back to its session's header; `nil` unless that member precedes the state,
  /// where writers put it.
  static func headerDistance(ofSnapshot line: UnsafeRawBufferPointer) -> Int? {
    guard let seqStart = skip(#"{"kind":"snapshot","seq":"#, in: line, at: 0),
      var position = number(in: line, at: seqStart)?.end
    else { return nil }
    if let at = skip(#","at":"#, in: line, at: position) {
      guard let end = number(in: line, at: at)?.end else { return nil }
      position = end
    }
    guard let header = skip(#","header":"#, in: line, at: position) else { return nil }
    return number(in: line, at: header)?.value
  }

  /// Parses the number at a position and returns it with its end.
  private static func number(in line: UnsafeRawBufferPointer, at start: Int) -> (value: Int, end: Int)? {
    var position = start
    var value = 0
    while position < line.count, line[position] &- 0x30 < 10, position - start < 17 {
      value = value * 10 + Int(line[position] - 0x30)
      position += 1
    }
    // Only these characters end a number; a truncated number has no end.
    guard (1...16).contains(position - start), position < line.count,
      line[position] == UInt8(ascii: ",") || line[position] == UInt8(ascii: "}"), value <= JournalLimits.maximumSeq
    else { return nil }
    return (value, position)
  }

  private static func isInKind(_ byte: UInt8) -> Bool {
    byte &- 0x61 < 26 || byte == UInt8(ascii: "-") || byte &- 0x30 < 10
  }

  /// Returns the position after a text, if the line contains it at this position.
  private static func skip(_ text: StaticString, in line: UnsafeRawBufferPointer, at position: Int) -> Int? {
    let end = position + text.utf8CodeUnitCount
    guard end <= line.count, text.hasBytes(UnsafeRawBufferPointer(rebasing: line[position..<end])) else { return nil }
    return end
  }
}

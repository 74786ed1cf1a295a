import StateTree

/// What stands at the start of every line, `{"kind":"KIND","seq":N`: read without parsing the rest.
struct LinePrefix: Hashable, Sendable {
  let kind: String
  let seq: Int

  /// The most bytes that a prefix can take, with the byte after it.
  static let maximumByteCount = 80

  private static let start: StaticString = #"{"kind":""#
  private static let middle: StaticString = #"","seq":"#

  init(kind: String, seq: Int) {
    self.kind = kind
    self.seq = seq
  }

  /// Reads the start of a line; `nil` if it does not start as every line must.
  init?(_ line: UnsafeRawBufferPointer) {
    guard let kindStart = LinePrefix.skip(LinePrefix.start, in: line, at: 0) else { return nil }
    var position = kindStart
    while position < line.count, position - kindStart < 33, LinePrefix.isInKind(line[position]) { position += 1 }
    let kind = UnsafeRawBufferPointer(rebasing: line[kindStart..<position])
    guard (1...32).contains(kind.count), let digits = LinePrefix.skip(LinePrefix.middle, in: line, at: position) else {
      return nil
    }
    position = digits
    var seq = 0
    while position < line.count, line[position] &- 0x30 < 10, position - digits < 17 {
      seq = seq * 10 + Int(line[position] - 0x30)
      position += 1
    }
    // A number goes on after its digits unless one of these follows; one that is cut off has no end yet.
    guard (1...16).contains(position - digits), position < line.count,
      line[position] == UInt8(ascii: ",") || line[position] == UInt8(ascii: "}"), seq <= JournalLimits.maximumSeq
    else { return nil }
    self.kind = String(decoding: kind, as: UTF8.self)
    self.seq = seq
  }

  private static func isInKind(_ byte: UInt8) -> Bool {
    byte &- 0x61 < 26 || byte == UInt8(ascii: "-") || byte &- 0x30 < 10
  }

  /// The position after a text that stands at a position.
  private static func skip(_ text: StaticString, in line: UnsafeRawBufferPointer, at position: Int) -> Int? {
    let end = position + text.utf8CodeUnitCount
    guard end <= line.count, text.hasBytes(UnsafeRawBufferPointer(rebasing: line[position..<end])) else { return nil }
    return end
  }
}

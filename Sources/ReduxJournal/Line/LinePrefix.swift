/// What stands at the start of every line, `{"kind":"KIND","seq":N`: read without parsing the rest.
struct LinePrefix: Hashable, Sendable {
  let kind: String
  let seq: Int

  /// The most bytes that a prefix can take, with the byte after it.
  static let maximumByteCount = 80

  private static let start = Array(#"{"kind":""#.utf8)
  private static let middle = Array(#"","seq":"#.utf8)

  init(kind: String, seq: Int) {
    self.kind = kind
    self.seq = seq
  }

  /// Reads the start of a line; `nil` if it does not start as every line must.
  init?(_ line: ArraySlice<UInt8>) {
    guard line.starts(with: LinePrefix.start) else { return nil }
    var rest = line.dropFirst(LinePrefix.start.count)
    let kind = rest.prefix(33).prefix { (0x61...0x7a).contains($0) || $0 == 0x2d || (0x30...0x39).contains($0) }
    guard (1...32).contains(kind.count) else { return nil }
    rest = rest.dropFirst(kind.count)
    guard rest.starts(with: LinePrefix.middle) else { return nil }
    rest = rest.dropFirst(LinePrefix.middle.count)
    let digits = rest.prefix(17).prefix { (0x30...0x39).contains($0) }
    guard (1...16).contains(digits.count) else { return nil }
    // A number goes on after its digits unless one of these follows; one that is cut off has no end yet.
    guard let next = rest.dropFirst(digits.count).first, next == UInt8(ascii: ",") || next == UInt8(ascii: "}") else {
      return nil
    }
    let seq = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    guard seq <= JournalLimits.maximumSeq else { return nil }
    self.kind = String(decoding: kind, as: UTF8.self)
    self.seq = seq
  }
}

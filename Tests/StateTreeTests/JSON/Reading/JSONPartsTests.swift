import Expectations
import StateTree
import TestSupport
import Testing

/// The parts of a JSON text without an index of it.
struct JSONPartsTests {
  @Test func `the parts of a value are those that its document has`() throws {
    let seed = Soak.isOn ? UInt64.random(in: 0 ... .max) : 7
    var random = RandomJSON(seed: seed)
    for _ in 0..<Soak.count(200, soak: 20_000) {
      let text = Array(" \(random.value().compact) ".utf8)
      let root = try JSONDocument(text).root
      let parts = JSONParts(text)
      let start = parts.start()
      try #require(start == root.byteRange.lowerBound, "seed \(seed)")
      try #require(try parts.end(ofValueAt: start) == root.byteRange.upperBound, "seed \(seed)")
      let nodes = root.kind == .object ? root.members.map(\.node) : root.elements
      let found = try parts.parts(ofValueAt: start)?.map(\.offset) ?? []
      try #require(found == nodes.map(\.byteRange.lowerBound), "seed \(seed)")
      let members = try parts.members(ofValueAt: start)
      try #require(members.count == root.members.count, "seed \(seed)")
      for (key, node) in root.members { try #require(members[key] == node.byteRange.lowerBound, "seed \(seed)") }
      try #require(try found.map { try parts.document(at: $0).root.value } == nodes.map(\.value), "seed \(seed)")
      try #require(
        try found.map { try parts.text(at: $0).map { String(decoding: $0, as: UTF8.self) } } == nodes.map(\.string))
    }
  }

  @Test(arguments: [
    ("", 0, JSONError.Reason.unexpectedEnd), ("[1", 2, .unexpectedEnd), (#"{"a"}"#, 4, .unexpectedByte(0x7d)),
    ("{1:2}", 1, .unexpectedByte(0x31)), ("[1 2]", 3, .unexpectedByte(0x32)), (#"["a]"#, 4, .unexpectedEnd),
    (#"["a\"#, 4, .unexpectedEnd), ("[,]", 1, .unexpectedByte(0x2c)), ("[1,2,3]", 5, .tooManyValues(limit: 2)),
  ]) func `a text without commas, colons or an end has no parts`(text: String, offset: Int, reason: JSONError.Reason) {
    let parts = JSONParts(Array(text.utf8), maximumParts: 2)
    let error = #expect(throws: JSONError.self) {
      _ = try parts.end(ofValueAt: 0)
      _ = try parts.parts(ofValueAt: 0)
    }
    #expect(error?.offset == offset && error?.reason == reason, "\(String(describing: error))")
  }

  @Test func `an error has the offset in the whole text`() {
    let parts = JSONParts(Array(#"[1, "\ud83d"]"#.utf8))
    let error = #expect(throws: JSONError.self) { _ = try parts.text(at: 4) }
    #expect(error?.offset == 5 && error?.reason == .loneSurrogate, "\(String(describing: error))")
  }
}

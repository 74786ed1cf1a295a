import Expectations
import StateCoding
import StateTree
import TestSupport
import Testing

/// The reader checks many bytes at once, keeps only fingerprints of keys, and grows its memory, without visible effect.
struct ReaderPlacesTests {
  @Test(arguments: ["", "é", "😀", "\\n", "\\u00e9", "\u{7f}"])
  func `a string is read the same wherever it ends`(special: String) throws {
    for length in 0...34 {
      for place in 0...length {
        let text = String(repeating: "a", count: place) + special + String(repeating: "b", count: length - place)
        let meant = text.replacing("\\n", with: "\n").replacing("\\u00e9", with: "é")
        for end in ["", " ", "        "] {
          let document = try JSONDocument(Array(("\"" + text + "\"" + end).utf8))
          expectEqual(document.root.string?.utf8.elementsEqual(meant.utf8), true)
        }
        let error = #expect(throws: JSONError.self) { try JSONDocument(Array(("\"" + text).utf8)) }
        expectEqual(error?.offset, text.utf8.count + 1)
        expectEqual(error?.reason, .unexpectedEnd)
      }
    }
  }

  @Test func `keys with common prefixes, suffixes or lengths are distinct`() throws {
    let seed: UInt64 = 0x5eed_0002
    var generator = SeededGenerator(seed: seed)
    let parts = ["", "a", "b", "key", "a long key ", "a much longer key, "]
    for round in 0..<3000 {
      let count = Int.random(in: 2...40, using: &generator)
      let keys = (0..<count).map { _ in
        let part = parts[Int.random(in: 0..<parts.count, using: &generator)]
        return part + String(Int.random(in: 0..<(round % 3 == 0 ? 40 : 4000), using: &generator))
          + (round % 2 == 0 ? "" : part)
      }
      var seen = Set<String>()
      let repeated = keys.firstIndex { !seen.insert($0).inserted }
      let members = keys.map { "\"\($0)\":0" }
      let text = "{" + members.joined(separator: ",") + "}"
      do {
        let document = try JSONDocument(Array(text.utf8))
        expectEqual(repeated, nil, "seed \(seed), round \(round): \(text)")
        expectEqual(document.root.members.map(\.key), keys)
      } catch {
        let index = try #require(repeated, "seed \(seed), round \(round): \(text)")
        expectEqual(error.reason, .duplicateKey(keys[index]))
        expectEqual(error.offset, members[..<index].joined(separator: ",").utf8.count + (index == 0 ? 1 : 2))
      }
    }
  }

  @Test func `text of any density is read`() throws {
    let long = "\"" + String(repeating: "x", count: 40_000) + "\""
    let short = Array(repeating: "0", count: 20_000).joined(separator: ",")
    for parts in [[long, short], [short, long], [short, long, short], [long, short, long, short, short]] {
      let elements = try JSONDocument(Array(("[" + parts.joined(separator: ",") + "]").utf8)).root.elements
      expectEqual(elements.count, parts.reduce(0) { $0 + ($1 == long ? 1 : 20_000) })
      #expect(elements.allSatisfy { $0.utf8Count == 1 || $0.utf8Count == 40_002 })
    }
    // The memory grows inside many open containers, and inside objects.
    let nested = String(repeating: "[[],{\"a\":[0,", count: 150) + "0" + String(repeating: "]}]", count: 150)
    try expectEqual(JSONValue(parsing: nested).compact, nested)
    let list = "[" + Array(repeating: nested, count: 20).joined(separator: ",") + "]"
    try expectEqual(JSONValue(parsing: list).compact, list)
  }
}

struct NumberReadingTests {
  @Test func `doubles are read as the standard library reads them`() throws {
    let seed: UInt64 = 0x5eed_0003
    var random = RandomJSON(seed: seed)
    var literals = [
      "0", "-0", "0.0", "-0.0", "9007199254740991", "9007199254740992", "9007199254740993", "900719925474099.3",
      "0.3", "2.675", "1.0000000000000002", "123456789012345678", "0.000000000000000001", "0.1234567890123456",
      "999999999999999999", "99999999999999999.9", "5e-324", "1.7976931348623157e308", "4.9406564584124654e-324",
    ]
    for _ in 0..<20_000 { literals.append(random.literal()) }
    for _ in 0..<5_000 { literals.append("\(Double(random.number(-99_999_999...99_999_999)) / 1000)") }
    let expected = literals.map { Double($0) ?? .nan }
    let kept = zip(literals, expected).filter { $1.isFinite }
    let decoded = try StateDecoder().decode(
      [Double].self, from: Array(("[" + kept.map(\.0).joined(separator: ",") + "]").utf8))
    for ((literal, expected), decoded) in zip(kept, decoded) {
      expectEqual(decoded.bitPattern, expected.bitPattern, "seed \(seed): \(literal)")
    }
  }

  @Test func `integers are read as the standard library reads them`() throws {
    let seed: UInt64 = 0x5eed_0004
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let value = Int64(truncatingIfNeeded: generator.next()) >> Int64.random(in: 0...63, using: &generator)
      let text = Array("\(value)".utf8)
      try expectEqual(StateDecoder().decode(Int64.self, from: text), value, "seed \(seed)")
      expectEqual((try? StateDecoder().decode(Int8.self, from: text)), Int8(exactly: value), "seed \(seed)")
      expectEqual((try? StateDecoder().decode(UInt32.self, from: text)), UInt32(exactly: value), "seed \(seed)")
      try expectEqual(JSONDocument(text).root.integer, Int(value), "seed \(seed)")
    }
  }
}

import Expectations
import StateCoding
import StateTree
import TestSupport
import Testing

/// A key that keeps its string's storage.
private struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

private struct Members: Encodable {
  var members: [(key: String, value: Int)]

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    for (key, value) in members { try container.encode(value, forKey: AnyKey(key)) }
  }
}

/// A string's JSON, from the rules alone.
private func quoted(_ string: String) -> String {
  var text = "\""
  for scalar in string.unicodeScalars {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\u{8}": text += "\\b"
    case "\t": text += "\\t"
    case "\n": text += "\\n"
    case "\u{c}": text += "\\f"
    case "\r": text += "\\r"
    case "\0"..<" ": text += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
    default: text.unicodeScalars.append(scalar)
    }
  }
  return text + "\""
}

/// A string with the same bytes in heap storage, even if short.
private func spacious(_ string: String) -> String {
  var copy = string
  copy.reserveCapacity(100)
  return copy
}

/// A bridged or sliced string, and a native copy of it.
private func slices(_ string: String) -> [String] {
  let longer = "before " + string + " after and more, so that it owns memory"
  let start = longer.utf8.index(longer.startIndex, offsetBy: 7)
  let slice = longer[start..<longer.utf8.index(start, offsetBy: string.utf8.count)]
  return [String(slice), spacious(string), string]
}

struct StringEncodingTests {
  @Test func `strings of every length escape every kind of character at every position`() throws {
    let inserts: [UnicodeScalar] = [
      "a", "\"", "\\", "\0", "\u{1f}", " ", "\u{7f}", "\n", "é", "\u{80}", "€", "\u{1f600}",
    ]
    for length in 0...36 {
      let base = Array(String(repeating: "0123456789", count: 4).unicodeScalars.prefix(length))
      for place in 0...length {
        for insert in inserts {
          var scalars = base
          scalars.insert(insert, at: place)
          let string = String(String.UnicodeScalarView(scalars))
          try expectEqual(text(string), quoted(string))
          try expectEqual(text([string: 1]), "{" + quoted(string) + ":1}")
        }
      }
    }
  }

  @Test func `a string's storage doesn't affect its encoding`() throws {
    for length in 0...24 {
      let string = String("aé\u{1f600}bcdefghijklmnopqrstuvwxyz".unicodeScalars.prefix(length))
      for variant in slices(string) {
        try expectEqual(text(variant), quoted(string))
        try expectEqual(StateEncoder().hash(variant), independentHash(.string(string)))
        try expectOneTree(Members(members: [(variant, 1), ("other", 2)]))
      }
    }
  }

  @Test func `keys are distinguished by their bytes alone`() throws {
    for length in 0...40 {
      let key = String(repeating: "key", count: 14).prefix(length)
      for first in slices(String(key)) {
        for second in slices(String(key)) {
          try expectEqual(text(Members(members: [(first, 1), ("b", 2), (second, 3)])), "{\(quoted(first)):3,\"b\":2}")
          try expectEqual(
            text(Members(members: [(first, 1), (second + "\0", 3)])), "{\(quoted(first)):1,\(quoted(second + "\0")):3}")
        }
      }
    }
  }

  @Test func `keys of many objects may have any length and number`() throws {
    let seed: UInt64 = 0x5EED
    var generator = SeededGenerator(seed: seed)
    for round in 0..<200 {
      var seen: Set<String> = []
      let members = (0..<Int.random(in: 0...80, using: &generator)).compactMap { index -> (key: String, value: Int)? in
        let count = Int.random(in: 0...20, using: &generator)
        let key = String((0..<count).map { _ in "ab\"é".randomElement(using: &generator) ?? "a" })
        return seen.insert(key).inserted ? (key, index) : nil
      }
      let expected = "{" + members.map { "\(quoted($0.key)):\($0.value)" }.joined(separator: ",") + "}"
      try expectEqual(text(Members(members: members)), expected, "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: [255, 256, 257, 4_095, 65_535, 65_536, 1_000_000])
  func `strings of any size are encoded between others`(count: Int) throws {
    let long = String(repeating: "x", count: count)
    let escaped = String(repeating: "\u{1}", count: count)
    try expectEqual(
      text(["a", long, "b", escaped, "c"]),
      #"["a","\#(long)","b","\#(String(repeating: "\\u0001", count: count))","c"]"#)
    try expectEqual(text([long: 1]), #"{"\#(long)":1}"#)
    try expectEqual(text("after"), #""after""#)
  }
}

import Expectations
import StateTree
import TestSupport
import Testing

struct WriterTests {
  @Test(arguments: [
    (" [ 1 , 2.50, -0 , 1E+3, null,true , false ] ", "[1,2.50,-0,1E+3,null,true,false]"),
    ("{ \"b\" : { } , \"a\" : [ ] }", "{\"b\":{},\"a\":[]}"),
    ("\"\\u0041\\/\\u00e9\\u2028\\u007f\"", "\"A/é\u{2028}\u{7f}\""),
    (
      "\"\\b\\t\\n\\u000b\\f\\r\\u000e\\u001F\\u0000\\\"\\\\\"",
      "\"\\b\\t\\n\\u000b\\f\\r\\u000e\\u001f\\u0000\\\"\\\\\""
    ),
    ("\"\\ud83d\\ude00\"", "\"😀\""),
    ("123456789012345678901234567890.10", "123456789012345678901234567890.10"),
  ])
  func `the compact writer keeps order and numbers, and escapes only what it must`(text: String, compact: String) throws
  {
    try expectEqual(JSONValue(parsing: text).compact, compact)
  }

  @Test func `the compact writer writes back any document`() throws {
    let seed: UInt64 = 8259
    var random = RandomJSON(seed: seed)
    for round in 0..<500 {
      let value = random.value()
      let text = value.compact
      try expectEqual(JSONValue(parsing: text), value, "seed \(seed), round \(round)")
      try expectEqual(JSONValue(parsing: text).compact, text, "seed \(seed), round \(round)")
      let spelling = random.spelling(of: value)
      let other = try JSONValue(parsing: spelling)
      expectEqual(other, value, "seed \(seed), round \(round): \(spelling)")
      expectEqual(other.hashValue, value.hashValue, "seed \(seed), round \(round)")
      try expectEqual(JSONDocument(Array(text.utf8)).root.value, value, "seed \(seed), round \(round)")
    }
  }
}

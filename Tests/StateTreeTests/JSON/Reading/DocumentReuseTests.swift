import Expectations
import StateTree
import Testing

/// Reads a text in the memory of another document.
private func read(
  _ text: String, limits: JSONLimits = .default, reusing old: inout JSONDocument?
) throws(JSONError) -> JSONDocument {
  try Array(text.utf8).withUnsafeBufferPointer { bytes throws(JSONError) in
    try JSONDocument(copying: UnsafeRawBufferPointer(bytes), limits: limits, reusing: &old)
  }
}

struct DocumentReuseTests {
  @Test func `a document in reused memory equals one in its own`() throws {
    var generator = RandomJSON(seed: 0x5eed_0001)
    var old: JSONDocument?
    for round in 0..<300 {
      let value = generator.value()
      let text = generator.spelling(of: value)
      let document = try read(text, reusing: &old)
      #expect(old == nil)
      expectEqual(document.root.value, value, "round \(round)")
      expectEqual(document.bytes, Array(text.utf8), "round \(round)")
      old = document
    }
  }

  @Test func `reusing memory doesn't change parts of the old document that are still held`() throws {
    for held in [#"{"a":[1,2,3],"b":"x"}"#, "[" + String(repeating: "[],", count: 5000) + "0]"] {
      var old: JSONDocument? = try JSONDocument(Array(held.utf8))
      let node = try #require(old?.root)
      let new = try read(#"{"c":[true,{"d":null}]}"#, reusing: &old)
      expectEqual(new.root.value, ["c": [true, ["d": nil]]])
      expectEqual(node.bytes, Array(held.utf8))
      try expectEqual(node.value, JSONValue(parsing: held))
    }
  }

  @Test func `a document is read after one that failed`() throws {
    var old: JSONDocument? = try JSONDocument(Array(#"{"a":[1,2,3]}"#.utf8))
    for text in ["", "[1,", #"{"a":[[{"#, "\"\u{1}", #"{"b":1,"b":2}"#, "[1]x"] {
      let error = #expect(throws: JSONError.self) { try read(text, reusing: &old) }
      #expect(error == #expect(throws: JSONError.self) { try JSONDocument(Array(text.utf8)) })
      #expect(old == nil)
      old = try read(#"{"a":[{"b":2}]}"#, reusing: &old)
      expectEqual(old?.root.value, ["a": [["b": 2]]])
    }
  }

  @Test func `reused memory keeps its limits`() throws {
    var old: JSONDocument? = try JSONDocument(Array("[[[1]]]".utf8))
    let error = #expect(throws: JSONError.self) { try read("[[[1]]]", limits: JSONLimits(depth: 2), reusing: &old) }
    expectEqual(error?.offset, 2)
    expectEqual(error?.reason, .tooDeep(limit: 2))
  }

  @Test func `the next document may be much larger or smaller`() throws {
    var old: JSONDocument?
    for count in [1, 100_000, 1, 3000, 0, 50_000] {
      let text = "[" + (0..<count).map(String.init).joined(separator: ",") + "]"
      old = try read(text, reusing: &old)
      expectEqual(old?.root.elements.map(\.integer), (0..<count).map { $0 })
    }
  }
}

struct DocumentKeyTests {
  private let root = try? JSONDocument(Array(#"{"kind":"action","s\u0065q":7,"é":[],"":null,"kinds":1}"#.utf8)).root

  @Test func `members are found by the bytes of their keys`() throws {
    let root = try #require(root)
    expectEqual(root.member(named: "kind")?.string, "action")
    expectEqual(root.member(named: "seq")?.integer, 7)
    expectEqual(root.member(named: "é")?.kind, .array)
    expectEqual(root.member(named: "")?.kind, .null)
    #expect(root.member(named: "kin") == nil)
    #expect(root.member(named: "s\\u0065q") == nil)
    #expect(root.member(named: "é")?.member(named: "kind") == nil)
  }
}

struct DocumentValueTests {
  private func read(
    _ text: String, at start: Int, depth: Int = 8, reusing old: inout JSONDocument?
  ) throws(JSONError) -> JSONDocument {
    try Array(text.utf8).withUnsafeBufferPointer { bytes throws(JSONError) in
      try JSONDocument(
        valueAt: start, of: UnsafeRawBufferPointer(bytes), limits: JSONLimits(depth: depth), reusing: &old)
    }
  }

  @Test(arguments: [
    (#"{"a":[1,{"b":2}],"c":3}"#, 5, #"[1,{"b":2}]"#),
    (#"{"a":[1,{"b":2}],"c":3}"#, 8, #"{"b":2}"#),
    (#"{"a":[1,{"b":2}],"c":3}"#, 1, #""a""#),
    (#"{"a":[1,{"b":2}],"c":3}"#, 6, "1"),
    (#"{"a":[1,{"b":2}],"c":3}"#, 0, #"{"a":[1,{"b":2}],"c":3}"#),
    ("[true false", 1, "true"),
    ("[  7 ]", 1, "  7"),
    ("12345", 3, "45"),
  ])
  func `a value is read up to its end`(text: String, start: Int, expected: String) throws {
    var memory: JSONDocument? = try JSONDocument(Array(#"{"x":["y",{"z":[]}]}"#.utf8))
    let document = try read(text, at: start, reusing: &memory)
    #expect(memory == nil)
    expectEqual(String(decoding: document.bytes, as: UTF8.self), expected)
    try expectEqual(document.root.value, JSONValue(parsing: expected))
  }

  @Test(arguments: [
    ("[1,", 0, 3, JSONError.Reason.unexpectedEnd),
    ("[1,2]", 5, 0, .unexpectedEnd),
    ("[1,2]", 2, 0, .unexpectedByte(UInt8(ascii: ","))),
    (#"[{"a":1,"a":2}]"#, 1, 7, .duplicateKey("a")),
    ("[[[[1]]]]", 1, 2, .tooDeep(limit: 2)),
    ("[tru,]", 1, 3, .unexpectedByte(UInt8(ascii: ","))),
  ])
  func `a malformed value is refused with its own error`(
    text: String, start: Int, offset: Int, reason: JSONError.Reason
  ) {
    var memory: JSONDocument?
    let error = #expect(throws: JSONError.self) { try read(text, at: start, depth: 2, reusing: &memory) }
    expectEqual(error?.offset, offset)
    expectEqual(error?.reason, reason)
  }

  @Test func `a long value with little text after it is read in parts`() throws {
    let value = "[" + (0..<3000).map { #"{"n":\#($0)}"# }.joined(separator: ",") + "]"
    var memory: JSONDocument?
    let document = try read(#"{"v":"# + value + ",", at: 5, reusing: &memory)
    expectEqual(document.root.elements.count, 3000)
    expectEqual(document.root.elements.last?.member("n")?.integer, 2999)
  }
}

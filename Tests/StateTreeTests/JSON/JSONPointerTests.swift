import Expectations
import StateTree
import Testing

struct JSONPointerTests {
  @Test(arguments: rfcExamples)
  func `a pointer resolves to the values of RFC 6901, section 5`(text: String, expected: String) throws {
    let document = try JSONValue(parsing: rfcDocument)
    let pointer = try JSONPointer(text)
    expectEqual(document[pointer], (try JSONValue(parsing: expected)))
    expectEqual(pointer.description, text)
  }

  @Test(
    arguments: [
      ("", []), ("/", [""]), ("//", ["", ""]), ("/a/", ["a", ""]), ("/a~1b/m~0n", ["a/b", "m~n"]),
      ("/~01", ["~1"]), ("/~10", ["/0"]), ("/e\u{301}/\u{301}x", ["e\u{301}", "\u{301}x"]), ("/\u{0}", ["\u{0}"]),
    ])
  func `a pointer is parsed into tokens and written back`(text: String, tokens: [String]) throws {
    let pointer = try JSONPointer(text)
    expectEqual(pointer.tokens.map { Array($0.utf8) }, tokens.map { Array($0.utf8) })
    expectEqual(pointer, JSONPointer(tokens: tokens))
    expectEqual(pointer.description, text)
    expectEqual(pointer.isRoot, tokens.isEmpty)
  }

  @Test(
    arguments: [
      ("a", 0, #"a JSON Pointer is empty or starts with "/""#),
      ("~0", 0, #"a JSON Pointer is empty or starts with "/""#),
      ("\u{301}/a", 0, #"a JSON Pointer is empty or starts with "/""#),
      ("/~", 1, #""~" at byte 1 of a JSON Pointer is not followed by 0 (for "~") or 1 (for "/")"#),
      ("/é/~2", 4, #""~" at byte 4 of a JSON Pointer is not followed by 0 (for "~") or 1 (for "/")"#),
      ("/a~/b", 2, #""~" at byte 2 of a JSON Pointer is not followed by 0 (for "~") or 1 (for "/")"#),
      ("/~~0", 1, #""~" at byte 1 of a JSON Pointer is not followed by 0 (for "~") or 1 (for "/")"#),
    ])
  func `invalid text is refused with its offset`(text: String, offset: Int, message: String) {
    let error = #expect(throws: JSONPointerError.self) { try JSONPointer(text) }
    expectEqual(error?.offset, offset)
    expectEqual(error?.description, message)
  }

  @Test(
    arguments: [
      ("/0", 10), ("/2", 30), ("/3", nil), ("/-", nil), ("/00", nil), ("/01", nil), ("/+1", nil), ("/-1", nil),
      ("/1.0", nil), ("/ 1", nil), ("/", nil), ("/١", nil), ("/99999999999999999999", nil), ("/0/0", nil),
    ] as [(String, JSONValue?)])
  func `array indexes are parsed strictly`(text: String, expected: JSONValue?) throws {
    let document: JSONValue = [10, 20, 30]
    expectEqual(document[try JSONPointer(text)], expected)
  }

  @Test func `canonically equivalent keys are distinct`() {
    let composed = JSONPointer(tokens: ["\u{e9}"])
    let decomposed = JSONPointer(tokens: ["e\u{301}"])
    let document: JSONValue = ["\u{e9}": 1]
    #expect(composed != decomposed)
    expectEqual(Set([composed, decomposed, composed]).count, 2)
    #expect(!composed.isPrefix(of: decomposed.appending("a")))
    expectEqual(document[composed], 1)
    expectEqual(document[decomposed], nil)
  }

  @Test func `keys and indexes are appended to a pointer`() {
    let pointer = JSONPointer.root.appending("a/b").appending(index: 3)
    expectEqual(pointer.description, "/a~1b/3")
  }

  @Test(
    arguments: [
      ("", "", true), ("", "/a", true), ("/a", "/a/b", true), ("/a", "/a", true), ("/a", "", false),
      ("/a", "/ab", false), ("/a/b", "/a/c/b", false),
    ])
  func `a pointer is a prefix of itself and of pointers inside it`(left: String, right: String, expected: Bool) throws {
    try expectEqual(JSONPointer(left).isPrefix(of: JSONPointer(right)), expected)
  }
}

private let rfcDocument = #"""
  {"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}
  """#

private let rfcExamples: [(String, String)] = [
  ("", rfcDocument), ("/foo", #"["bar","baz"]"#), ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"), ("/c%d", "2"),
  ("/e^f", "3"), ("/g|h", "4"), (#"/i\j"#, "5"), (#"/k"l"#, "6"), ("/ ", "7"), ("/m~0n", "8"),
]

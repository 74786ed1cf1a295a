import Expectations
import StateTree
import Testing

/// The reader's error and offset for a text; `nil` if it is valid.
private func refusal(_ bytes: [UInt8], limits: JSONLimits = .default) -> Refusal? {
  do {
    _ = try JSONDocument(bytes, limits: limits)
    return nil
  } catch {
    return Refusal(error.offset, error.reason)
  }
}

private struct Refusal: Equatable {
  var offset: Int
  var reason: JSONError.Reason

  init(_ offset: Int, _ reason: JSONError.Reason) {
    self.offset = offset
    self.reason = reason
  }
}

struct ReaderTests {
  @Test(arguments: [
    "null", "true", "false", "0", "-0", "1", "-1", "10", "0.0", "0.10", "1e1", "1E1", "1e+1", "1e-1", "1E+01", "-0e-0",
    "1.5e300",
    "123456789012345678901234567890", "0.00000000000000000000000001", "1e999999999", "1e-999999999", "\"\"", "\"a\"",
    "\"é\"", "\"\\u00e9\"", "\"\\u00E9\"", "\"\\ud83d\\ude00\"", "\"\\uD83D\\uDE00\"", "\"😀\"",
    "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
    "\"\\u0000\"", "\"\u{7f}\"", "\"\u{80}\"", "\"\u{feff}\"", "\"\u{ffff}\"", "\"\u{10ffff}\"", "\"\u{2028}\"",
    "\"/\"",
    "[]", "[ ]", "[1]", "[1,2]", "[[],[[]]]", " [ 1 , 2 ] ", "{}", "{ }", "{\"a\":1}", "{\"\":1}",
    "{ \"a\" : 1 , \"b\" : 2 }",
    "{\"a\":{\"a\":{\"a\":[]}}}", "{\"é\":1,\"e\u{301}\":2}", "{\"a\":1,\"A\":2}", "{\"a\":1,\"a \":2}",
    "{\"1\":1,\"01\":2}",
    "\t\r\n null\n", "[true,false,null,\"x\",{}]", "{\"\\u0061\":1,\"b\":2}", "[\"12345678\",\"1234567\"]",
  ])
  func `valid JSON is accepted`(text: String) throws {
    expectEqual(refusal(Array(text.utf8)), nil)
    let value = try JSONValue(parsing: text)
    try expectEqual(JSONValue(parsing: value.compact), value)
  }

  @Test(
    arguments: [
      // Structure.
      ("", 0, .unexpectedEnd), (" ", 1, .unexpectedEnd), ("\n\n", 2, .unexpectedEnd),
      ("[", 1, .unexpectedEnd), ("[1", 2, .unexpectedEnd), ("[1,", 3, .unexpectedEnd), ("[[]", 3, .unexpectedEnd),
      ("{", 1, .unexpectedEnd), ("{\"a\"", 4, .unexpectedEnd), ("{\"a\":", 5, .unexpectedEnd),
      ("{\"a\":1", 6, .unexpectedEnd), ("{\"a\":1,", 7, .unexpectedEnd),
      ("[1,]", 3, .unexpectedByte(0x5d)), ("[,1]", 1, .unexpectedByte(0x2c)), ("[,]", 1, .unexpectedByte(0x2c)),
      ("[1,,2]", 3, .unexpectedByte(0x2c)), ("[1 2]", 3, .unexpectedByte(0x32)), ("[1}", 2, .unexpectedByte(0x7d)),
      ("[1:2]", 2, .unexpectedByte(0x3a)), ("]", 0, .unexpectedByte(0x5d)), ("}", 0, .unexpectedByte(0x7d)),
      (",", 0, .unexpectedByte(0x2c)), (":", 0, .unexpectedByte(0x3a)),
      ("{]", 1, .unexpectedByte(0x5d)), ("{1:2}", 1, .unexpectedByte(0x31)), ("{a:1}", 1, .unexpectedByte(0x61)),
      ("{'a':1}", 1, .unexpectedByte(0x27)), ("{\"a\"}", 4, .unexpectedByte(0x7d)),
      ("{\"a\" 1}", 5, .unexpectedByte(0x31)),
      ("{\"a\",1}", 4, .unexpectedByte(0x2c)), ("{\"a\":}", 5, .unexpectedByte(0x7d)),
      ("{\"a\":1,}", 7, .unexpectedByte(0x7d)),
      ("{,}", 1, .unexpectedByte(0x2c)), ("{\"a\":1 \"b\":2}", 7, .unexpectedByte(0x22)),
      ("{\"a\":1]", 6, .unexpectedByte(0x5d)),
      ("{null:1}", 1, .unexpectedByte(0x6e)), ("[\"a\":1]", 4, .unexpectedByte(0x3a)),
      // Text after the value.
      ("1 2", 2, .trailingText), ("[] []", 3, .trailingText), ("{}x", 2, .trailingText), ("null,", 4, .trailingText),
      ("[]]", 2, .trailingText), ("true false", 5, .trailingText), ("\"a\"\"b\"", 3, .trailingText),
      ("nullx", 4, .trailingText),
      ("1\u{0}", 1, .trailingText), ("1//", 1, .trailingText),
      // Words, comments, other space.
      ("nul", 3, .unexpectedEnd), ("nulx", 3, .unexpectedByte(0x78)), ("True", 0, .unexpectedByte(0x54)),
      ("tru]", 3, .unexpectedByte(0x5d)), ("fals", 4, .unexpectedEnd), ("undefined", 0, .unexpectedByte(0x75)),
      ("NaN", 0, .unexpectedByte(0x4e)), ("Infinity", 0, .unexpectedByte(0x49)), ("/**/1", 0, .unexpectedByte(0x2f)),
      ("// a\n1", 0, .unexpectedByte(0x2f)), ("#", 0, .unexpectedByte(0x23)), ("\u{b}1", 0, .unexpectedByte(0x0b)),
      ("\u{c}1", 0, .unexpectedByte(0x0c)), ("\u{a0}1", 0, .unexpectedByte(0xc2)),
      ("[\u{2003}1]", 1, .unexpectedByte(0xe2)),
      ("'a'", 0, .unexpectedByte(0x27)), ("\u{0}", 0, .unexpectedByte(0)),
      // Numbers.
      ("01", 0, .invalidNumber), ("-01", 0, .invalidNumber), ("00", 0, .invalidNumber), ("[007]", 1, .invalidNumber),
      ("1.", 0, .invalidNumber), ("[1.]", 1, .invalidNumber), ("-", 0, .invalidNumber), ("--1", 0, .invalidNumber),
      ("-x", 0, .invalidNumber), ("1e", 0, .invalidNumber), ("1e+", 0, .invalidNumber), ("1E-", 0, .invalidNumber),
      ("1.e1", 0, .invalidNumber), ("1ex", 0, .invalidNumber), ("-.5", 0, .invalidNumber),
      ("-Infinity", 0, .invalidNumber),
      ("+1", 0, .unexpectedByte(0x2b)), (".5", 0, .unexpectedByte(0x2e)), ("1.5.5", 3, .trailingText),
      ("1e1.5", 3, .trailingText), ("0x10", 1, .trailingText), ("1_000", 1, .trailingText), ("1,000", 1, .trailingText),
      ("1e5e5", 3, .trailingText), ("１", 0, .unexpectedByte(0xef)), ("[1a]", 2, .unexpectedByte(0x61)),
      // Strings.
      ("\"", 1, .unexpectedEnd), ("\"abc", 4, .unexpectedEnd), ("\"12345678", 9, .unexpectedEnd),
      ("\"\\", 2, .unexpectedEnd),
      ("\"\\\"", 3, .unexpectedEnd), ("\"\\u", 3, .unexpectedEnd), ("\"\\u00e", 6, .unexpectedEnd),
      ("\"\n\"", 1, .controlCharacter(0x0a)), ("\"a\tb\"", 2, .controlCharacter(0x09)),
      ("\"\u{0}\"", 1, .controlCharacter(0)),
      ("\"1234567\u{1f}\"", 8, .controlCharacter(0x1f)), ("\"123456789\u{1b}\"", 10, .controlCharacter(0x1b)),
      ("{\"\u{1}\":1}", 2, .controlCharacter(1)),
      ("\"\\x41\"", 1, .invalidEscape), ("\"\\a\"", 1, .invalidEscape), ("\"\\'\"", 1, .invalidEscape),
      ("\"\\0\"", 1, .invalidEscape), ("\"ab\\U0041\"", 3, .invalidEscape), ("\"\\u00g0\"", 1, .invalidEscape),
      ("\"\\u 041\"", 1, .invalidEscape), ("\"\\u+041\"", 1, .invalidEscape), ("\"\\é\"", 1, .invalidEscape),
      ("\"\\ud83d\"", 1, .loneSurrogate), ("\"\\ude00\"", 1, .loneSurrogate), ("\"a\\ud83dx\"", 2, .loneSurrogate),
      ("\"\\ud83d\\n\"", 1, .loneSurrogate), ("\"\\ud83d\\u0041\"", 1, .loneSurrogate),
      ("\"\\ud83d\\ud83d\"", 1, .loneSurrogate),
      ("\"\\ude00\\ud83d\"", 1, .loneSurrogate), ("{\"\\udfff\":1}", 2, .loneSurrogate),
      ("\"\\ud83d\\u00\"", 1, .invalidEscape),
      // Keys.
      ("{\"a\":1,\"a\":2}", 7, .duplicateKey("a")), ("{\"a\":1,\"b\":2,\"a\":3}", 13, .duplicateKey("a")),
      ("{\"\":1,\"\":2}", 6, .duplicateKey("")), ("{\"a\":1,\"\\u0061\":2}", 7, .duplicateKey("a")),
      ("{\"\\u0061\":1,\"a\":2}", 12, .duplicateKey("a")), ("{\"b\":1,\"a\\/\":2,\"a/\":3}", 15, .duplicateKey("a/")),
      ("[{\"x\":{\"é\":1,\"\\u00e9\":2}}]", 14, .duplicateKey("é")), ("{\"a\":{},\"a\":{}}", 8, .duplicateKey("a")),
      // A byte-order mark.
      ("\u{feff}1", 0, .byteOrderMark), ("\u{feff}", 0, .byteOrderMark), (" \u{feff}1", 1, .unexpectedByte(0xef)),
      ("[\u{feff}]", 1, .unexpectedByte(0xef)),
    ] as [(String, Int, JSONError.Reason)])
  func `invalid JSON is refused with a reason and an offset`(text: String, offset: Int, reason: JSONError.Reason) {
    expectEqual(refusal(Array(text.utf8)), Refusal(offset, reason))
    // At every offset, because the reader checks eight bytes at once.
    for padding in 1...9 where offset > 0 || text.utf8.first != 0xef {
      let padded = String(repeating: " ", count: padding) + text
      expectEqual(refusal(Array(padded.utf8)), Refusal(offset + padding, reason))
    }
  }

  @Test(
    arguments: [
      [0x80], [0xbf], [0xc0, 0x80], [0xc1, 0xbf], [0xc2], [0xc2, 0x41], [0xc2, 0xc2], [0xe0, 0x80, 0x80],
      [0xe0, 0x9f, 0xbf],
      [0xe2, 0x82], [0xe2, 0x82, 0x41], [0xe2, 0x41, 0x82], [0xed, 0xa0, 0x80], [0xed, 0xbf, 0xbf],
      [0xf0, 0x80, 0x80, 0x80],
      [0xf0, 0x8f, 0xbf, 0xbf], [0xf0, 0x9f, 0x98], [0xf0, 0x9f, 0x98, 0x41], [0xf0, 0x9f, 0x41, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xf5, 0x80, 0x80, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80], [0xfe], [0xff],
    ] as [[UInt8]])
  func `invalid UTF-8 is refused`(bytes: [UInt8]) {
    for padding in 0...9 {
      let start = Array("[\"".utf8) + [UInt8](repeating: 0x61, count: padding)
      expectEqual(refusal(start + bytes + Array("\"]".utf8)), Refusal(start.count, .invalidUTF8))
      expectEqual(refusal(start + bytes), Refusal(start.count, .invalidUTF8))
      expectEqual(refusal(Array("{".utf8) + start.dropFirst() + bytes + Array("\":1}".utf8))?.reason, .invalidUTF8)
    }
  }

  @Test func `UTF-16 and UTF-32 are refused`() {
    expectEqual(refusal([0xff, 0xfe, 0x31, 0x00]), Refusal(0, .unexpectedByte(0xff)))
    expectEqual(refusal([0xfe, 0xff, 0x00, 0x31]), Refusal(0, .unexpectedByte(0xfe)))
    expectEqual(refusal([0x31, 0x00]), Refusal(1, .trailingText))
    expectEqual(refusal([0x00, 0x00, 0x00, 0x31]), Refusal(0, .unexpectedByte(0)))
  }

  @Test func `every scalar is read, plain and escaped`() throws {
    for value in stride(from: UInt32(0), through: 0x10_ffff, by: 251) {
      guard let scalar = UnicodeScalar(value) else { continue }
      let text = String(Character(scalar))
      let units = text.utf16.map {
        "\\u" + String(repeating: "0", count: 4 - String($0, radix: 16).count) + String($0, radix: 16)
      }
      try expectEqual(JSONValue(parsing: "\"\(units.joined())\""), .string(text))
      try expectEqual(JSONValue(parsing: JSONValue.string(text).compact), .string(text))
    }
  }

  @Test func `a repeated key is found among many`() {
    for count in [2, 3, 11, 12, 13, 14, 50, 500] {
      for repeated in [0, count / 2, count - 1] {
        for isEscaped in [false, true] {
          for isAscending in [false, true] {
            var keys = (0..<count).map { "k\(1000 + $0)" }
            if !isAscending { keys.reverse() }
            let last = isEscaped ? "\\u006b" + keys[repeated].dropFirst() : keys[repeated]
            let start = "{" + keys.map { "\"\($0)\":0" }.joined(separator: ",")
            expectEqual(refusal(Array((start + "}").utf8)), nil)
            expectEqual(
              refusal(Array("\(start),\"\(last)\":0}".utf8)),
              Refusal(start.utf8.count + 1, .duplicateKey(keys[repeated])))
          }
        }
      }
    }
  }
}

struct ReaderLimitTests {
  private func nest(_ depth: Int, _ open: String = "[", _ close: String = "]") -> [UInt8] {
    Array((String(repeating: open, count: depth) + String(repeating: close, count: depth)).utf8)
  }

  @Test func `depth is limited`() {
    expectEqual(refusal(nest(512)), nil)
    expectEqual(refusal(nest(513)), Refusal(512, .tooDeep(limit: 512)))
    expectEqual(refusal(nest(100_000)), Refusal(512, .tooDeep(limit: 512)))
    expectEqual(refusal(nest(100_000, "{\"a\":", "}")), Refusal(512 * 5, .tooDeep(limit: 512)))
    expectEqual(refusal(Array(String(repeating: "[", count: 1_000_000).utf8))?.reason, .tooDeep(limit: 512))
    expectEqual(refusal(nest(3), limits: JSONLimits(depth: 2)), Refusal(2, .tooDeep(limit: 2)))
    expectEqual(refusal(Array("[[],[],[[]]]".utf8), limits: JSONLimits(depth: 2)), Refusal(8, .tooDeep(limit: 2)))
    expectEqual(refusal(Array("1".utf8), limits: JSONLimits(depth: 0)), nil)
    expectEqual(refusal(Array("[]".utf8), limits: JSONLimits(depth: 0)), Refusal(0, .tooDeep(limit: 0)))
    expectEqual(refusal(nest(100_000), limits: JSONLimits(depth: 100_000)), nil)
  }

  @Test func `size is limited`() {
    let limits = JSONLimits(bytes: 5)
    expectEqual(refusal(Array("[1,2]".utf8), limits: limits), nil)
    expectEqual(refusal(Array("[1,2] ".utf8), limits: limits), Refusal(5, .tooLong(limit: 5)))
    expectEqual(refusal(Array("!!!!!!".utf8), limits: limits), Refusal(5, .tooLong(limit: 5)))
    expectEqual(refusal([], limits: JSONLimits(bytes: 0)), Refusal(0, .unexpectedEnd))
    expectEqual(JSONLimits(bytes: .max).bytes, Int(UInt32.max))
  }

  @Test func `the length of numbers is limited`() {
    let limits = JSONLimits(numberBytes: 5)
    expectEqual(refusal(Array("[12345]".utf8), limits: limits), nil)
    expectEqual(refusal(Array("[123456]".utf8), limits: limits), Refusal(1, .numberTooLong(limit: 5)))
    expectEqual(refusal(Array("-1.2e3".utf8), limits: limits), Refusal(0, .numberTooLong(limit: 5)))
    expectEqual(refusal([UInt8](repeating: 0x31, count: 1024)), nil)
    expectEqual(refusal([UInt8](repeating: 0x31, count: 1025)), Refusal(0, .numberTooLong(limit: 1024)))
    expectEqual(refusal(Array("1e1234567890".utf8)), Refusal(0, .numberTooLong(limit: 1024)))
    expectEqual(refusal(Array("[1e-0000000001]".utf8)), Refusal(1, .numberTooLong(limit: 1024)))
  }
}

@Test(arguments: [
  ("[1,", "the text ends inside a value at byte 3"),
  ("[1;2]", "unexpected ';' at byte 2"),
  ("\u{b}", "unexpected byte 0xb at byte 0"),
  ("[] x", "text after the end of the value at byte 3"),
  ("\u{feff}1", "a byte-order mark, which JSON text must not have at byte 0"),
  ("01", "an invalid number at byte 0"),
  ("\"\\q\"", "an invalid escape at byte 1"),
  ("\"\\ud800\"", "half of a surrogate pair at byte 1"),
  ("\"\u{1b}[31m\"", "the control character byte 0x1b unescaped in a string at byte 1"),
  ("{\"\\u001b\":1,\"\\u001b\":2}", "duplicate key \"\\u001b\" at byte 12"),
])
func `error messages name the place and show no raw text`(text: String, message: String) {
  let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
  expectEqual(error?.description, message)
}

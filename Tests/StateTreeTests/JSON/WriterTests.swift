import StateTree
import TestSupport
import Testing

@Suite struct `The compact writer` {
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
  func `keeps order and numbers, and escapes no more than it must`(text: String, compact: String) throws {
    #expect(try JSONValue(parsing: text).compact == compact)
  }

  @Test func `gives back what was read`() throws {
    let seed: UInt64 = 8259
    var random = RandomJSON(seed: seed)
    for round in 0..<500 {
      let value = random.value()
      let text = value.compact
      #expect(try JSONValue(parsing: text) == value, "seed \(seed), round \(round)")
      #expect(try JSONValue(parsing: text).compact == text, "seed \(seed), round \(round)")
      let spelling = random.spelling(of: value)
      let other = try JSONValue(parsing: spelling)
      #expect(other == value, "seed \(seed), round \(round): \(spelling)")
      #expect(other.hashValue == value.hashValue, "seed \(seed), round \(round)")
      #expect(try JSONDocument(Array(text.utf8)).root.value == value, "seed \(seed), round \(round)")
    }
  }
}

@Suite struct `The canonical writer` {
  /// The samples of RFC 8785, appendix B.
  @Test(
    arguments: [
      (0x0000_0000_0000_0000, "0"), (0x8000_0000_0000_0000, "0"), (0x0000_0000_0000_0001, "5e-324"),
      (0x8000_0000_0000_0001, "-5e-324"), (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
      (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"), (0x4340_0000_0000_0000, "9007199254740992"),
      (0xc340_0000_0000_0000, "-9007199254740992"), (0x4430_0000_0000_0000, "295147905179352830000"),
      (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"), (0x44b5_2d02_c7e1_4af6, "1e+23"),
      (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"), (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
      (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"), (0x444b_1ae4_d6e2_ef50, "1e+21"),
      (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"), (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
      (0x41b3_de43_5555_5553, "333333333.3333332"), (0x41b3_de43_5555_5554, "333333333.33333325"),
      (0x41b3_de43_5555_5555, "333333333.3333333"), (0x41b3_de43_5555_5556, "333333333.3333334"),
      (0x41b3_de43_5555_5557, "333333333.33333343"), (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
      (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
    ] as [(UInt64, String)])
  func `prints numbers as RFC 8785 does`(bits: UInt64, text: String) throws {
    let number = try #require(JSONNumber(Double(bitPattern: bits)))
    #expect(try JSONValue.number(number).canonical() == text)
  }

  @Test func `prints every double so that it reads back`() throws {
    let seed: UInt64 = 8785
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let value = Double(bitPattern: generator.next())
      guard let number = JSONNumber(value) else { continue }
      let text = try JSONValue.number(number).canonical()
      #expect(Double(text) == value, "seed \(seed): \(text)")
      #expect(try JSONValue(parsing: text).canonical() == text, "seed \(seed)")
    }
  }

  @Test func `refuses a number beyond a double`() {
    #expect(throws: CanonicalizationError.self) { try JSONValue(parsing: "[1e400]").canonical() }
    #expect(throws: CanonicalizationError.self) { try JSONValue(parsing: #"{"a":-1e999999999}"#).canonical() }
    #expect(throws: Never.self) { try JSONValue(parsing: "1e-400").canonical() }
  }

  /// The example of RFC 8785, section 3.2.2.
  @Test func `gives the RFC's example`() throws {
    let text = #"""
      {
        "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
        "literals": [null, true, false]
      }
      """#
    #expect(
      try JSONValue(parsing: text).canonical()
        == #"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"#
        + #""string":"€$\u000f\nA'B\"\\\\\"/"}"#)
  }

  /// The example of RFC 8785, section 3.2.3.
  @Test func `sorts keys by UTF-16 code units`() throws {
    let text = #"""
      {
        "\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
        "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"
      }
      """#
    let canonical = try JSONValue(parsing: text).canonical()
    #expect(
      try JSONValue(parsing: canonical).object?.values == [
        "Carriage Return", "One", "Control", "Latin Small Letter O With Diaeresis", "Euro Sign", "Emoji: Grinning Face",
        "Hebrew Letter Dalet With Dagesh",
      ])
  }

  @Test func `gives one text for every spelling of a document`() throws {
    let seed: UInt64 = 3
    var random = RandomJSON(seed: seed)
    for round in 0..<200 {
      let value = random.value()
      guard let canonical = try? value.canonical() else { continue }
      let spelling = try JSONValue(parsing: random.spelling(of: value))
      #expect(try spelling.canonical() == canonical, "seed \(seed), round \(round)")
      #expect(try JSONValue(parsing: canonical).canonical() == canonical, "seed \(seed), round \(round)")
    }
  }
}

import Expectations
import StateTree
import Testing

struct JSONNumberTests {
  @Test(arguments: [
    ["1", "1.0", "1.000", "10e-1", "0.1e1", "1E0", "1e+0", "1e-0", "1e00", "0.00001E5"],
    ["0", "0.0", "0e5", "0.000e-9", "0E+0"],
    ["-0", "-0.0", "-0e9"],
    ["-12.5", "-125e-1", "-0.125e2", "-12.50"],
    ["100", "1e2", "100.0", "1000e-1"],
    ["18446744073709551615", "1.8446744073709551615e19", "184467440737095516150e-1"],
    ["18446744073709551616"], ["9007199254740993"], ["9007199254740992"], ["1e400"], ["1e401"], ["1e-400"],
    ["-1000", "-1e3", "-1000.0"], ["123456789012345678", "123456789012345678.0", "1234567890123456780e-1"],
    ["-12345678901234567", "-12345678901234567.0"], ["-123456789012345678", "-1.23456789012345678e17"],
    ["999999999999999999", "999999999999999999.0"], ["1000000000000000000", "1e18", "10e17"],
    ["0.1"], ["0.1000000000000000055511151231257827"], ["1e999999999"], ["10e999999998", "100e999999997"].reversed(),
  ])
  func `equality is by exact value`(spellings: [String]) throws {
    let numbers = try spellings.map { try #require(JSONNumber(literal: $0)) }
    for number in numbers {
      expectEqual(number, numbers[0])
      expectEqual(number.hashValue, numbers[0].hashValue)
      expectEqual(JSONValue.number(number).stateHash, JSONValue.number(numbers[0]).stateHash)
      expectEqual(independentHash(.number(number)), JSONValue.number(number).stateHash)
    }
    #expect(zip(numbers, spellings).allSatisfy { $0.literal == $1 })
    let others = ["0", "-0", "1", "-1", "2", "0.5"].compactMap { JSONNumber(literal: $0) }
    #expect(others.count { $0 == numbers[0] } <= 1)
  }

  @Test(arguments: ["", " 1", "1 ", "01", "1.", ".5", "+1", "-", "1e", "NaN", "0x1", "1,2", "[1]", "\"1\"", "1\n", "１"])
  func `invalid spellings are refused`(text: String) {
    expectEqual(JSONNumber(literal: text), nil)
  }

  @Test func `a whole number that fits is read as an integer`() throws {
    func integer<Value: FixedWidthInteger>(_ literal: String, _: Value.Type) throws -> Value? {
      try #require(JSONNumber(literal: literal)).integer(Value.self)
    }
    try expectEqual(integer("255", UInt8.self), 255)
    try expectEqual(integer("2.55e2", UInt8.self), 255)
    try expectEqual(integer("256", UInt8.self), nil)
    try expectEqual(integer("-1", UInt8.self), nil)
    try expectEqual(integer("-128", Int8.self), -128)
    try expectEqual(integer("-12800e-2", Int8.self), -128)
    try expectEqual(integer("0.5", Int.self), nil)
    try expectEqual(integer("-0", Int.self), 0)
    try expectEqual(integer("-0.0", UInt.self), 0)
    try expectEqual(integer("1e18", Int.self), 1_000_000_000_000_000_000)
    try expectEqual(integer("1e19", Int.self), nil)
    try expectEqual(integer("1e999999999", Int.self), nil)
    try expectEqual(integer("340282366920938463463374607431768211455.0", UInt128.self), .max)
    try expectEqual(integer("340282366920938463463374607431768211456", UInt128.self), nil)
  }

  @Test func `a number is made from any Swift number`() {
    expectEqual(JSONNumber(Int.min).literal, "-9223372036854775808")
    expectEqual(JSONNumber(UInt128.max).literal, "340282366920938463463374607431768211455")
    expectEqual(JSONNumber(0.1)?.literal, "0.1")
    expectEqual(JSONNumber(-0.0)?.literal, "-0.0")
    expectEqual(JSONNumber(Double.nan), nil)
    expectEqual(JSONNumber(-Double.infinity), nil)
    expectEqual((12 as JSONNumber).integer(), 12)
  }

  @Test func `a number gives the nearest double`() {
    expectEqual(JSONNumber(literal: "9007199254740993")?.double, 9_007_199_254_740_992)
    expectEqual(JSONNumber(literal: "1e400")?.double, .infinity)
    expectEqual(JSONNumber(literal: "-1e400")?.double, -.infinity)
    expectEqual(JSONNumber(literal: "1e-400")?.double, 0)
    expectEqual(JSONNumber(literal: "-0")?.double.sign, .minus)
  }
}

struct JSONObjectTests {
  @Test(arguments: [3, 12, 13, 14, 200])
  func `members are found, replaced and removed, and keep their order`(count: Int) {
    var object = JSONObject()
    for index in 0..<count { object["k\(index)"] = .number(JSONNumber(index)) }
    object["k1"] = "new"
    object["k0"] = nil
    object["missing"] = nil
    object["last"] = true
    object["k\(count - 1)"] = nil
    expectEqual(object.keys, (1..<count - 1).map { "k\($0)" } + ["last"])
    expectEqual(object["k1"], "new")
    expectEqual(object["k0"], nil)
    expectEqual(object.count, count - 1)
    for (key, value) in object { expectEqual(object[key], value) }
    object["last"] = nil
    object["k0"] = nil
    object["k0"] = 0
    expectEqual(object.keys.last, "k0")
    expectEqual(object["k0"], 0)
  }

  @Test func `equality ignores order, and compares keys by bytes`() {
    let one: JSONValue = ["a": 1, "b": [true]]
    expectEqual(one, ["b": [true], "a": 1])
    expectEqual(one.hashValue, (["b": [true], "a": 1] as JSONValue).hashValue)
    #expect(one != ["a": 1])
    #expect(one != ["a": 1, "b": [false]])
    #expect((["é": 1] as JSONValue) != ["e\u{301}": 1])
    #expect((["é"] as JSONValue) != ["e\u{301}"])
    expectEqual((["a": 1, "a": 2] as JSONValue), ["a": 2])
  }
}

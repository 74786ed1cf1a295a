import Expectations
import StateCoding
import StateTree
import Testing

/// JSON values as elements of sets and as keys, where their text decides about an order.
struct JSONElementTests {
  /// Equal values in pairs, of different texts.
  private static func values(_ spelling: Int) throws -> [JSONValue] {
    let texts = [
      [#"{"b":1,"a":{"d":2,"c":[0.5]}}"#, #"{"a":{"c":[5e-1],"d":2.0},"b":10e-1}"#],
      [#"{"b":1,"a":3}"#, #"{"a":3,"b":1}"#], ["10", "1e1"], ["2", "2.0"], ["0", "0e7"], ["-0", "-0.0"],
      ["1.5", "0.0015e3"], ["1e400", "10e399"],
      ["-123456789012345678901234567890", "-12345678901234567890123456789e1"],
      ["[true,{}]", "[true,{}]"],
    ]
    return try texts.map { try JSONValue(parsing: $0[spelling]) }
  }

  private struct Tree: Codable, Hashable {
    var json: JSONValue
    var maybe: JSONValue??
  }

  /// Writes its members out of order.
  private struct Disordered: Encodable, Hashable {
    var json: JSONValue

    func encode(to encoder: any Encoder) throws { try OutOfOrder(json).encode(to: encoder) }
  }

  private func expectOneText(_ make: ([JSONValue]) -> some Encodable) throws {
    let (one, other) = (make(try Self.values(0)), make(try Self.values(1).reversed()))
    let text = try StateEncoder().encode(one)
    try expectEqual(StateEncoder().encode(other), text)
    try expectEqual(StateEncoder().hash(other), StateEncoder().hash(one))
    try expectEqual(StateEncoder(rules: .usual).encode(other), StateEncoder(rules: .usual).encode(one))
    try expectOneTree(one)
    let session = StateEncoder().followingSession(limit: 1 << 20)
    for value in [one, other, one] { try expectEqual(session.hash(value), StateEncoder().hash(one)) }
  }

  @Test func `equal sets have one text, however their elements are spelled`() throws {
    try expectOneText { Set($0) }
    try expectOneText { Set($0.map { Tree(json: $0, maybe: ($0)) }) }
    try expectOneText { Set($0.map { [$0: Set([$0])] }) }
    try expectOneText { values in Set(values.flatMap { [$0, [$0], [$0, $0]] }) }
    try expectOneText { OutOfOrder(Set($0.map { Tree(json: $0) })) }
    try expectOneText { Set($0.map { Disordered(json: $0) }) }
  }

  @Test func `equal dictionaries have one text, however their keys are spelled`() throws {
    try expectOneText { Dictionary(uniqueKeysWithValues: $0.map { ($0, 7) }) }
    try expectOneText { Dictionary(uniqueKeysWithValues: $0.map { (Tree(json: $0, maybe: nil), 7) }) }
  }

  @Test func `elsewhere a JSON value keeps its order and its numbers`() throws {
    try expectEqual(text(["b": JSONValue(parsing: #"{"d":1.0,"c":2e0}"#)]), #"{"b":{"d":1.0,"c":2e0}}"#)
    try expectEqual(text(Set([JSONValue(parsing: #"{"d":1.0,"c":2e0}"#)])), #"[{"c":2,"d":1}]"#)
  }

  @Test(
    arguments: [
      ("7", "7"), ("-7.0", "-7"), ("0.0", "0"), ("-0", "-0.0"), ("12e3", "12000"), ("0.250", "0.25"), ("25e-2", "0.25"),
      ("1e19", "1e+19"), ("9223372036854775807.0", "9223372036854775807"),
      (
        "0.1000000000000000055511151231257827021181583404541015625",
        "1000000000000000055511151231257827021181583404541015625e-55"
      ),
    ])
  func `a number has one spelling`(literal: String, expected: String) throws {
    try expectEqual(text(Set([JSONValue(parsing: literal)])), "[\(expected)]")
    try expectEqual(JSONValue(parsing: expected), JSONValue(parsing: literal))
  }
}

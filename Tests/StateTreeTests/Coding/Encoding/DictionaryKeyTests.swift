import Expectations
import Foundation
import StateCoding
import StateTree
import Testing

/// A raw value with a type of its own, which encodes as the raw value alone.
private struct Tagged<RawValue: Codable & Hashable>: Codable, Hashable {
  var rawValue: RawValue

  init(_ rawValue: RawValue) { self.rawValue = rawValue }
  init(from decoder: any Decoder) throws { rawValue = try decoder.singleValueContainer().decode(RawValue.self) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

/// Encodes as a text or as a number.
private enum Either: Codable, Hashable {
  case text(String)
  case number(Int)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    }
  }
}

/// Encodes a dictionary by its own conformance in both directions.
private struct Shelf: Codable, Equatable {
  var items: [UUID: Int]

  init(items: [UUID: Int]) { self.items = items }
  init(from decoder: any Decoder) throws { items = try Dictionary(from: decoder) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(items)
  }
}

private let first = UUID(uuid: (0x4f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
private let second = UUID(uuid: (0x6f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2))

/// Expects an encoding that decodes to the same value, and that Foundation's encoding of the value decodes, too.
private func expect<Value: Codable & Equatable>(
  _ value: Value, encodesAs expected: String, _ sourceLocation: SourceLocation = #_sourceLocation
) throws {
  #expect(try text(value) == expected, sourceLocation: sourceLocation)
  try expectRoundTrip(value, sourceLocation)
  let theirs = Array(try JSONEncoder().encode(value))
  #expect(try StateDecoder().decode(Value.self, from: theirs) == value, sourceLocation: sourceLocation)
}

struct DictionaryKeyTests {
  @Test func `keys that encode as a text are keys of an object`() throws {
    try expect([second: 2, first: 1], encodesAs: #"{"\#(first)":1,"\#(second)":2}"#)
    try expect([Shape.square: 1, .circle: 2], encodesAs: #"{"circle":2,"square":1}"#)
    try expect([Wrapped(rawValue: "b"): 1, Wrapped(rawValue: "a\"/~"): 2], encodesAs: #"{"a\"/~":2,"b":1}"#)
    try expect([Tagged(first): 1], encodesAs: #"{"\#(first)":1}"#)
    try expect([Tagged(Tagged("a")): [Tagged("b"): 1]], encodesAs: #"{"a":{"b":1}}"#)
    try expect([Data([1, 2]): 1], encodesAs: #"{"AQI=":1}"#)
    try expect([try #require(URL(string: "https://a.b/c")): 1], encodesAs: #"{"https://a.b/c":1}"#)
  }

  @Test func `keys that encode as a number are keys of an object`() throws {
    try expect([UInt8(9): 1, 10: 2], encodesAs: #"{"10":2,"9":1}"#)
    try expect([Int64.min: 1, .max: 2], encodesAs: #"{"-9223372036854775808":1,"9223372036854775807":2}"#)
    try expect([Tagged(7): "x"], encodesAs: #"{"7":"x"}"#)
    try expect([Tagged(UInt128.max): 1], encodesAs: #"{"340282366920938463463374607431768211455":1}"#)
    try expect([Level.high: 1], encodesAs: #"{"10":1}"#)
    try expect([1.5: "x", -0.25: "y"], encodesAs: #"{"-0.25":"y","1.5":"x"}"#)
    try expect([Float(0.1): 1], encodesAs: #"{"0.1":1}"#)
    try expect([Date(timeIntervalSinceReferenceDate: 1.5): 1], encodesAs: #"{"1.5":1}"#)
    try expect([Decimal(12) / 8: 1], encodesAs: #"{"1.5":1}"#)
  }

  @Test func `keys that encode as a Boolean are keys of an object`() throws {
    try expect([true: 1, false: 0], encodesAs: #"{"false":0,"true":1}"#)
    try expect([Tagged(true): 1], encodesAs: #"{"true":1}"#)
  }

  @Test func `an empty dictionary is an empty object, whatever its keys`() throws {
    try expect([UUID: Int](), encodesAs: "{}")
    try expect([Box<Int>: Int](), encodesAs: "{}")
    try expect([Int?: Int](), encodesAs: "{}")
  }

  @Test func `keys that are objects, optional or of several kinds alternate with their values`() throws {
    try expect([Box(value: 2): "b", Box(value: 1): "a"], encodesAs: #"[{"value":1},"a",{"value":2},"b"]"#)
    try expect(["a": 1, nil: 2] as [String?: Int], encodesAs: #"["a",1,null,2]"#)
    try expect(["a": 1] as [String?: Int], encodesAs: #"["a",1]"#)
    try expect([Either.text("1"): 1, .number(1): 2], encodesAs: #"["1",1,1,2]"#)
    try expectEqual(text([1.5: 1, .infinity: 2]), #"["Infinity",2,1.5,1]"#)
  }

  @Test func `keys that encode alike are ordered by their values`() throws {
    let expected = #"["NaN",{"value":1},"NaN",{"value":2}]"#
    for _ in 0..<10 {
      try expectEqual(text([Double.nan: Box(value: 1), .nan: Box(value: 2)]), expected)
      try expectEqual(text([Double.nan: Box(value: 2), .nan: Box(value: 1)]), expected)
    }
    try expectOneTree([Double.nan: Box(value: 2), .nan: Box(value: 1)])
    let ruled = try StateEncoder(rules: .usual).encode([Double.nan: Box(value: 1), .nan: Box(value: 2)])
    expectEqual(String(decoding: ruled, as: UTF8.self), expected)
  }

  @Test func `the dictionary's own conformance reads an object, too`() throws {
    let shelf = Shelf(items: [first: 1, second: 2])
    try expectEqual(text(shelf), #"{"\#(first)":1,"\#(second)":2}"#)
    try expectRoundTrip(shelf)
    try expectRoundTrip(Box(value: shelf))
  }

  @Test func `a key of another type is an error at its place`() {
    let error = #expect(throws: DecodingError.self) {
      try StateDecoder().decode([Tagged<Int>: Int].self, from: Array(#"{"1":1,"x":2}"#.utf8))
    }
    guard case .typeMismatch(_, let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    expectEqual(context.codingPath.map(\.stringValue), ["x"])
    expectEqual(context.debugDescription, "expected Int, found a string")
    // Only keys are read so, not the texts in the values.
    #expect(throws: DecodingError.self) {
      try StateDecoder().decode([Tagged<Int>: Int].self, from: Array(#"{"1":"1"}"#.utf8))
    }
  }

  @Test func `pointers of rules lead to values by their keys`() throws {
    let encoder = try StateEncoder(
      rules: RedactionRules(redacting: [RedactionRules.Pointer(parsing: "/value/\(first)/value")]))
    let box = Box(value: [first: Box(value: "a"), second: Box(value: "b")])
    try expectEqual(
      String(decoding: encoder.encode(box), as: UTF8.self),
      #"{"value":{"\#(first)":{"value":"redacted"},"\#(second)":{"value":"b"}}}"#)
  }

  @Test func `redacted keys never become keys of an object`() throws {
    let encoder = StateEncoder(rules: RedactionRules())
    let dictionary = [Redacted(wrappedValue: "secret"): 1]
    try expectEqual(String(decoding: encoder.encode(dictionary), as: UTF8.self), #"["redacted",1]"#)
  }
}

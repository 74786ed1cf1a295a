import Expectations
import Foundation
import StateCoding
import StateTree
import TestSupport
import Testing

private let seed: UInt64 = 0x5EED

/// `nil` at three depths, as a property.
private struct Nested: Codable, Equatable {
  var two: Int??
  var three: Int???
  var list: [Int??] = []
  var map: [String: Int???] = [:]
  var text: String??
  var object: [String: Int]??
}

struct NoLossTests {
  @Test func `a date is kept, whatever its bits`() throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let interval = Double(bitPattern: generator.next())
      let date = Date(timeIntervalSinceReferenceDate: interval)
      let back = try StateDecoder().decode([Date].self, from: StateEncoder().encode([date]))
      let bits = back.map(\.timeIntervalSinceReferenceDate.bitPattern)
      expectEqual(bits, [date.timeIntervalSinceReferenceDate.bitPattern], "seed \(seed), \(interval)")
    }
    for date in [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 0.1), Date()] {
      try expectRoundTrip(date)
      try expectRoundTrip(Box(value: date))
    }
  }

  @Test func `a double or a float is kept, whatever its bits`() throws {
    var generator = SeededGenerator(seed: seed)
    let doubles: [Double] =
      [0, -0.0, .infinity, -.infinity, .nan, -.nan, .signalingNaN, .leastNonzeroMagnitude, .greatestFiniteMagnitude]
      + (0..<2_000).map { _ in Double(bitPattern: generator.next()) }
      + (0..<50).map { _ in Double(bitPattern: generator.next() | 0x7ff0_0000_0000_0000) }
    let back = try StateDecoder().decode([Double].self, from: StateEncoder().encode(doubles))
    expectEqual(back.map(\.bitPattern), doubles.map(\.bitPattern), "seed \(seed)")
    try expectOneTree(doubles)

    let floats: [Float] =
      [0, -0.0, .infinity, -.infinity, .nan, -.nan, .signalingNaN, .leastNonzeroMagnitude, .greatestFiniteMagnitude]
      + (0..<2_000).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: generator.next())) }
      + (0..<50).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()) | 0x7f80_0000) }
    let floatsBack = try StateDecoder().decode([Float].self, from: StateEncoder().encode(floats))
    expectEqual(floatsBack.map(\.bitPattern), floats.map(\.bitPattern), "seed \(seed)")
    try expectOneTree(floats)
  }

  @Test func `NaN and infinities are kept as text`() throws {
    try expectEqual(
      text([Double.infinity, -.infinity, .nan, Double(bitPattern: 0x7ff8_0000_0000_0001), -.nan]),
      #"["Infinity","-Infinity","NaN","NaN:7ff8000000000001","NaN:fff8000000000000"]"#)
    try expectEqual(
      text([Float.infinity, -.infinity, .nan, Float(bitPattern: 0x7fc0_0001)]),
      #"["Infinity","-Infinity","NaN","NaN:7fc00001"]"#)
    try expectEqual(text([-0.0, 0.0]), "[-0.0,0.0]")
    #expect(try StateEncoder().hash(-0.0) != StateEncoder().hash(0.0))
    try expectEqual(StateEncoder().hash(1.0), StateEncoder().hash(1))
    for lie in ["NaN:3ff0000000000000", "NaN:", "NaN:zz", "nan", "inf", "NaN:17ff8000000000001", "Infinity "] {
      let error = #expect(throws: DecodingError.self) { try StateDecoder().decode(Double.self, from: .string(lie)) }
      expectEqual(error?.explanation, "at /: expected Double, found a string", "\(lie)")
    }
  }

  @Test func `the widest integers are kept`() throws {
    try expectRoundTrip([Int128.min, -1, 0, 1, .max])
    try expectRoundTrip([UInt128.min, 1, .max])
    try expectRoundTrip(Box(value: UInt128.max))
    try expectRoundTrip(Box(value: Int128.min))
    try expectRoundTrip([Int64.min, .max])
    try expectRoundTrip([UInt64.max, UInt64(1) << 53 + 1])
    try expectEqual(text(Int128.min), "-170141183460469231731687303715884105728")
    try expectEqual(text(UInt128.max), "340282366920938463463374607431768211455")
  }

  @Test(arguments: [
    "0", "1", "-1", "0.1", "12345678901234567890123456789012345678", "99999999999999999999999999999999999999",
    "-0.00000000000000000000000000000000000001", "3.1415926535897932384626433832795028841", "1e100", "-5e-100",
    "17000000000000000000000000000000000000000000",
  ])
  func `a decimal is kept`(digits: String) throws {
    let value = try #require(Decimal(string: digits))
    try expectRoundTrip(value)
    try expectRoundTrip(Box(value: [value]))
    try expectEqual(StateEncoder().tree(value), .number(try #require(JSONNumber(literal: digits))))
  }

  @Test func `a decimal NaN is kept`() throws {
    try expectEqual(text(Decimal.nan), #""NaN""#)
    #expect(try StateDecoder().decode(Decimal.self, from: "NaN").isNaN)
  }

  @Test func `nested optionals are kept`() throws {
    let twos: [Int??] = [nil, .some(nil), 1]
    try expectRoundTrip(twos)
    try expectEqual(text(twos), #"[null,{"$some":null},1]"#)
    let threes: [Int???] = [nil, .some(nil), .some(.some(nil)), 1]
    try expectRoundTrip(threes)
    try expectEqual(text(threes), #"[null,{"$some":null},{"$some":{"$some":null}},1]"#)
    for three in threes {
      for two in twos {
        try expectRoundTrip(Nested(two: two, three: three, list: twos, map: ["a": three, "b": nil]))
      }
    }
    for two in twos { try expectRoundTrip(two) }
    for three in threes { try expectRoundTrip(three) }
    try expectRoundTrip(["a": nil, "b": .some(nil), "c": 3] as [String: Int??])
    try expectRoundTrip([Box<Int??>(value: .some(nil)), Box(value: nil)])
    try expectRoundTrip(Nested(text: "x", object: .some(nil)))
  }

  @Test func `optionals around values that look like an optional are kept`() throws {
    let values: [[String: Int]??] = [nil, .some(nil), [:], ["$some": 1], ["$some": 1, "b": 2]]
    try expectRoundTrip(values)
    try expectEqual(text(values), ##"[null,{"$some":null},{},{"$some":{"$some":1}},{"$some":1,"b":2}]"##)
    let deeper: [[String: Int??]???] = [nil, .some(nil), ["$some": nil], ["$some": .some(nil)], ["$some": 2]]
    try expectRoundTrip(deeper)
    try expectRoundTrip([["$some": 1], nil] as [[String: Int]?])
    try expectRoundTrip([URL(string: "a", relativeTo: URL(string: "http://b/"))] as [URL??])
  }

  @Test func `a URL with a base is kept`() throws {
    let url = try #require(URL(string: "c?d#e", relativeTo: URL(string: "https://a/b/")))
    let back = try StateDecoder().decode([URL].self, from: StateEncoder().encode([url]))
    expectEqual(back, [url])
    expectEqual(back[0].baseURL, url.baseURL)
    expectEqual(back[0].relativeString, "c?d#e")
    try expectOneTree(url)
    try expectEqual(text(Box(value: url)), #"{"value":{"relative":"c?d#e","base":"https://a/b/"}}"#)
  }

  @Test func `a JSON document inside a state is kept`() throws {
    let document = try JSONValue(
      parsing: #"{"b":1.50,"a":[-0,1e400,12345678901234567890123,"\u0000é"],"":{"$some":null},"n":null}"#)
    try expectRoundTrip(document)
    try expectRoundTrip(Box(value: [document]))
    try expectRoundTrip(["k": document])
    try expectEqual(text(Box(value: document)), #"{"value":\#(document.compact)}"#)
    try expectEqual(
      JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(["a": [1, "x", nil, true]] as JSONValue)),
      ["a": [1, "x", nil, true]])
  }
}

struct CollectionOrderTests {
  private func expectOneText<Value: Encodable>(
    _ values: [Value], _ expected: String, _ sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for value in values {
      #expect(try text(value) == expected, sourceLocation: sourceLocation)
      try expectOneTree(value, sourceLocation)
      #expect(try StateEncoder().hash(value) == JSONValue(parsing: expected).stateHash, sourceLocation: sourceLocation)
    }
  }

  /// A set, built in several ways, so that its own order differs.
  private func sets<Element: Hashable>(_ elements: [Element]) -> [Set<Element>] {
    (0..<6).map { round in
      var set = Set<Element>(minimumCapacity: 1 << (2 * round))
      for element in round % 2 == 0 ? elements : elements.reversed() { set.insert(element) }
      return set
    }
  }

  @Test func `a set has one order`() throws {
    try expectOneText(sets(["b", "a", "é", "", "aa", "\""]), #"["","\"","a","aa","b","é"]"#)
    try expectOneText(sets([3, 20, 100, -1]), "[-1,100,20,3]")
    try expectOneText(sets([Shape.square, .circle]), #"["circle","square"]"#)
    try expectOneText(sets([Box(value: 2), Box(value: 1)]), #"[{"value":1},{"value":2}]"#)
    try expectOneText(sets([nil, 1, 2] as [Int?]), "[1,2,null]")
  }

  @Test func `a set of sets has one order`() throws {
    let inner = sets([1, 2, 3])
    for round in 0..<6 {
      try expectOneText(sets([inner[round], [], [2, 10]]), "[[1,2,3],[10,2],[]]")
      try expectOneText(sets([Box(value: inner[round]), Box(value: [])]), #"[{"value":[1,2,3]},{"value":[]}]"#)
    }
    try expectOneText([sets([inner[0], inner[1], [4]])[0], sets([[4], inner[5]])[3]], "[[1,2,3],[4]]")
  }

  @Test func `a dictionary has one order`() throws {
    func dictionaries<Key: Hashable, Value>(_ pairs: [(Key, Value)]) -> [[Key: Value]] {
      (0..<6).map { round in
        var dictionary = [Key: Value](minimumCapacity: 1 << (2 * round))
        for (key, value) in round % 2 == 0 ? pairs : pairs.reversed() { dictionary[key] = value }
        return dictionary
      }
    }
    try expectOneText(dictionaries([("b", 1), ("a", 2), ("é", 3), ("", 4)]), #"{"":4,"a":2,"b":1,"é":3}"#)
    try expectOneText(dictionaries([(2, "b"), (10, "j"), (-1, "m")]), #"{"-1":"m","10":"j","2":"b"}"#)
    try expectOneText(dictionaries([(Place.work, 1), (.home, 2)]), #"{"home":2,"work":1}"#)
    try expectOneText(dictionaries([(Shape.square, 1), (.circle, 2)]), #"{"circle":2,"square":1}"#)
    try expectOneText(dictionaries([(UInt8(9), 1), (10, 2)]), #"{"10":2,"9":1}"#)
    let inner = sets([1, 2, 3])
    try expectOneText(
      dictionaries([(Box(value: inner[1]), inner[2]), (Box(value: [0]), [])]),
      #"[{"value":[0]},[],{"value":[1,2,3]},[1,2,3]]"#)
    try expectRoundTrip(dictionaries([(Box(value: inner[1]), inner[2]), (Box(value: [0]), [])])[0])
    try expectOneText([[Shape: Int]()], "{}")
    try expectOneText([[Int: Int]()], "{}")
  }

  @Test func `a dictionary whose keys share a coding key is refused`() throws {
    let error = #expect(throws: EncodingError.self) {
      try StateEncoder().encode(Box(value: [Lossy(number: 1): 1, Lossy(number: 2): 2]))
    }
    guard case .invalidValue(_, let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    expectEqual(context.codingPath.map(\.stringValue), ["value"])
    try expectRoundTrip([Lossy(number: 0): 1])
  }
}

private struct Lossy: Codable, Hashable, CodingKeyRepresentable {
  var number: Int
  var codingKey: any CodingKey { Only.same }
  init(number: Int) { self.number = number }
  init?(codingKey: some CodingKey) { self.init(number: 0) }
  private enum Only: CodingKey { case same }
}

/// Encodes itself as nil, as a type for any JSON does.
private enum Loose: Codable, Equatable {
  case null
  case number(Int)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = container.decodeNil() ? .null : .number(try container.decode(Int.self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .number(let number): try container.encode(number)
    }
  }
}

struct EnclosedNilTests {
  private struct State: Codable, Equatable {
    var plain = Loose.null
    var optional: Loose?
    var list: [Loose?] = []
    var byName: [String: Loose?] = [:]
    var nested: Loose??
    var json: JSONValue?
    var inner: [Int?]? = [nil]
    var twice: Int??
  }

  @Test func `a value that encodes as nil is kept apart from nil`() throws {
    try expectEqual(text(State()), #"{"plain":null,"list":[],"byName":{},"inner":[null]}"#)
    let state = State(
      optional: .null, list: [nil, .null, .number(1)], byName: ["a": .null, "b": nil], nested: .some(.some(.null)),
      json: .null, twice: .some(nil))
    let some = #"{"$some":null}"#
    try expectEqual(
      text(state),
      #"{"plain":null,"optional":SOME,"list":[null,SOME,1],"byName":{"a":SOME,"b":null},"nested":SOME,"json":SOME,"inner":[null],"twice":null}"#
        .replacing("SOME", with: some))
    try expectRoundTrip(state)
    for part in [State(optional: .null), State(list: [.null]), State(byName: ["a": .null]), State(json: .null)] {
      try expectRoundTrip(part)
      try expectRoundTrip([part])
    }
    try expectRoundTrip(State(nested: .some(nil)))
  }
}

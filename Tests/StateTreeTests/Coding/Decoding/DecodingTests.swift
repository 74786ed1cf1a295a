import Expectations
import Foundation
import StateCoding
import StateTree
import Testing

private enum Key: String, CodingKey { case a, b, c }

/// A type that decodes itself with the test's static function.
private protocol Recipe {
  static func run(_ decoder: any Decoder) throws -> [String]
}

private struct Cook<R: Recipe>: Decodable {
  var steps: [String]
  init(from decoder: any Decoder) throws { steps = try R.run(decoder) }
}

/// A decoder's error for a text: its kind, path and missing key.
private func failure<Value: Decodable>(_ type: Value.Type, _ decode: () throws -> Value) -> String {
  func place(_ context: DecodingError.Context) -> String {
    "at " + context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "/")
  }
  do {
    return "decoded \(try decode())"
  } catch DecodingError.typeMismatch(_, let context) {
    return "type mismatch \(place(context))"
  } catch DecodingError.valueNotFound(_, let context) {
    return "value not found \(place(context))"
  } catch DecodingError.keyNotFound(let key, let context) {
    return "key \(key.stringValue) not found \(place(context))"
  } catch DecodingError.dataCorrupted(let context) {
    return "corrupted \(place(context))"
  } catch {
    return "other"
  }
}

struct DecodingErrorTests {
  private func expectSame<Value: Decodable>(
    _ type: Value.Type, _ json: String, _ expected: String, _ sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let ours = failure(type) { try StateDecoder().decode(type, from: Array(json.utf8)) }
    let theirs = failure(type) { try JSONDecoder().decode(type, from: Data(json.utf8)) }
    #expect(ours == expected, sourceLocation: sourceLocation)
    #expect(theirs == expected, sourceLocation: sourceLocation)
  }

  /// For errors where Foundation drops a part of the path or differs in kind.
  private func expectOurs<Value: Decodable>(
    _ type: Value.Type, _ json: String, _ expected: String, _ sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let ours = failure(type) { try StateDecoder().decode(type, from: Array(json.utf8)) }
    #expect(ours == expected, sourceLocation: sourceLocation)
    #expect(throws: (any Error).self, sourceLocation: sourceLocation) {
      try JSONDecoder().decode(type, from: Data(json.utf8))
    }
  }

  @Test func `a missing key fails as with Foundation`() {
    expectSame(Box<Int>.self, "{}", "key value not found at ")
    expectSame([Box<Box<Int>>].self, #"[{"value":{"value":1}},{"value":{}}]"#, "key value not found at 1/value")
    expectSame([String: Renamed].self, #"{"x":{"1st/\"quoted\"":1}}"#, "key ~ é not found at x")
    expectSame(Dog.self, #"{"super":{"name":"a"}}"#, "key tricks not found at ")
    expectSame(Dog.self, #"{"tricks":1,"super":{}}"#, "key name not found at super")
    expectSame(Dog.self, #"{"tricks":1}"#, "value not found at super")
  }

  @Test func `another type fails as with Foundation`() {
    expectSame(Int.self, #""1""#, "type mismatch at ")
    expectSame(String.self, "1", "type mismatch at ")
    expectSame(Bool.self, "1", "type mismatch at ")
    expectSame(Int.self, "true", "type mismatch at ")
    expectSame(Double.self, "true", "type mismatch at ")
    expectSame(Double.self, #""x""#, "type mismatch at ")
    expectSame([Int].self, "{}", "type mismatch at ")
    expectSame([String: Int].self, "[]", "type mismatch at ")
    expectSame(Box<Int>.self, "[]", "type mismatch at ")
    expectSame(Box<[Int]>.self, #"{"value":[1,"2"]}"#, "type mismatch at value/1")
    expectSame(Box<[String: [Int]]>.self, #"{"value":{"a":[],"b":[[]]}}"#, "type mismatch at value/b/0")
    expectSame([Int: Int].self, #"{"x":1}"#, "type mismatch at x")
    expectSame([Box<Int>: Int].self, "1", "type mismatch at ")
    expectSame(Set<Int>.self, #"[1,"2"]"#, "type mismatch at 1")
  }

  @Test func `null in place of a value fails as with Foundation`() {
    expectSame(Int.self, "null", "value not found at ")
    expectSame(String.self, "null", "value not found at ")
    expectSame([Int].self, "[1,null]", "value not found at 1")
    expectSame([Int].self, "null", "value not found at ")
    expectSame([String: Int].self, "null", "value not found at ")
    expectOurs(Box<Bool>.self, #"{"value":null}"#, "value not found at value")
    expectSame(Box<Box<Int>>.self, #"{"value":null}"#, "value not found at value")
  }

  @Test func `a value that doesn't fit fails as with Foundation`() {
    expectSame(Int8.self, "128", "corrupted at ")
    expectOurs([UInt8].self, "[0,-1]", "corrupted at 1")
    expectSame(Int.self, "1.5", "corrupted at ")
    expectSame(Int.self, "9223372036854775808", "corrupted at ")
    expectOurs(Box<Double>.self, #"{"value":1e400}"#, "corrupted at value")
    expectSame(Box<Shape>.self, #"{"value":"hexagon"}"#, "corrupted at value")
    expectSame(Box<Level>.self, #"{"value":2}"#, "corrupted at value")
    expectSame(Box<UUID>.self, #"{"value":"no"}"#, "corrupted at value")
    expectSame(Box<Data>.self, #"{"value":"*"}"#, "corrupted at value")
    expectSame(Box<Action>.self, #"{"value":{"unknown":{}}}"#, "type mismatch at value")
    expectSame(Box<Action>.self, #"{"value":{"reset":{},"add":{"_0":1}}}"#, "type mismatch at value")
    expectSame(Box<Action>.self, #"{"value":{"add":{}}}"#, "key _0 not found at value/add")
  }

  @Test func `the message names the expected and the actual value`() throws {
    let error = #expect(throws: DecodingError.self) {
      try StateDecoder().decode(Box<[Int]>.self, from: ["value": ["a"]] as JSONValue)
    }
    guard case .typeMismatch(_, let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    expectEqual(context.debugDescription, "expected Int, found a string")
  }

  @Test func `text that isn't JSON is refused before anything is decoded`() {
    let error = #expect(throws: JSONError.self) { try StateDecoder().decode([Int].self, from: Array("[1,".utf8)) }
    expectEqual(error?.description, "the text ends inside a value at byte 3")
  }
}

struct DecodingTests {
  private func expectSame<R: Recipe>(
    _: R.Type, _ json: String, _ expected: [String], _ sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let ours = try StateDecoder().decode(Cook<R>.self, from: Array(json.utf8)).steps
    let theirs = try JSONDecoder().decode(Cook<R>.self, from: Data(json.utf8)).steps
    #expect(ours == expected, sourceLocation: sourceLocation)
    #expect(theirs == expected, sourceLocation: sourceLocation)
  }

  private enum Elements: Recipe {
    static func run(_ decoder: any Decoder) throws -> [String] {
      var list = try decoder.unkeyedContainer()
      var steps = ["\(list.count ?? -1) \(list.currentIndex) \(list.isAtEnd)"]
      steps.append("\(try list.decodeNil()) \(list.currentIndex)")
      steps.append("\((try? list.decode(String.self)) ?? "failed") \(list.currentIndex)")
      steps.append("\((try? list.nestedUnkeyedContainer()) == nil) \(list.currentIndex)")
      steps.append("\((try? list.decode(Box<Int>.self)) == nil) \(list.currentIndex)")
      steps.append("\(try list.decode(Int.self)) \(list.currentIndex)")
      steps.append("\(try list.decodeNil()) \(list.currentIndex)")
      steps.append("\(try list.decodeIfPresent(Int.self) ?? -1) \(list.currentIndex)")
      steps.append("\(try list.decodeIfPresent(String.self) ?? "none") \(list.currentIndex) \(list.isAtEnd)")
      steps.append(failure(Int.self) { try list.decode(Int.self) })
      steps.append(failure(Bool.self) { try list.decodeNil() })
      steps.append(
        failure(Int.self) {
          _ = try list.nestedContainer(keyedBy: Key.self); return 0
        })
      steps.append(
        failure(Int.self) {
          _ = try list.superDecoder(); return 0
        })
      return steps
    }
  }

  @Test func `an array advances only past decoded elements`() throws {
    try expectSame(
      Elements.self, #"[1,null,null,"x"]"#,
      [
        "4 0 false", "false 0", "failed 0", "true 0", "true 0", "1 1", "true 2", "-1 3", "x 4 true",
        "value not found at 4", "value not found at 4", "value not found at 4", "value not found at 4",
      ])
  }

  private enum Members: Recipe {
    static func run(_ decoder: any Decoder) throws -> [String] {
      let object = try decoder.container(keyedBy: Key.self)
      var steps = [object.allKeys.map(\.stringValue).sorted().joined()]
      steps.append("\(object.contains(.a)) \(object.contains(.b)) \(object.contains(.c))")
      steps.append("\(try object.decodeNil(forKey: .a)) \(try object.decodeNil(forKey: .b))")
      steps.append(failure(Bool.self) { try object.decodeNil(forKey: .c) })
      steps.append("\(try object.decodeIfPresent(Int.self, forKey: .a) ?? -1)")
      steps.append("\(try object.decodeIfPresent(Int.self, forKey: .b) ?? -1)")
      steps.append("\(try object.decodeIfPresent(Int.self, forKey: .c) ?? -1)")
      steps.append("\(try object.decodeIfPresent([Int].self, forKey: .b) ?? [-1])")
      steps.append("\(try object.decode(Int?.self, forKey: .b) ?? -1)")
      steps.append(failure(Int?.self) { try object.decode(Int?.self, forKey: .c) })
      steps.append(failure(String?.self) { try object.decodeIfPresent(String.self, forKey: .a) })
      return steps
    }
  }

  @Test func `members may be absent, null or unused`() throws {
    try expectSame(
      Members.self, #"{"b":null,"other":[{}],"a":1}"#,
      [
        "ab", "true true false", "false true", "key c not found at ", "1", "-1", "-1", "[-1]", "-1",
        "key c not found at ", "type mismatch at a",
      ])
  }

  private enum Whole: Recipe {
    static func run(_ decoder: any Decoder) throws -> [String] {
      let value = try decoder.singleValueContainer()
      return [
        "\(value.decodeNil())", failure(Int.self) { try value.decode(Int.self) },
        failure(Double.self) { try value.decode(Double.self) },
        failure(String.self) { try value.decode(String.self) },
        failure([Int].self) { try value.decode([Int].self) },
        failure([String: Int].self) { try value.decode([String: Int].self) },
      ]
    }
  }

  @Test func `a value may be tried as one type after another`() throws {
    let mismatch = "type mismatch at "
    try expectSame(
      Whole.self, "300", ["false", "decoded 300", "decoded 300.0", mismatch, mismatch, mismatch])
    try expectSame(
      Whole.self, "[]", ["false", mismatch, mismatch, mismatch, "decoded []", mismatch])
    try expectSame(Whole.self, "null", ["true"] + Array(repeating: "value not found at ", count: 5))
  }

  @Test func `whole numbers are read in every spelling`() throws {
    for (json, value) in [
      ("1.0", 1), ("10e-1", 1), ("1E2", 100), ("-0", 0), ("-0.0", 0), ("1200e-2", 12), ("0e999", 0),
    ] {
      try expectEqual(StateDecoder().decode(Int.self, from: Array(json.utf8)), value, "\(json)")
    }
    try expectEqual(StateDecoder().decode(UInt64.self, from: Array("18446744073709551615.00".utf8)), .max)
    let tooLarge: [(String, any Decodable.Type)] = [("1e19", Int.self), ("1e999999999", Int.self), ("-1", UInt.self)]
    for (json, type) in tooLarge {
      let error = #expect(throws: DecodingError.self) { try StateDecoder().decode(type, from: Array(json.utf8)) }
      expectEqual(error?.explanation, "at /: the number \(json) does not fit in \(type)")
    }
  }

  @Test func `keys are found in any order and number`() throws {
    for count in [1, 2, 23, 24, 25, 26, 60, 300] {
      let expected = Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0)", $0) })
      let shuffled = (0..<count).map { ($0 * 7919) % 307 }.enumerated().sorted { $0.element < $1.element }.map(\.offset)
      let json = JSONValue.object(JSONObject(shuffled.map { ("k\($0)", JSONValue.number(JSONNumber($0))) }))
      try expectEqual(StateDecoder().decode(ManyKeys.self, from: json).found, expected)
    }
  }

  @Test func `keys are distinguished by bytes`() throws {
    let json = "{\"e\u{301}\":1,\"\\u00e9\":2,\"a\\u0062\":3}"
    try expectEqual(StateDecoder().decode(ByBytes.self, from: Array(json.utf8)).values, [2, 1, 3])
  }
}

/// Requests its keys in numeric order, with a missing one in between.
private struct ManyKeys: Decodable {
  var found: [String: Int] = [:]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: TextKey.self)
    for index in 0..<container.allKeys.count {
      let key = TextKey("k\(index)")
      found[key.stringValue] = try container.decode(Int.self, forKey: key)
      if container.contains(TextKey("missing")) { found = [:] }
    }
  }
}

private struct ByBytes: Decodable {
  var values: [Int]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: TextKey.self)
    values = try ["é", "e\u{301}", "ab"].map { try container.decode(Int.self, forKey: TextKey($0)) }
  }
}

private struct TextKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

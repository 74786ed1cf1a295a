import Expectations
import StateCoding
import StateTree
import TestSupport
import Testing

private enum Key: String, CodingKey { case a, b, c }
private enum OtherKey: String, CodingKey { case a, b, c }
private struct Failure: Error, Equatable {}

/// A value that encodes itself with a closure.
private struct Custom: Encodable {
  var body: (any Encoder) throws -> Void
  func encode(to encoder: any Encoder) throws { try body(encoder) }
}

/// The containers that values keep after encoding.
private final class Kept {
  var encoders: [any Encoder] = []
  var keyed: [KeyedEncodingContainer<Key>] = []
  var unkeyed: [any UnkeyedEncodingContainer] = []
  var single: [any SingleValueEncodingContainer] = []

  /// Writes to all of them, in every way.
  func meddle() throws {
    for index in keyed.indices {
      try keyed[index].encode(-1, forKey: .a)
      try keyed[index].encode(["x": [Box(value: -2)]], forKey: .b)
      try keyed[index].encode("late", forKey: .c)
      var object = keyed[index].nestedContainer(keyedBy: OtherKey.self, forKey: .c)
      try object.encode(-3, forKey: .a)
      var list = keyed[index].nestedUnkeyedContainer(forKey: .a)
      try list.encode(-4)
      try (-5).encode(to: keyed[index].superEncoder())
      _ = keyed[index].codingPath
    }
    for index in unkeyed.indices {
      try unkeyed[index].encode(-6)
      try unkeyed[index].encode([Box(value: -7)])
      _ = unkeyed[index].count
    }
    for index in single.indices { try single[index].encode(-8) }
    for encoder in encoders {
      var object = encoder.container(keyedBy: Key.self)
      try object.encode(-9, forKey: .a)
      try (-10).encode(to: encoder)
    }
  }

  /// A value that keeps everything it receives.
  var leaker: Custom {
    Custom { encoder in
      var outer = encoder.container(keyedBy: Key.self)
      try outer.encode(1, forKey: .a)
      let inner = outer.nestedContainer(keyedBy: Key.self, forKey: .b)
      let list = outer.nestedUnkeyedContainer(forKey: .c)
      self.encoders.append(encoder)
      self.keyed += [outer, inner]
      self.unkeyed.append(list)
    }
  }

  var scalarLeaker: Custom {
    Custom { encoder in
      var container = encoder.singleValueContainer()
      try container.encode("scalar")
      self.single.append(container)
    }
  }
}

private func text(_ value: some Encodable, _ session: EncodingSession) throws -> String {
  try session.withText(of: value) { String(decoding: $0, as: UTF8.self) }
}

private func outline(_ value: some Encodable, _ session: EncodingSession) throws -> StateOutline {
  var outline = try StateEncoder().outline(0)
  try session.outline(value, into: &outline)
  return outline
}

struct EncodingSessionTests {
  @Test func `a session encodes each value as StateEncoder does`() throws {
    let session = EncodingSession()
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<50 {
      let value = RandomState(using: &generator)
      try expectEqual(text(value, session), StateTreeTests.text(value))
      try expectEqual(session.hash(value), StateEncoder().hash(value))
      try expectEqual(outline(value, session).changes(since: StateEncoder().outline(value)), [])
    }
    try expectEqual(
      text(Puppy(name: "p", tricks: 1, age: 2), session), #"{"age":2,"parent":{"super":{"name":"p"},"tricks":1}}"#)
  }

  @Test func `a session encodes after a value that threw`() throws {
    let session = EncodingSession()
    let broken = Custom { encoder in
      var container = encoder.container(keyedBy: Key.self)
      var list = container.nestedUnkeyedContainer(forKey: .a)
      try list.encode(["x": [1, 2]])
      throw Failure()
    }
    for _ in 0..<3 {
      for value in [broken, Custom { try ["x": [broken]].encode(to: $0) }] {
        #expect(throws: Failure()) { try text(value, session) }
        #expect(throws: Failure()) { try session.hash(value) }
        #expect(throws: Failure()) { try outline(value, session) }
      }
      try expectEqual(text(Box(value: [1]), session), #"{"value":[1]}"#)
      try expectEqual(session.hash(Box(value: [1])), (["value": [1]] as JSONValue).stateHash)
      try expectEqual(outline(["a": 1], session).hash(at: "/a"), (1 as JSONValue).stateHash)
    }
    #expect(throws: Failure()) { try session.withText(of: 1) { _ in throw Failure() } }
    try expectEqual(text(2, session), "2")
  }

  @Test func `a session encodes a value inside another`() throws {
    let session = EncodingSession()
    let value = Custom { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(try text(Box(value: [1, 2]), session), forKey: .a)
      try container.encode(try StateEncoder().hash(["x": 1]).description, forKey: .b)
      try container.encode(try text(["y": Box(value: 2)], session), forKey: .c)
    }
    let hash = (["x": 1] as JSONValue).stateHash
    let expected = #"{"a":"{\"value\":[1,2]}","b":"\#(hash)","c":"{\"y\":{\"value\":2}}"}"#
    for _ in 0..<3 {
      try expectEqual(text(value, session), expected)
      try expectEqual(StateTreeTests.text([value]), "[\(expected)]")
      try expectEqual(session.hash(value), JSONValue(parsing: expected).stateHash)
    }
  }

  @Test func `containers kept from earlier values may be written to afterwards`() throws {
    let session = EncodingSession()
    let kept = Kept()
    let expected = #"{"a":1,"b":{},"c":[]}"#
    for _ in 0..<3 {
      try expectEqual(text(kept.leaker, session), expected)
      try expectEqual(text([kept.scalarLeaker], session), #"["scalar"]"#)
      try kept.meddle()
      try expectEqual(session.hash(kept.leaker), JSONValue(parsing: expected).stateHash)
      try kept.meddle()
      try expectEqual(text([Box(value: 1)], session), #"[{"value":1}]"#)
    }
  }

  @Test func `containers kept from earlier values may be written to during the next encoding`() throws {
    let kept = Kept()
    let meddler = Custom { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: .a)
      try kept.meddle()
      try container.encode(2, forKey: .b)
      try kept.meddle()
    }
    let session = EncodingSession()
    for _ in 0..<3 {
      _ = try text(kept.leaker, session)
      _ = try text(kept.scalarLeaker, session)
      try expectEqual(text(meddler, session), #"{"a":1,"b":2}"#)
      try expectEqual(text([meddler, meddler], session), #"[{"a":1,"b":2},{"a":1,"b":2}]"#)
      try expectEqual(session.hash(meddler), (["a": 1, "b": 2] as JSONValue).stateHash)
    }
  }

  @Test func `kept containers outlive the session`() throws {
    let kept = Kept()
    do {
      let session = EncodingSession()
      try expectEqual(text(kept.leaker, session), #"{"a":1,"b":{},"c":[]}"#)
      try expectEqual(text(kept.scalarLeaker, session), #""scalar""#)
    }
    try kept.meddle()
    let encoder = kept.encoders[0]
    kept.encoders = []
    var late = encoder.container(keyedBy: Key.self)
    kept.keyed = []
    try late.encode(1, forKey: .a)
    #expect(encoder.codingPath.isEmpty)
    #expect(late.codingPath.isEmpty)
  }

  @Test func `containers of one type may be siblings or nested`() throws {
    let value = Custom { encoder in
      var outer = encoder.container(keyedBy: Key.self)
      var first = outer.nestedContainer(keyedBy: Key.self, forKey: .a)
      try first.encode(1, forKey: .a)
      var inner = first.nestedContainer(keyedBy: Key.self, forKey: .b)
      try inner.encode(2, forKey: .a)
      var second = outer.nestedContainer(keyedBy: Key.self, forKey: .b)
      try second.encode(3, forKey: .a)
      var third = outer.nestedContainer(keyedBy: OtherKey.self, forKey: .c)
      try third.encode([Box(value: 4), Box(value: 5)], forKey: .a)
      withExtendedLifetime((first, inner, second)) {}
    }
    let session = EncodingSession()
    let expected = #"{"a":{"a":1,"b":{"a":2}},"b":{"a":3},"c":{"a":[{"value":4},{"value":5}]}}"#
    for _ in 0..<3 {
      try expectEqual(text(value, session), expected)
      try expectEqual(text([value, value], session), "[\(expected),\(expected)]")
    }
    try expectOneTree(value)
  }

  @Test func `values may be of any depth`() throws {
    var value = Custom { try "bottom".encode(to: $0) }
    var expected = #""bottom""#
    for _ in 0..<100 {
      let inner = value
      value = Custom { encoder in
        var container = encoder.container(keyedBy: Key.self)
        try container.encode([inner], forKey: .a)
        try container.encode(true, forKey: .b)
      }
      expected = #"{"a":[\#(expected)],"b":true}"#
    }
    let session = EncodingSession()
    for _ in 0..<2 { try expectEqual(text(value, session), expected) }
  }

  @Test func `keys, booleans and short strings may repeat`() throws {
    let session = EncodingSession()
    func objects(_ count: Int) -> [[String: JSONValue]] {
      (0..<count).map { index in
        [
          "key \(index % 200)": .bool(index % 3 == 0), "flag": .bool(index % 2 == 0),
          "text": .string("text \(index % 150)"),
        ]
      }
    }
    for count in [3, 500, 3] {
      let tree = JSONValue.array(objects(count).map { .object(JSONObject($0.map { ($0.key, $0.value) })) })
      let boxes = objects(count).map { $0.mapValues { Box(value: $0) } }
      try expectEqual(session.hash(objects(count)), independentHash(tree))
      try expectEqual(session.hash(boxes), independentHash(JSONValue(parsing: StateEncoder().encode(boxes))))
    }
    struct Flags: Encodable { var flag: Bool, other: Bool, list: [Bool], last: Bool }
    for value in [true, false] {
      let flags = Flags(flag: value, other: !value, list: [value, true], last: value)
      let tree: JSONValue = [
        "flag": .bool(value), "other": .bool(!value), "list": [.bool(value), true], "last": .bool(value),
      ]
      for _ in 0..<3 {
        try expectEqual(session.hash(flags), independentHash(tree))
        try expectEqual(session.hash([[flags]]), independentHash([[tree]]))
        var outline = StateOutline()
        try session.outline(flags, into: &outline)
        expectEqual(outline.hash(at: "/other"), independentHash(.bool(!value)))
      }
    }
  }

  @Test func `userInfo applies to one value only`() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "name"))
    let value = Custom { try (($0.userInfo[key] as? String) ?? "none").encode(to: $0) }
    let session = EncodingSession()
    let named = try session.withText(of: value, userInfo: [key: "given"]) { String(decoding: $0, as: UTF8.self) }
    expectEqual(named, #""given""#)
    try expectEqual(text(value, session), #""none""#)
    try expectEqual(session.hash([value], userInfo: [key: "x"]), (["x"] as JSONValue).stateHash)
    try expectEqual(session.hash([value]), (["none"] as JSONValue).stateHash)
  }
}

@Test func `many threads encode at once`() async throws {
  let counts = try await withThrowingTaskGroup(of: Int.self) { group in
    for task in 0..<8 {
      group.addTask {
        var count = 0
        for index in 0..<300 {
          let value = Box(value: ["task": [task, index]])
          let expected = #"{"value":{"task":[\#(task),\#(index)]}}"#
          if try text(value) == expected { count += 1 }
          if try StateEncoder().hash(value) == JSONValue(parsing: expected).stateHash { count += 1 }
        }
        return count
      }
    }
    return try await group.reduce(into: []) { $0.append($1) }
  }
  expectEqual(counts, Array(repeating: 600, count: 8))
}

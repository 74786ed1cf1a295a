import Expectations
import Foundation
import StateCoding
import StateTree
import Testing

private enum Key: String, CodingKey { case a, b, c, d }
private struct Failure: Error, Equatable {}

/// A value that encodes itself with a closure.
private struct Custom: Encodable {
  var body: (any Encoder) throws -> Void
  func encode(to encoder: any Encoder) throws { try body(encoder) }
}

/// Encodes half of itself and throws.
private var broken: Custom {
  Custom { encoder in
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(1, forKey: .a)
    var list = container.nestedUnkeyedContainer(forKey: .b)
    try list.encode(2)
    throw Failure()
  }
}

private var silent: Custom { Custom { _ in } }

struct EncodingOrderTests {
  /// Expects Foundation's result, as text and as hash, at the top, as a member and as an element.
  private func expectFoundationTree(
    _ value: Custom, _ expected: JSONValue, _ sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try foundationTree(value) == expected, sourceLocation: sourceLocation)
    for (value, tree) in [(value, expected), (Custom { try [value].encode(to: $0) }, .array([expected]))] {
      #expect(try StateEncoder().tree(value) == tree, sourceLocation: sourceLocation)
      try expectOneTree(value, sourceLocation)
      try expectOneTree(["before": Custom { try 1.encode(to: $0) }, "x": value], sourceLocation)
    }
  }

  @Test func `a container may be written to after its turn`() throws {
    try expectFoundationTree(
      Custom { encoder in
        var outer = encoder.container(keyedBy: Key.self)
        var first = outer.nestedContainer(keyedBy: Key.self, forKey: .a)
        var second = outer.nestedUnkeyedContainer(forKey: .b)
        try second.encode(1)
        try first.encode(2, forKey: .a)
        try outer.encode(3, forKey: .c)
        try second.encode(4)
        try first.encode("5", forKey: .b)
        try outer.encode(6.5, forKey: .d)
      }, ["a": ["a": 2, "b": "5"], "b": [1, 4], "c": 3, "d": .number(try #require(JSONNumber(6.5)))])
  }

  @Test func `elements may be written to after their turn`() throws {
    try expectFoundationTree(
      Custom { encoder in
        var list = encoder.unkeyedContainer()
        var first = list.nestedContainer(keyedBy: Key.self)
        try list.encode("x")
        var third = list.nestedUnkeyedContainer()
        try first.encode(list.count, forKey: .a)
        try third.encodeNil()
        try first.encodeNil(forKey: .b)
      }, [["a": 3, "b": nil], "x", [nil]])
  }

  @Test func `requesting a container twice returns the same one`() throws {
    try expectFoundationTree(
      Custom { encoder in
        var one = encoder.container(keyedBy: Key.self)
        try one.encode(1, forKey: .a)
        var two = encoder.container(keyedBy: Key.self)
        try two.encode(2, forKey: .b)
        try one.encode(3, forKey: .c)
        var nested = one.nestedContainer(keyedBy: Key.self, forKey: .d)
        try nested.encode(4, forKey: .a)
        var again = two.nestedContainer(keyedBy: Key.self, forKey: .d)
        try again.encode(5, forKey: .b)
      }, ["a": 1, "b": 2, "c": 3, "d": ["a": 4, "b": 5]])
  }

  @Test func `the last of two values for a key wins`() throws {
    try expectFoundationTree(
      Custom { encoder in
        var container = encoder.container(keyedBy: Key.self)
        try container.encode([1], forKey: .a)
        try container.encode(2, forKey: .b)
        try container.encode("last", forKey: .a)
      }, ["a": "last", "b": 2])
  }

  @Test func `an object may have many keys, and any of them twice`() throws {
    for repeated in [0, 31, 32, 33, 64, 199] {
      let value = Custom { encoder in
        var container = encoder.container(keyedBy: AnyKey.self)
        for index in 0..<200 { try container.encode(index, forKey: AnyKey("k\(index)")) }
        try container.encode(-1, forKey: AnyKey("k\(repeated)"))
      }
      let tree = try StateEncoder().tree(value)
      expectEqual(tree, (try foundationTree(value)))
      expectEqual(tree["k\(repeated)"], -1)
      try expectOneTree(value)
    }
  }

  @Test func `the keys of a dictionary have the order of their bytes`() throws {
    let starts = ["", "\0", "a", "abcdefg", "abcdefgh", "abcdefg\u{7F}", "ü", "u\u{308}", "\u{FFFD}", "🦉"]
    let keys = starts.flatMap { start in ["", "\0", "\0\0", "a", "z", "é"].map { start + $0 } }
    let state = Dictionary(keys.map { ($0, 1) }) { first, _ in first }
    let found = try JSONDocument(StateEncoder().encode(state)).root.members.map { Array($0.key.utf8) }
    expectEqual(found, found.sorted { $0.lexicographicallyPrecedes($1) })
    expectEqual(found.count, state.count)
  }

  @Test func `canonically equivalent keys are distinct`() throws {
    let value = Custom { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(1, forKey: AnyKey("é"))
      try container.encode(2, forKey: AnyKey("e\u{301}"))
    }
    try expectEqual(text(value), "{\"é\":1,\"e\u{301}\":2}")
    try expectOneTree(value)
  }

  @Test func `a superclass's encoder may be left empty`() throws {
    try expectFoundationTree(
      Custom { encoder in
        var container = encoder.container(keyedBy: Key.self)
        _ = container.superEncoder()
        _ = container.superEncoder(forKey: .a)
        var list = container.nestedUnkeyedContainer(forKey: .b)
        _ = list.superEncoder()
        try list.encode(1)
      }, ["super": [:], "a": [:], "b": [[:], 1]])
  }

  @Test func `a superclass's encoder accepts any kind of value`() throws {
    try expectFoundationTree(
      Custom { encoder in
        var list = encoder.unkeyedContainer()
        try 1.encode(to: list.superEncoder())
        try [2].encode(to: list.superEncoder())
        try ["a": [3]].encode(to: list.superEncoder())
        try URL(fileURLWithPath: "/x").path.encode(to: list.superEncoder())
      }, [1, [2], ["a": [3]], "/x"])
  }

  @Test func `a nested value that encodes nothing is an empty object`() throws {
    try expectFoundationTree(
      Custom { encoder in
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(silent, forKey: .a)
        try container.encode([silent, silent], forKey: .b)
        _ = container.nestedContainer(keyedBy: Key.self, forKey: .c)
        _ = container.nestedUnkeyedContainer(forKey: .d)
      }, ["a": [:], "b": [[:], [:]], "c": [:], "d": []])
  }

  @Test func `a value that encodes nothing at all is an empty object, which Foundation refuses`() throws {
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(silent) }
    try expectEqual(text(silent), "{}")
    try expectOneTree(silent)
  }

  @Test func `a member whose encoding throws is left out if the error is swallowed`() throws {
    try expectFoundationTree(
      Custom { encoder in
        var container = encoder.container(keyedBy: Key.self)
        try container.encode("kept", forKey: .a)
        try? container.encode(broken, forKey: .a)
        try? container.encode(broken, forKey: .b)
        try container.encode(1, forKey: .d)
      }, ["a": "kept", "d": 1])
  }

  @Test func `an element whose encoding throws is left out if the error is swallowed`() throws {
    try expectFoundationTree(
      Custom { encoder in
        var list = encoder.unkeyedContainer()
        try list.encode(1)
        try? list.encode(broken)
        try list.encode(list.count)
      }, [1, 1])
    // Foundation's encoder traps here.
    let deeper = Custom { encoder in
      var list = encoder.unkeyedContainer()
      try? list.encode([broken])
      try? list.encode(["x": [broken]])
      try list.encode(list.count)
    }
    try expectEqual(text(deeper), "[0]")
    try expectOneTree(deeper)
  }

  @Test func `a value may replace one whose encoding threw`() throws {
    let value = Custom { encoder in
      var container = encoder.singleValueContainer()
      do {
        try container.encode(Custom { _ in throw Failure() })
      } catch {
        try container.encode("instead")
      }
    }
    try expectFoundationTree(Custom { try ["x": value].encode(to: $0) }, ["x": "instead"])
  }

  @Test func `an error that isn't swallowed is rethrown unchanged`() throws {
    for value in [broken, Custom { try [broken].encode(to: $0) }, Custom { try ["a": [broken]].encode(to: $0) }] {
      #expect(throws: Failure()) { try StateEncoder().encode(value) }
      #expect(throws: Failure()) { try StateEncoder().hash(value) }
      var output: [UInt8] = [1, 2]
      #expect(throws: Failure()) { try StateEncoder().encode(value, appendingTo: &output) }
      expectEqual(output, [1, 2])
    }
  }

  @Test func `a value may write to an enclosing container`() throws {
    let value = Custom { encoder in
      var outer = encoder.container(keyedBy: Key.self)
      var list = outer.nestedUnkeyedContainer(forKey: .a)
      let meddler = Custom { encoder in
        try outer.encode("outer", forKey: .b)
        try "inner".encode(to: encoder)
        try outer.encode("again", forKey: .c)
      }
      try list.encode([meddler, meddler])
      try list.encode(["k": meddler])
    }
    try expectEqual(
      StateEncoder().tree(value), ["a": [["inner", "inner"], ["k": "inner"]], "b": "outer", "c": "again"])
    try expectOneTree(value)
  }

  @Test func `a chain of values that need the slow path doesn't double the work at each link`() throws {
    let counter = Counter()
    var value = Custom { _ in counter.increment() }
    for _ in 0..<40 {
      let inner = value
      value = Custom { encoder in
        var container = encoder.container(keyedBy: Key.self)
        try 1.encode(to: container.superEncoder())
        try container.encode([inner], forKey: .a)
      }
    }
    _ = try StateEncoder().encode(value)
    #expect(counter.count <= 2)
  }
}

private struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

private final class Counter {
  private(set) var count = 0
  func increment() { count += 1 }
}

import Expectations
import StateCoding
import StateTree
import TestSupport
import Testing

struct KeyOrderTests {
  @Test(arguments: 0..<6) func `keys may change their order`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    // Short and long keys, with and without escapes; more than a table of prepared keys holds.
    let names = (0..<160).map { number in
      ["k\(number)", "a key that is long \(number)", "\"\(number)\"", "\(number)é"][number % 4]
    }
    for _ in 0..<40 {
      let objects = (0..<20).map { _ in
        Members(names: Array(names.shuffled(using: &generator).prefix(.random(in: 0...12, using: &generator))))
      }
      let expected = JSONValue.array(
        objects.map { object in
          .object(JSONObject(object.names.map { ($0, .bool($0.utf8.count % 2 == 0)) }))
        })
      try expectEqual(StateEncoder().tree(objects), expected, "seed \(seed)")
      try expectEqual(StateEncoder().hash(objects), StateEncoder().hash(expected), "seed \(seed)")
    }
  }

  @Test func `keys may repeat, and the last value counts`() throws {
    let known = Members(names: ["a", "b", "c"])
    let twice = Members(names: ["a", "b", "a", "c"])
    let values = [known, known, twice, known]
    let object = JSONValue.object(JSONObject(known.names.map { ($0, .bool(false)) }))
    try expectEqual(StateEncoder().tree(values), .array([object, object, object, object]))
    try expectEqual(
      StateEncoder().hash(values), StateEncoder().hash(JSONValue.array([object, object, object, object])))
  }
}

struct KnownKeyTests {
  /// Few short names, some of them secret, so that objects often have the same keys in another order.
  private static let names = ["a", "b", "c", "dd", "eee", "password", "f", "g\"", "h", "i", "j", "k"]

  private func expectLastValues(_ objects: [Members], _ seed: UInt64) throws {
    let expected = JSONValue.array(
      objects.map { object in
        var members = JSONObject()
        for name in object.names { members[name] = .bool(name.utf8.count % 2 == 0) }
        return .object(members)
      })
    try expectEqual(StateEncoder().tree(objects), expected, "seed \(seed)")
    try expectEqual(StateEncoder().hash(objects), StateEncoder().hash(expected), "seed \(seed)")
    let redacting = StateEncoder(rules: .usual)
    try expectEqual(redacting.tree(objects), redacting.tree(expected), "seed \(seed)")
    try expectEqual(redacting.hash(objects), redacting.hash(expected), "seed \(seed)")
  }

  @Test(arguments: 0..<8) func `keys may be absent, in another order, or repeated`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<60 {
      let objects = (0..<6).map { _ in
        var names = Self.names.filter { _ in Bool.random(using: &generator) }
        if round % 3 == 1 { names.shuffle(using: &generator) }
        if round % 5 == 2, let name = names.randomElement(using: &generator) { names.append(name) }
        return Members(names: names)
      }
      try expectLastValues(objects, seed)
    }
  }

  @Test(arguments: 0..<8) func `several containers of an object may write its keys`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<60 {
      let objects = (0..<6).map { _ in
        var names = Self.names.shuffled(using: &generator)
        names.removeLast(.random(in: 0..<6, using: &generator))
        if round % 4 == 3, let name = names.randomElement(using: &generator) { names.append(name) }
        return Members(names: names, containers: .random(in: 1...4, using: &generator))
      }
      try expectLastValues(objects, seed)
    }
  }

  @Test func `an object may outgrow the known keys in the middle`() throws {
    let names = (0..<40).map { "k\($0)" }
    for count in [15, 16, 17, 18, 33, 34, 40, 3] {
      try expectLastValues([Members(names: Array(names.prefix(count)), containers: 1)], 0)
      try expectLastValues([Members(names: names.prefix(count) + ["k1"], containers: 1)], 0)
      try expectLastValues([Members(names: names.prefix(count) + ["k1"], containers: 2)], 0)
    }
  }

  @Test func `a class and its superclass may both write keys`() throws {
    let values = (0..<4).map { Derived(number: $0) }
    let expected = JSONValue.array(
      (0..<4).map { ["id": .number(JSONNumber($0)), "name": "derived", "extra": .bool($0 % 2 == 0)] })
    try expectEqual(StateEncoder().tree(values), expected)
    try expectEqual(StateEncoder().hash(values), StateEncoder().hash(expected))
  }
}

private class Base: Encodable {
  let id: Int
  let name = "base"
  init(number: Int) { id = number }
}

/// Rewrites a key of its superclass.
private final class Derived: Base {
  enum Keys: String, CodingKey { case extra, name }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(id % 2 == 0, forKey: .extra)
    try container.encode("derived", forKey: .name)
  }
}

/// Encodes booleans under names.
private struct Members: Encodable {
  var names: [String]
  /// The number of containers that take turns writing them; the last has another key type.
  var containers = 1

  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  struct OtherKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    var written = (0..<containers).map { _ in encoder.container(keyedBy: Key.self) }
    var other = encoder.container(keyedBy: OtherKey.self)
    for (index, name) in names.enumerated() {
      let value = name.utf8.count % 2 == 0
      let container = index % containers
      if container == containers - 1, containers > 1 {
        try other.encode(value, forKey: OtherKey(stringValue: name))
      } else {
        try written[container].encode(value, forKey: Key(stringValue: name))
      }
    }
  }
}

import Expectations
import Foundation
import StateCoding
import StateTree
import TestSupport
import Testing

/// Keeps the container and decoder that it was decoded with.
private final class Keeper: Decodable {
  enum Keys: String, CodingKey { case name, list, missing }
  let decoder: any Decoder
  let container: KeyedDecodingContainer<Keys>

  init(from decoder: any Decoder) throws {
    self.decoder = decoder
    container = try decoder.container(keyedBy: Keys.self)
  }

  /// Reads from the kept container and decoder.
  func tell() throws -> String {
    let again = try decoder.container(keyedBy: Keys.self)
    return try container.decode(String.self, forKey: .name)
      + " \(try again.decode([Int].self, forKey: .list)) \(again.contains(.missing))"
      + " \(try again.superDecoder(forKey: .missing).singleValueContainer().decodeNil())"
  }
}

/// Holds containers of one key type at every level.
private struct Tree: Codable, Equatable {
  var name: String
  var children: [Tree] = []
  var rest = 0
}

/// Requests two containers at once, and a third after their release.
private struct Twice: Decodable {
  enum Keys: String, CodingKey { case a, b }
  var found: [Int]

  init(from decoder: any Decoder) throws {
    let first = try decoder.container(keyedBy: Keys.self)
    let second = try first.nestedContainer(keyedBy: Keys.self, forKey: .b)
    found = [try first.decode(Int.self, forKey: .a), try second.decode(Int.self, forKey: .a)]
    found.append(try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .a))
    found.append(try second.decode(Int.self, forKey: .a))
    found.append(try first.decode(Int.self, forKey: .a))
  }
}

/// Decodes another text during its own decoding.
private struct Nested: Decodable {
  enum Keys: String, CodingKey { case json, after }
  var inner: Box<Box<String>>
  var after: Int

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    inner = try StateDecoder().decode(
      Box<Box<String>>.self, from: Array(container.decode(String.self, forKey: .json).utf8))
    after = try container.decode(Int.self, forKey: .after)
  }
}

struct DecodingReuseTests {
  @Test func `containers that a type keeps are not reused`() throws {
    let first = try StateDecoder().decode(Keeper.self, from: Array(#"{"name":"first","list":[1,2]}"#.utf8))
    let second = try StateDecoder().decode(
      [Keeper].self, from: Array(#"[{"list":[3],"name":"second"},{"name":"third","list":[]}]"#.utf8))
    for _ in 0..<3 {
      _ = try StateDecoder().decode(Box<Int>.self, from: Array(#"{"value":123456789}"#.utf8))
      try expectEqual(first.tell(), "first [1, 2] false true")
      try expectEqual(second.map { try $0.tell() }, ["second [3] false true", "third [] false true"])
    }
    #expect(first.decoder.codingPath.isEmpty)
    expectEqual(second[1].container.codingPath.map(\.intValue), [1])
  }

  @Test func `containers of one key type are reused at many levels`() throws {
    var tree = Tree(name: "leaf")
    for level in 0..<40 {
      tree = Tree(name: "level \(level)", children: [Tree(name: "left"), tree, Tree(name: "right")], rest: level)
    }
    for _ in 0..<3 { try expectRoundTrip(tree) }
  }

  @Test func `containers that are held at once are independent`() throws {
    for _ in 0..<3 {
      let twice = try StateDecoder().decode(Twice.self, from: Array(#"{"a":1,"b":{"a":2}}"#.utf8))
      expectEqual(twice.found, [1, 2, 1, 2, 1])
    }
  }

  @Test func `a decoder inside another is independent`() throws {
    let json = Array(
      #"[{"json":"{\"value\":{\"value\":\"x\"}}","after":1},{"after":2,"json":"{\"value\":{\"value\":\"y\"}}"}]"#.utf8)
    for _ in 0..<3 {
      let both = try StateDecoder().decode([Nested].self, from: json)
      expectEqual(both.map(\.inner.value.value), ["x", "y"])
      expectEqual(both.map(\.after), [1, 2])
    }
  }

  @Test func `decoding works after errors in the middle`() throws {
    let wrong = #"{"name":"a","children":[{"name":"b","children":[{"name":3}],"rest":0}],"rest":0}"#
    let right = Tree(name: "a", children: [Tree(name: "b")])
    for _ in 0..<5 {
      let error = #expect(throws: DecodingError.self) { try StateDecoder().decode(Tree.self, from: Array(wrong.utf8)) }
      guard case .typeMismatch(_, let context) = error else { throw try #require(error) }
      expectEqual(context.codingPath.map(\.stringValue), ["children", "Index 0", "children", "Index 0", "name"])
      try expectEqual(StateDecoder().decode(Tree.self, from: StateEncoder().encode(right)), right)
    }
  }

  @Test func `many threads decode at once`() async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          for round in 0..<200 {
            let tree = Tree(name: "\(task)", children: [Tree(name: "a\(round)"), Tree(name: "b")], rest: round)
            guard try StateDecoder().decode(Tree.self, from: StateEncoder().encode(tree)) == tree else { return false }
          }
          return true
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}

/// Requests each member twice, missing ones too, and decodes nested members in between.
private struct Asking: Decodable {
  var tells: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: NameOfMember.self)
    let names = try container.decode([String].self, forKey: "order")
    tells = try names.map { name in
      guard container.contains(NameOfMember(name)) else { return name + "?" }
      if try container.decodeNil(forKey: NameOfMember(name)) { return name + "-" }
      if let number = try? container.decode(Int.self, forKey: NameOfMember(name)) { return "\(name)\(number)" }
      return name + "(" + (try container.decode(Asking.self, forKey: NameOfMember(name))).tells + ")"
    }.joined(separator: " ")
  }
}

private struct NameOfMember: CodingKey, ExpressibleByStringLiteral {
  var stringValue: String
  var intValue: Int? { nil }
  init(_ name: String) { stringValue = name }
  init(stringLiteral name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// Takes seconds: it decodes many random objects.
@Test func `members are found in any order, whatever is decoded in between`() throws {
  let seed: UInt64 = 0x5eed_0005
  var generator = SeededGenerator(seed: seed)
  func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
  func object(_ depth: Int) -> (json: JSONValue, tells: String) {
    var members: [(String, JSONValue)] = []
    var tells: [(name: String, tells: String)] = []
    for index in 0..<[0, 1, 3, 9, 30, 70][number(0...(depth > 0 ? 5 : 2))] {
      let name = ["", "m", "a longer name of a member "][number(0...2)] + "\(index)"
      switch number(0...(depth > 0 ? 4 : 2)) {
      case 0: tells.append((name, name + "?"))
      case 1:
        members.append((name, .null))
        tells.append((name, name + "-"))
      case 2:
        members.append((name, .number(JSONNumber(index))))
        tells.append((name, "\(name)\(index)"))
      default:
        let inner = object(depth - 1)
        members.append((name, inner.json))
        tells.append((name, "\(name)(\(inner.tells))"))
      }
    }
    if number(0...2) == 0 { tells.shuffle(using: &generator) }
    if number(0...3) == 0 { members.shuffle(using: &generator) }
    members.insert(("order", .array(tells.map { .string($0.name) })), at: number(0...members.count))
    return (.object(JSONObject(members)), tells.map(\.tells).joined(separator: " "))
  }
  for round in 0..<60 {
    let (json, tells) = object(3)
    let asking = try StateDecoder().decode(Asking.self, from: Array(json.compact.utf8))
    let isRight = asking.tells == tells
    #expect(isRight, "seed \(seed), round \(round)")
  }
}

struct SingleMemberTests {
  private enum Case: String, CodingKey, CaseIterable { case ab, ba, bb, aab, aba, a, b, aaaa, abba, bab }

  private struct Single: Decodable {
    var found: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Case.self)
      found = try container.allKeys.map { try "\($0.rawValue) \(container.decode(Int.self, forKey: $0))" }.joined()
    }
  }

  @Test func `an object with one member returns its key, known or not, in every spelling`() throws {
    for round in 0..<3 {
      for (index, name) in (Case.allCases.map(\.rawValue) + ["", "c", "aa", "other", "ab ", "AB", "é"]).enumerated() {
        let expected = Case(rawValue: name).map { "\($0.rawValue) \(index)" } ?? ""
        let json = "{\"\(name)\":\(index)}"
        try expectEqual(StateDecoder().decode(Single.self, from: Array(json.utf8)).found, expected, "\(name) \(round)")
        let escaped = name.unicodeScalars.map { "\\u" + String(0x10000 + $0.value, radix: 16).dropFirst() }.joined()
        let spelt = "[{\"\(escaped)\":\(index)}]"
        try expectEqual(StateDecoder().decode([Single].self, from: Array(spelt.utf8)).map(\.found), [expected])
      }
    }
  }
}

import Expectations
import Foundation
import TestSupport
import Testing

@testable import StateCoding
@testable import StatePrivacy
@testable import StateTable
@testable import StateTree

struct VolatileTests {
  /// A tree without volatile values, found independently: every place is compared with all pointers.
  static func rest(of value: JSONValue, _ pointers: [RedactionRules.Pointer], at path: [String] = []) -> JSONValue? {
    let isVolatile = pointers.contains { pointer in
      let tokens = pointer.pointer.tokens
      return tokens.count == path.count
        && zip(tokens, path).allSatisfy { $0 == "*" || Array($0.utf8) == Array($1.utf8) }
    }
    if isVolatile { return nil }
    switch value {
    case .array(let elements):
      return .array(elements.enumerated().map { rest(of: $1, pointers, at: path + ["\($0)"]) ?? .null })
    case .object(let object):
      return .object(
        JSONObject(object.compactMap { key, member in rest(of: member, pointers, at: path + [key]).map { (key, $0) } }))
    case .null, .bool, .number, .string: return value
    }
  }

  private static func hash(of value: JSONValue, without pointers: [RedactionRules.Pointer]) -> StateHash {
    (rest(of: value, pointers) ?? .null).stateHash
  }

  /// The rows of the page's table with pointers in the first column.
  static let vectors: [(pointers: String, json: String, hash: String)] = {
    let text = (try? Repository.text("docs/reference/state-hash.md")) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let cells = line.components(separatedBy: "`")
      return cells.count == 7 && cells[5].count == 32 ? (cells[1], cells[3], cells[5]) : nil
    }
  }()

  @Test func `volatile values have no part in the hash, as documented`() throws {
    #expect(VolatileTests.vectors.count >= 8)
    for (pointers, json, expected) in VolatileTests.vectors {
      let pointers = try JSONValue(parsing: pointers).array?.compactMap {
        try RedactionRules.Pointer(parsing: $0.string ?? "")
      }
      let rules = RedactionRules.off.leavingOut(try #require(pointers))
      let document = try JSONDocument(Array(json.utf8))
      expectEqual(VolatileHasher(of: rules).hash(document.root).description, expected, "\(json)")
      try expectEqual(StateEncoder(rules: rules).hash(document.root.value).description, expected, "\(json)")
      expectEqual(VolatileTests.hash(of: document.root.value, without: rules.volatile).description, expected, "\(json)")
    }
  }

  @Test(arguments: 0..<UInt64(Soak.count(5, soak: 40)))
  func `volatile values have no part in the hash of any document`(seed: UInt64) throws {
    var random = RandomDocuments(seed: seed)
    for _ in 0..<20 {
      let document = random.document(depth: 4)
      let pointers = (0..<random.below(5)).map { _ in
        let tokens = (0..<random.below(4)).map { _ in
          random.below(2) == 0 ? "*" : random.pick([random.key(), "0", "1", "id"])
        }
        return RedactionRules.Pointer(stringLiteral: JSONPointer(tokens: tokens).description)
      }
      let rules = RedactionRules.off.leavingOut(pointers)
      let comment: Comment = "seed \(seed): \(document.compact) without \(pointers)"
      let expected = VolatileTests.hash(of: document, without: pointers)
      let encoder = StateEncoder(rules: rules)
      try expectEqual(encoder.hash(document), expected, comment)
      try expectEqual(encoder.hash(Reencoded(document)), expected, comment)
      try expectEqual(encoder.outline(document).hash, expected, comment)
      try expectEqual(VolatileHasher(of: rules).hash(JSONDocument(encoder.encode(document)).root), expected, comment)
      try expectEqual(encoder.tree(document), document, comment)
    }
  }

  /// A tree that encodes with containers, like an app's types.
  private struct Reencoded: Encodable {
    let value: JSONValue
    init(_ value: JSONValue) { self.value = value }

    func encode(to encoder: any Encoder) throws {
      switch value {
      case .array(let elements):
        var container = encoder.unkeyedContainer()
        for element in elements { try container.encode(Reencoded(element)) }
      case .object(let object):
        var container = encoder.container(keyedBy: NameKey.self)
        for (key, member) in object { try container.encode(Reencoded(member), forKey: NameKey(key)) }
      case .null, .bool, .number, .string:
        var container = encoder.singleValueContainer()
        try container.encode(value)
      }
    }
  }

  /// A state of types that aren't encoded member by member.
  struct Odd: Codable {
    struct Item: Codable, Hashable, Identifiable {
      var id = "x"
      var time = 7
      var pin = 1234
    }
    var everything = Everything()
    var items: Set<Item> = [Item(id: "x"), Item(id: "y")]
    var paired = [[1]: Item(), [2]: Item()]
    var named = ["a": Item(), "b": Item()]
    var numbered = [1: Item(), 2: Item()]
    var nested: Item?? = .some(Item())
    var wrapped: Int?? = .some(nil)
    var late = OutOfOrder(Item())
    var table: EntityTable<Item> = [Item(), Item(id: "y")]
    var tables: EntityTable<Shelf> = [Shelf()]
    @Redacted var secret = Item()
    var token = Item()
    var operation: JSONValue = ["op": "add", "path": "/named/a", "value": ["time": 1, "pin": 2]]

    struct Shelf: Codable, Identifiable {
      var id = 1
      var items: EntityTable<Item> = [Item()]
    }
  }

  static let pointers: [[RedactionRules.Pointer]] = [
    ["/*/*/time"], ["/items/*/time", "/paired/1/time"], ["/paired/*", "/items/0"], ["/nested/time", "/wrapped/$some"],
    ["/late/value/time", "/late/first"], ["/table/entities/*/time", "/tables/entities/*/items/entities/*/time"],
    ["/secret/time", "/token/time"], ["/secret", "/token"], ["/everything/*"], ["/everything/zone/identifier"],
    ["/everything/parts/a", "/everything/card"], ["/operation/value/time", "/named/a/pin"], ["/named/*/time"],
    ["/operation/value"], ["/tables/entities/1/items"], ["/*"], [""], ["/table/ids/*"], ["/table/entities/y"],
  ]

  static let redactions: [RedactionRules] = [
    .off, .usual, .shape, RedactionRules(names: ["time"]),
    RedactionRules(redacting: ["/named/*", "/nested"], names: []),
    RedactionRules(names: [], allowing: ["/table/entities/*/id", "/late", "/everything/zone"]),
  ]

  @Test(
    arguments: pointers.indices)
  func `volatile values are found by their place in the output, for any type and any redaction`(index: Int) throws {
    let pointers = VolatileTests.pointers[index]
    for redaction in VolatileTests.redactions {
      let plain = StateEncoder(rules: redaction)
      let encoder = StateEncoder(rules: redaction.leavingOut(pointers))
      var state = Odd()
      for step in 0..<2 {
        state.table[id: "y"]?.time = step
        state.tables[id: 1]?.items[id: "x"]?.time = step
        let written = try encoder.encode(state)
        let comment: Comment = "\(pointers), \(redaction.json)"
        try expectEqual(written, plain.encode(state), comment)
        let expected = VolatileTests.hash(of: try JSONValue(parsing: written), without: pointers)
        try expectEqual(encoder.hash(state), expected, comment)
        try expectEqual(encoder.outline(state).hash, expected, comment)
        try expectEqual(VolatileHasher(of: encoder.rules).hash(JSONDocument(written).root), expected, comment)
        // An audit for secrets also covers omitted values.
        #expect(try encoder.redactions(in: state) > 0 || plain.redactions(in: state) == 0, comment)
      }
    }
  }

  @Test func `volatile values are no change between two states`() throws {
    struct State: Codable {
      var a = 1
      var time = 1
      var inner = ["time": 1, "b": 1]
      var deep = ["x": ["time": 1]]
    }
    let encoder = StateEncoder(rules: .off.leavingOut(["/time", "/*/time", "/*/*/time"]))
    let before = State()
    var after = before
    after.time = 2
    after.inner["time"] = 2
    after.deep["x"]?["time"] = 2
    #expect(try encoder.outline(after).changes(since: encoder.outline(before)).isEmpty)
    after.inner["b"] = 2
    after.inner["time"] = nil
    after.a = 2
    let changes = try encoder.outline(after).changes(since: encoder.outline(before))
    expectEqual(changes.map(\.pointer), ["/a", "/inner/b"])
    try expectEqual(encoder.outline(after).hash(at: "/time"), nil)
    try expectEqual(encoder.outline(after).hash(at: "/a"), StateEncoder().hash(2))
  }

  @Test func `a header lists volatile pointers beside redaction rules, and is read back`() throws {
    let volatile: [RedactionRules.Pointer] = ["/a/*/t", "/b"]
    for rules in VolatileTests.redactions {
      let rules = rules.leavingOut(volatile)
      expectEqual(RedactionRules(json: rules.json), rules)
      expectEqual(rules.json["volatile"], ["/a/*/t", "/b"])
    }
    expectEqual(RedactionRules.off.leavingOut(volatile).json.count, 1)
    expectEqual(RedactionRules.usual.json["volatile"], nil)
    for wrong: JSONValue in ["/a", ["a"], [1], ["/~2"]] {
      expectEqual(RedactionRules(json: JSONObject([("volatile", wrong)])), nil)
    }
    let many = RedactionRules.off.leavingOut(
      (0..<17).map { index in
        RedactionRules.Pointer(stringLiteral: (0..<5).map { index >> $0 & 1 == 0 ? "/*" : "/a" }.joined())
      })
    expectEqual(many.brokenLimit, "pointers of one length with * in at most 16 arrangements")
  }

  @Test func `united rules leave out what either leaves out`() {
    let rules = RedactionRules.usual.leavingOut(["/a", "/b"]).united(with: .off.leavingOut(["/b", "/c"]))
    expectEqual(rules.volatile, ["/a", "/b", "/c"])
    #expect(rules.isOn)
    expectEqual(RedactionRules.off.leavingOut(["/a"]).united(with: .usual).volatile, ["/a"])
    #expect(!RedactionRules.off.leavingOut(["/a"]).united(with: .off).isOn)
    expectEqual(rules.withoutRedaction, .off.leavingOut(["/a", "/b", "/c"]))
  }
}

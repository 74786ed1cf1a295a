import Expectations
import StateTree
import Testing

@testable import ReduxExploring

/// What held in all of some states.
struct RuleSearchTests {
  private func rules(of states: [JSONValue]) throws -> [String] {
    let places = PlaceTree()
    var samples = StateSamples()
    for state in states {
      let document = try JSONDocument(Array(state.compact.utf8))
      samples.add(document)
      _ = StatePools(of: document.root, at: places)
    }
    return RuleSearch(in: samples, with: places.collections).rules()
  }

  /// States with so many projects and items.
  private func states(_ state: (_ projects: [String], _ items: [String]) -> JSONValue) -> [JSONValue] {
    (0...5).map { count in
      state((0..<count).map { "p\($0)" }, (0..<count * 2).map { "i\($0)" })
    }
  }

  private func object(_ keys: [String], _ value: (Int) -> JSONValue) -> JSONValue {
    .object(JSONObject(keys.enumerated().map { ($1, value($0)) }))
  }

  @Test func `ids that always name something`() throws {
    let states = states { projects, items in
      [
        "projects": object(projects) { ["title": .string("Project \($0)")] },
        "items": object(items) { ["projectID": .string(projects[max(0, $0 / 2 - 1)])] },
        "drafts": .array(projects.suffix(1).map { .string($0) }),
      ]
    }
    try expectEqual(
      rules(of: states),
      ["subset($.items[*].projectID, keys($.projects))", "subset($.drafts[*], keys($.projects))"])
    try expectEqual(
      rules(of: states + [["projects": [:], "items": ["i1": ["projectID": "p1"]], "drafts": []]]),
      ["subset($.drafts[*], keys($.projects))"])
  }

  @Test func `an order that always has each key once`() throws {
    let states = states { projects, _ in
      [
        "projects": object(projects) { ["n": .string("\($0)x")] },
        "order": .array(projects.reversed().map { .string($0) }),
      ]
    }
    try expectEqual(rules(of: states), ["subset($.order[*], keys($.projects))", "unique($.order[*])"])
    try expectEqual(
      rules(of: states + [["projects": ["p1": ["n": "x"]], "order": ["p1", "p1"]]]),
      ["subset($.order[*], keys($.projects))"])
  }

  @Test func `a number that always counts a collection, and numbers that are never negative`() throws {
    let states = states { projects, _ in
      [
        "projects": object(projects) { ["tasks": .number(JSONNumber($0))] },
        "count": .number(JSONNumber(projects.count)),
        "my total": .number(JSONNumber(projects.count * 3)),
      ]
    }
    try expectEqual(
      rules(of: states),
      [
        "!($.count < 0)", "$.count == count(keys($.projects))", "!($['my total'] < 0)",
        "!(min($.projects[*].tasks) < 0)",
      ])
    try expectEqual(
      rules(of: states + [["projects": ["p1": ["tasks": -1]], "count": 2, "my total": "none"]]), ["!($.count < 0)"])
  }

  @Test func `what two states show is no rule`() throws {
    try expectEqual(rules(of: Array(states { items, _ in ["items": .array(items.map { .string($0) })] }.prefix(3))), [])
  }

  @Test func `of many states, a few hundred are kept`() throws {
    var samples = StateSamples()
    for number in 0..<2000 { samples.add(try JSONDocument(Array("\(number)".utf8))) }
    #expect((128...256).contains(samples.states.count))
    let distances = Set(
      zip(samples.states, samples.states.dropFirst()).map { ($1.root.integer ?? 0) - ($0.root.integer ?? 0) })
    expectEqual(distances, [8])
    for _ in 0..<40 { samples.add(try JSONDocument(Array("\"\(String(repeating: "a", count: 1 << 20))\"".utf8))) }
    #expect(samples.states.reduce(0) { $0 + $1.root.bytes.count } <= 16 << 20)
  }
}

import Expectations
import ReduxInspection
import ReduxReplay
import StateTree
import TestSupport
import Testing

/// The search for smaller payloads, on failures that are functions of payloads.
struct PayloadMinimizationTests {
  private typealias Search = (payloads: [JSONValue], tries: Int, isLimited: Bool)

  private static func minimize(
    _ actions: [RecordedPayload], recorded: [(type: String, action: JSONValue)] = [], limit: Int = 2000,
    _ fails: ([JSONValue]) -> Bool
  ) -> Search {
    var values = RecordedValues(for: actions)
    for (type, action) in recorded { values.note(RecordedPayload(type: type, recorded: action)) }
    for action in actions { values.note(action) }
    var search = PayloadMinimization(actions, from: actions.map(\.recorded), recorded: values, limit: limit)
    while let candidate = search.candidate { search.note(fails: fails(candidate)) }
    return (search.payloads, search.tries, search.isLimited)
  }

  /// An action of a small app and its payload: what the reducer reads of it, what the decoder needs, and what is left.
  private struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let action: JSONValue
    let left: JSONValue
    var recorded: [JSONValue] = []
    let fails: @Sendable (JSONValue) -> Bool

    init(
      _ name: String, _ action: JSONValue, _ left: JSONValue, recorded: [JSONValue] = [],
      fails: @escaping @Sendable (JSONValue) -> Bool
    ) {
      (self.name, self.action, self.left, self.recorded, self.fails) = (name, action, left, recorded, fails)
    }

    var testDescription: String { name }
  }

  private static func number(_ value: Double) -> JSONValue { .number(JSONNumber(value) ?? 0) }

  private static let cases = [
    Case(
      "an optional member goes, and one that the decoder needs stays",
      ["add": ["title": "Call the plumber", "due": "2026-04-21", "note": "at noon"]], ["add": ["title": ""]]
    ) { $0["add"]?["title"]?.string != nil },
    Case("a text keeps what is needed", ["add": ["title": "Call the plumber"]], ["add": ["title": "plumb"]]) {
      $0["add"]?["title"]?.string?.contains("plumb") == true
    },
    Case("a text keeps its length if that is needed", ["add": ["title": "ooooooooooo"]], ["add": ["title": "ooooo"]]) {
      ($0["add"]?["title"]?.string?.count ?? 0) >= 5
    },
    Case(
      "a text becomes a recorded one if others can't be decoded", ["sort": ["by": "priority"]],
      ["sort": ["by": "date"]],
      recorded: [["sort": ["by": "date"]], ["sort": ["by": "longest title"]]]
    ) { ["date", "priority", "longest title"].contains($0["sort"]?["by"]?.string) },
    Case("an array keeps what is needed", ["load": ["items": [1, 2, 3, 7, 5]]], ["load": ["items": [7]]]) {
      $0["load"]?["items"]?.array?.contains(7) == true
    },
    Case(
      "entries of a dictionary that isn't an object go together",
      ["load": ["prices": ["a", 1, "b", 2, "c", 3]]], ["load": ["prices": ["b", 2]]]
    ) { action in
      guard let prices = action["load"]?["prices"]?.array, prices.count % 2 == 0 else { return false }
      return zip(prices, prices.dropFirst()).contains { $0 == "b" && $1 == 2 }
    },
    Case(
      "two entries that work together stay",
      ["load": .object(JSONObject((0..<20).map { ("k\($0)", .number(JSONNumber($0))) }))],
      ["load": ["k3": 0, "k17": 0]]
    ) { $0["load"]?["k3"] != nil && $0["load"]?["k17"] != nil },
    Case("a number goes to the limit", ["pay": ["cents": 4999]], ["pay": ["cents": 501]]) {
      ($0["pay"]?["cents"]?.integer ?? 0) > 500
    },
    Case("a negative number, too", ["pay": ["cents": -80]], ["pay": ["cents": -3]]) {
      ($0["pay"]?["cents"]?.integer ?? 0) < -2
    },
    Case(
      "the least number stays", ["pay": ["cents": .number(JSONNumber(Int.min))]],
      ["pay": ["cents": .number(JSONNumber(Int.min))]]
    ) {
      ($0["pay"]?["cents"]?.integer ?? 0) < -2
    },
    Case("a fraction goes", ["pay": ["amount": number(12.75)]], ["pay": ["amount": 1]]) { action in
      guard case .number(let number)? = action["pay"]?["amount"] else { return false }
      return number.double >= 1
    },
    Case(
      "a large number becomes a recorded one", ["at": ["time": number(790_456_580.5)]], ["at": ["time": 690000000]],
      recorded: [["at": ["time": 690000000]], ["at": ["time": 700000000]]]
    ) { action in
      guard case .number(let number)? = action["at"]?["time"] else { return false }
      return number.double > 600_000_000
    },
    Case(
      "an id becomes an earlier one, not a part of one", ["open": ["id": "task-31"]], ["open": ["id": "task-2"]],
      recorded: [["open": ["id": "task-2"]], ["open": ["id": "task-31"]], ["open": ["id": "task-9"]]]
    ) { $0["open"]?["id"]?.string?.isEmpty == false },
    Case("an id that is the first one stays", ["open": ["userID": "a-long-one"]], ["open": ["userID": "a-long-one"]]) {
      $0["open"]?["userID"] != nil
    },
    Case("a name of the action's case stays", ["add": ["kind": "add", "n": 1]], ["add": ["kind": "add"]]) {
      $0["add"] != nil
    },
    Case("flags and nothing stay", ["set": [true, nil]], ["set": [true, nil]]) { $0["set"]?.array?.count == 2 },
    Case("an action that is a text stays", "reload", "reload") { _ in true },
  ]

  @Test(arguments: cases) private func `a payload keeps what the failure needs`(example: Case) {
    let type = example.action.object?.keys.first ?? "reload"
    let recorded = example.recorded.map { (type, $0) }
    var results: Set<[JSONValue]> = []
    for _ in 0..<10 {
      results.insert(
        Self.minimize([RecordedPayload(type: type, recorded: example.action)], recorded: recorded) {
          example.fails($0[0])
        }.payloads)
    }
    expectEqual(results, [[example.left]])
  }

  @Test func `all mentions of an id become an earlier one together`() {
    let actions = [
      RecordedPayload(type: "add", recorded: ["add": ["key": "plumber", "title": "Call"]]),
      RecordedPayload(type: "edit", recorded: ["edit": ["_0": "plumber"]]),
    ]
    let found = Self.minimize(actions, recorded: [("add", ["add": ["key": "tax"]]), ("edit", ["edit": ["_0": "tax"]])])
    {
      $0[0]["add"]?["key"] != nil && $0[0]["add"]?["key"] == $0[1]["edit"]?["_0"]
    }
    expectEqual(found.payloads, [["add": ["key": "tax"]], ["edit": ["_0": "tax"]]])
  }

  @Test func `ids whose places have them in another order don't change for ever`() {
    let actions = ["a", "b"].map { RecordedPayload(type: $0, recorded: [$0: ["id": "one"]]) }
    let found = Self.minimize(
      actions, recorded: [("a", ["a": ["id": "two"]]), ("b", ["b": ["id": "one"]]), ("b", ["b": ["id": "two"]])]
    ) { $0[0]["a"]?["id"] != nil && $0[0]["a"]?["id"] == $0[1]["b"]?["id"] }
    expectEqual(found.payloads, [["a": ["id": "two"]], ["b": ["id": "two"]]])
    #expect(!found.isLimited && found.tries < 20, "\(found.tries)")
  }

  @Test func `redacted values, what is around them, and actions that can't be reduced stay`() throws {
    let secret: JSONValue = ["signIn": ["user": ["name": "ada", "password": "redacted"], "tags": [1, "redacted"]]]
    let actions = [
      RecordedPayload(
        type: "signIn", recorded: secret,
        redacted: [try JSONPointer("/signIn/user/password"), try JSONPointer("/signIn/tags/1")]),
      RecordedPayload(type: "note", recorded: ["note": ["text": "long"]], isFixed: true),
    ]
    expectEqual(
      Self.minimize(actions) { _ in true }.payloads,
      [["signIn": ["user": ["password": "redacted"], "tags": [0, "redacted"]]], ["note": ["text": "long"]]])
  }

  @Test func `a stand-in for a secret isn't a recorded value`() throws {
    let action = RecordedPayload(type: "sort", recorded: ["sort": ["by": "priority"]])
    var values = RecordedValues(for: [action])
    values.note(
      RecordedPayload(
        type: "sort", recorded: ["sort": ["by": "secret"]], redacted: [try JSONPointer("/sort/by")]))
    values.note(action)
    var search = PayloadMinimization([action], from: [action.recorded], recorded: values, limit: 100)
    while let candidate = search.candidate {
      search.note(fails: ["secret", "priority"].contains(candidate[0]["sort"]?["by"]?.string))
    }
    expectEqual(search.payloads, [action.recorded])
  }

  @Test func `the search ends at its limit, and what it has then fails`() {
    let action = RecordedPayload(
      type: "load", recorded: ["load": .array((0..<1000).map { .number(JSONNumber($0)) })])
    let found = Self.minimize([action], limit: 20) { ($0[0]["load"]?.array?.count ?? 0) > 300 }
    expectEqual(found.tries, 20)
    #expect(found.isLimited)
    let left = found.payloads[0]["load"]?.array?.count ?? 0
    #expect(left > 300 && left < 600, "\(left)")
  }

  @Test func `few of many members are found in few tries, and all that are needed one by one`() {
    let members = JSONObject((0..<200).map { ("k\($0)", JSONValue.bool(true)) })
    let action = RecordedPayload(type: "load", recorded: ["load": .object(members)])
    let few = Self.minimize([action]) { $0[0]["load"]?["k3"] != nil && $0[0]["load"]?["k170"] != nil }
    expectEqual(few.payloads, [["load": ["k3": true, "k170": true]]])
    #expect(few.tries < 100, "\(few.tries)")
    let odd = Set((0..<200).filter { $0 % 2 == 1 }.map { "k\($0)" })
    let many = Self.minimize([action], limit: 1000) { odd.isSubset(of: $0[0]["load"]?.object?.keys ?? []) }
    expectEqual(Set(many.payloads[0]["load"]?.object?.keys ?? []), odd)
  }

  // MARK: Random payloads

  private struct Plan {
    var payload: JSONValue
    /// Without these texts and numbers, it doesn't fail.
    var needed: Set<JSONValue> = []
    private var count = 0

    init(_ random: inout SeededGenerator) {
      payload = .null
      payload = ["load": value(depth: 4, &random)]
    }

    private mutating func value(depth: Int, _ random: inout SeededGenerator) -> JSONValue {
      let kind = random.next() % (depth > 0 ? 6 : 3)
      count += 1
      switch kind {
      case 0: return .bool(random.next() % 2 == 0)
      case 1, 2:
        let value: JSONValue = kind == 1 ? .string("text \(count)") : .number(JSONNumber(count))
        if random.next() % 4 == 0 { needed.insert(value) }
        return value
      case 3:
        return .array((0..<Int.random(in: 0...5, using: &random)).map { _ in value(depth: depth - 1, &random) })
      default:
        return .object(
          JSONObject((0..<Int.random(in: 0...5, using: &random)).map { ("m\($0)", value(depth: depth - 1, &random)) }))
      }
    }

    func fails(_ payload: JSONValue) -> Bool {
      payload["load"] != nil && needed.isSubset(of: PayloadMinimizationTests.parts(of: payload))
    }
  }

  private static func parts(of value: JSONValue) -> Set<JSONValue> {
    switch value {
    case .array(let elements): elements.reduce(into: []) { $0.formUnion(parts(of: $1)) }
    case .object(let object): object.values.reduce(into: []) { $0.formUnion(parts(of: $1)) }
    default: [value]
    }
  }

  /// The value without each one of its members and elements.
  private static func smaller(_ value: JSONValue) -> [JSONValue] {
    switch value {
    case .array(let elements):
      elements.indices.flatMap { index -> [JSONValue] in
        func with(_ new: [JSONValue]) -> JSONValue {
          .array(Array(elements[..<index]) + new + Array(elements[(index + 1)...]))
        }
        return [with([])] + smaller(elements[index]).map { with([$0]) }
      }
    case .object(let object):
      object.keys.flatMap { key -> [JSONValue] in
        func with(_ new: JSONValue?) -> JSONValue {
          var changed = object
          changed[key] = new
          return .object(changed)
        }
        return [with(nil)] + smaller(object[key] ?? .null).map { with($0) }
      }
    default: []
    }
  }

  @Test func `a result fails, isn't larger, and needs each member and element`() {
    for seed in 0..<UInt64(Soak.count(300, soak: 20_000)) {
      var random = SeededGenerator(seed: seed)
      let plan = Plan(&random)
      let action = RecordedPayload(type: "load", recorded: plan.payload)
      let found = Self.minimize([action]) { plan.fails($0[0]) }
      let left = found.payloads[0]
      #expect(!found.isLimited && plan.fails(left), "seed \(seed): \(left.compact)")
      #expect(left.compact.utf8.count <= plan.payload.compact.utf8.count, "seed \(seed)")
      for smaller in Self.smaller(left) {
        #expect(!plan.fails(smaller), "seed \(seed): \(left.compact), \(smaller.compact)")
      }
    }
  }

  // MARK: Words

  @Test func `a sentence names what is smaller`() {
    expectEqual(
      PayloadChange.sentence(
        from: ["add": ["title": "Call the plumber", "note": "x", "tags": [1, 2, 3], "id": "b", "cents": 4999]],
        to: ["add": ["title": "", "tags": [3], "id": "a", "cents": 501]]),
      "/add/note removed, /add/title 16 → 0 characters, /add/tags 3 → 1 element, /add/id \"b\" → \"a\", and 1 more")
    expectEqual(
      PayloadChange.sentence(from: ["a": 1, "b": 2, "c": 3, "d": [5, 6]], to: ["d": [0, 6]]),
      "the payload 4 → 1 member, /d/0 5 → 0")
    // A shorter text that isn't the beginning of the longer one may name something else.
    expectEqual(
      PayloadChange.sentence(from: ["path": "/cart/lines/0"], to: ["path": "/cart/total"]),
      #"/path "/cart/lines/0" → "/cart/total""#)
  }
}

import StateCoding
import StateTree

/// Documents with large arrays and objects, and changes to them, reproducible by seed.
struct LargeDocuments {
  private var random: RandomDocuments
  private var lastID = 100

  init(seed: UInt64) { random = RandomDocuments(seed: seed) }

  /// Rules that leave everything, that have only names and forms, and that have places.
  static let rules: [RedactionRules] = [
    .off, .usual, RedactionRules(redacting: ["/tasks/*/title", "/user/name"]),
    RedactionRules(redacting: ["/byID/k3", "/words/7"]),
  ]

  static let example: JSONValue = [
    "tasks": .array((0..<100).map { task($0, "task \($0)") }),
    "words": .array((0..<100).map { .string("word \($0 % 7)") }),
    "byID": .object(JSONObject((0..<100).map { ("k\($0)", task($0, "by id")) })),
  ]

  private static func task(_ id: Int, _ title: String) -> JSONValue {
    ["id": .number(JSONNumber(id)), "title": .string(title), "tags": ["a", "b"]]
  }

  mutating func document() -> JSONValue {
    guard case .object(var members) = LargeDocuments.example else { return .null }
    members["board"] = .array((0..<4).map { _ in .array((0..<40).map { _ in random.document(depth: 2) }) })
    members["user"] = [
      "name": "x", "password": "secret", "seen": .array((0..<70).map { .number(JSONNumber($0)) }),
      "headers": [["name": "Authorization", "value": "abc"]],
    ]
    members["other"] = random.document(depth: 3)
    return .object(members)
  }

  /// Changes a document in one or more places, in place or with a copy of all its memory.
  mutating func change(_ state: inout JSONValue) throws {
    for _ in 0..<random.pick([1, 1, 1, 2, 5]) { changeOnce(&state) }
    if random.below(8) == 0 { state = try JSONValue(parsing: state.compact) }
  }

  private mutating func changeOnce(_ state: inout JSONValue) {
    guard case .object(var members) = state else { return }
    state = .null
    let key = random.pick(["tasks", "tasks", "tasks", "words", "words", "byID", "board", "user", "other", "token"])
    switch (key, random.below(12)) {
    case ("other", _): members[key] = random.changed(members[key] ?? .null)
    case ("token", _): members[key] = random.below(2) == 0 ? nil : random.document(depth: 1)
    case (_, 0): members[key] = random.document(depth: 2)
    case (_, 1): members = JSONObject(zip(members.keys, members.values).reversed().map { ($0, $1) })
    default:
      var part = members[key] ?? .null
      members[key] = .null
      change(part: &part)
      members[key] = part
    }
    state = .object(members)
  }

  private mutating func change(part: inout JSONValue) {
    switch part {
    case .array(var elements):
      part = .null
      change(&elements)
      part = .array(elements)
    case .object(var members):
      part = .null
      switch random.below(4) {
      case 0: members[random.pick(["value", "op", "secret", "k\(random.below(200))"])] = random.document(depth: 2)
      case 1: members[members.keys.first ?? ""] = nil
      default:
        let key = random.pick(members.keys + [random.key()])
        members[key] = random.changed(members[key] ?? .null)
      }
      part = .object(members)
    default: part = LargeDocuments.example["tasks"] ?? .null
    }
  }

  private mutating func change(_ elements: inout [JSONValue]) {
    let place = random.below(elements.count + 1)
    let last = elements.count - 1
    switch random.below(9) {
    case 0: elements.append(element())
    case 1: elements.insert(element(), at: 0)
    case 2: elements.insert(random.pick(elements + [1]), at: place)
    case 3 where last > 0: elements.remove(at: min(place, last))
    case 4 where last > 0: elements.insert(elements.remove(at: random.below(last + 1)), at: min(place, last))
    case 5 where last > 0: elements.swapAt(random.below(last + 1), min(place, last))
    case 6 where last > 0: elements[min(place, last)] = element()
    case 7 where last > 60: elements.removeSubrange(place..<elements.endIndex)
    default: if place <= last { elements[place] = random.changed(elements[place]) }
    }
  }

  private mutating func element() -> JSONValue {
    lastID += 1
    switch random.below(5) {
    case 0: return random.document(depth: 2)
    case 1: return .string(random.pick(["word 1", "ghp_16C7e42F292c6912E7710c838347Ae178B4a"]))
    default: return LargeDocuments.task(lastID, random.pick(["new", "AKIAIOSFODNN7EXAMPLE", "pay 4111111111111111"]))
    }
  }
}

import StateTree
import TestSupport

/// Small documents and changes to them, reproducible by seed (SplitMix64).
struct RandomDocuments {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next() -> UInt64 { generator.next() }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  mutating func key() -> String {
    pick(["", "a", "b", "id", "a/b", "m~n", "~1", "/", "\u{e9}", "e\u{301}", "🧵", "-", "0", "k\(below(40))"])
  }

  mutating func scalar() -> JSONValue {
    pick([
      nil, true, false, 0, 1, 2, .number(JSONNumber(literal: "1.0") ?? 1), .number(JSONNumber(literal: "-0") ?? 0),
      .number(JSONNumber(literal: "10e-1") ?? 1), "", "1", "text", "\u{e9}", "e\u{301}",
      "a longer text, so that keeping it is worth something",
    ])
  }

  mutating func document(depth: Int) -> JSONValue {
    guard depth > 0 else { return scalar() }
    switch below(6) {
    case 0: return scalar()
    case 1, 2:
      return .object(JSONObject((0..<below(pick([3, 6, 20]))).map { _ in (key(), document(depth: depth - 1)) }))
    case 3, 4:
      return .array((0..<below(7)).map { _ in document(depth: depth - 1) })
    default:
      var ids = Set<Int>()
      return .array(
        (0..<below(8)).compactMap { _ in
          let id = below(12)
          guard ids.insert(id).inserted else { return nil }
          return identified(id, depth: depth)
        })
    }
  }

  private mutating func identified(_ id: Int, depth: Int) -> JSONValue {
    let id: JSONValue = id < 9 ? .number(JSONNumber(id)) : .string("id \(id)")
    return .object(JSONObject([("id", id), (key(), document(depth: depth - 1))].filter { $0.0 != "id" || $0.1 == id }))
  }

  /// The document with a few changes in it.
  mutating func changed(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(var object) where below(8) > 0:
      for key in object.keys where below(3) == 0 {
        if let member = object[key], key != "id" || below(10) == 0 {
          object[key] = below(4) == 0 ? nil : changed(member)
        }
      }
      if below(3) == 0 { object[key()] = document(depth: 1) }
      // Moves a member to the end; order doesn't matter.
      if let key = object.keys.first, below(2) == 0, let member = object[key] {
        object[key] = nil
        object[key] = member
      }
      return .object(object)
    case .array(var elements) where below(8) > 0:
      for index in elements.indices where below(3) == 0 { elements[index] = changed(elements[index]) }
      for _ in 0..<below(3) where !elements.isEmpty { elements.remove(at: below(elements.count)) }
      for _ in 0..<below(3) where !elements.isEmpty {
        elements.insert(elements.remove(at: below(elements.count)), at: below(elements.count + 1))
      }
      for _ in 0..<below(3) {
        let new = below(2) == 0 ? identified(below(12), depth: 2) : document(depth: 1)
        elements.insert(new, at: below(elements.count + 1))
      }
      return .array(elements)
    default:
      return below(2) == 0 ? value : document(depth: 2)
    }
  }
}

import Expectations
import StateCoding
import StateTree
import Testing

private func changes(_ earlier: JSONValue, _ later: JSONValue) throws -> [StateOutline.Change] {
  try StateEncoder().outline(later).changes(since: StateEncoder().outline(earlier))
}

private func change(_ pointer: String, _ value: JSONValue?) -> StateOutline.Change {
  StateOutline.Change(pointer: pointer, hash: value?.stateHash)
}

private func many(_ count: Int, _ value: JSONValue = 0) -> JSONValue {
  .object(JSONObject((0..<count).map { ("k\($0)", $0 == 0 ? value : 0) }))
}

/// A value that keeps its hash and its members' hashes.
private struct Keeper: StateHashProviding {
  var tree: JSONValue
  var showsMembers: Bool

  var stateHash: StateHash? { tree.stateHash }
  var memberHashes: [(key: String, hash: StateHash)]? {
    showsMembers ? tree.object?.map { ($0.key, $0.value.stateHash) } : nil
  }
  func encode(to encoder: any Encoder) throws { try tree.encode(to: encoder) }
}

struct StateOutlineTests {
  @Test func `equal states have no changes`() throws {
    try expectEqual(changes(["a": 1], ["a": 1]), [])
    try expectEqual(changes(["a": 1, "b": 2], ["b": 2, "a": 1]), [])
    try expectEqual(changes(5, 5), [])
  }

  @Test func `changed members of the root are reported`() throws {
    try expectEqual(changes(["a": 1, "b": 2], ["a": 1, "b": 3]), [change("/b", 3)])
    try expectEqual(changes(["a": 1], ["a": 1, "b": [2]]), [change("/b", [2])])
    try expectEqual(changes(["a": 1, "b": 2], ["b": 2]), [change("/a", nil)])
    try expectEqual(
      changes(["a": 1, "b": 2], ["c": 3, "b": 4]), [change("/c", 3), change("/b", 4), change("/a", nil)])
    try expectEqual(changes(["a": [1, 2]], ["a": [1, 3]]), [change("/a", [1, 3])])
    try expectEqual(changes([:], ["a": 1]), [change("/a", 1)])
    try expectEqual(changes(["a": 1], [:]), [change("/a", nil)])
  }

  @Test func `changed members of members are reported`() throws {
    let old: JSONValue = ["m": ["a": 1, "b": 2], "n": ["c": 3]]
    try expectEqual(changes(old, ["m": ["a": 1, "b": 9], "n": ["c": 3]]), [change("/m/b", 9)])
    try expectEqual(changes(old, ["m": ["a": 1], "n": ["c": 3, "d": 4]]), [change("/m/b", nil), change("/n/d", 4)])
    try expectEqual(changes(old, ["m": ["a": ["x": 1], "b": 2], "n": ["c": 3]]), [change("/m/a", ["x": 1])])
    try expectEqual(changes(old, ["m": [:], "n": ["c": 3]]), [change("/m/a", nil), change("/m/b", nil)])
    try expectEqual(changes(["m": ["a": ["x": 1]]], ["m": ["a": ["x": 2]]]), [change("/m/a", ["x": 2])])
  }

  @Test func `a member whose kind of value changed is reported whole`() throws {
    try expectEqual(changes(["m": ["a": 1]], ["m": [1]]), [change("/m", [1])])
    try expectEqual(changes(["m": [1]], ["m": ["a": 1]]), [change("/m", ["a": 1])])
    try expectEqual(changes(["m": nil], ["m": [:]]), [change("/m", [:])])
    try expectEqual(changes(["a": 1], ["m": ["a": 1], "a": 1]), [change("/m", ["a": 1])])
    try expectEqual(changes(["m": ["a": 1]], [:]), [change("/m", nil)])
    try expectEqual(changes(["l": [["a": 1]]], ["l": [["a": 2]]]), [change("/l", [["a": 2]])])
  }

  @Test func `a member with more than 64 members is reported whole`() throws {
    try expectEqual(changes(["m": many(64)], ["m": many(64, 1)]), [change("/m/k0", 1)])
    try expectEqual(changes(["m": many(65)], ["m": many(65, 1)]), [change("/m", many(65, 1))])
    try expectEqual(changes(["m": many(64)], ["m": many(65)]), [change("/m", many(65))])
    try expectEqual(changes(many(65), many(65, 1)), [change("/k0", 1)])
    try expectEqual(changes(["m": many(200), "n": ["a": 1]], ["m": many(200), "n": ["a": 2]]), [change("/n/a", 2)])
  }

  @Test func `a root without members is reported whole`() throws {
    try expectEqual(changes(1, 2), [change("", 2)])
    try expectEqual(changes([1], [2]), [change("", [2])])
    try expectEqual(changes([["a": 1]], [["a": 2]]), [change("", [["a": 2]])])
    try expectEqual(changes(["a": 1], [1]), [change("", [1])])
    try expectEqual(changes([1], ["a": 1]), [change("", ["a": 1])])
    try expectEqual(changes([:], nil), [change("", nil as JSONValue)])
  }

  @Test func `pointers are escaped, and keys are compared by bytes`() throws {
    try expectEqual(
      changes(["a/b": ["~": 1, "": 2]], ["a/b": ["~": 2, "": 3]]), [change("/a~1b/~0", 2), change("/a~1b/", 3)])
    try expectEqual(changes(["~1": 1], ["~1": 2]), [change("/~01", 2)])
    try expectEqual(
      changes(["é": 1], ["e\u{301}": 1]).map { Array($0.pointer.utf8) },
      [
        Array("/e\u{301}".utf8), Array("/é".utf8),
      ])
  }

  @Test func `values that keep their hash are compared by their members' hashes`() throws {
    func outline(_ tree: JSONValue, _ showsMembers: Bool) throws -> StateOutline {
      try StateEncoder().outline(["t": Keeper(tree: tree, showsMembers: showsMembers)])
    }
    try expectEqual(outline(["ids": [1]], true).hash, (["t": ["ids": [1]]] as JSONValue).stateHash)
    try expectEqual(
      outline(["ids": [1], "e": 2], true).changes(since: outline(["ids": [], "e": 2], true)),
      [
        change("/t/ids", [1])
      ])
    try expectEqual(
      outline(["ids": [1]], false).changes(since: outline(["ids": []], false)), [change("/t", ["ids": [1]])])
    let old = try StateEncoder().outline(Keeper(tree: ["a": 1], showsMembers: true))
    let new = try StateEncoder().outline(Keeper(tree: ["a": 2], showsMembers: true))
    expectEqual(new.changes(since: old), [change("/a", 2)])
    let hidden = try StateEncoder().outline(Keeper(tree: ["a": 2], showsMembers: false))
    expectEqual(hidden.changes(since: old), [change("", ["a": 2])])
  }

  @Test func `a value encoded out of order has the same outline`() throws {
    let old = try StateEncoder().outline(Puppy(name: "p", tricks: 1, age: 2))
    let new = try StateEncoder().outline(Puppy(name: "p", tricks: 4, age: 2))
    expectEqual(new.changes(since: old), [change("/parent/tricks", 4)])
  }

  @Test func `an outline provides the hash of a location`() throws {
    let outline = try StateEncoder().outline(["a/b": ["c": 1, "d": [2]], "e": 3] as JSONValue)
    expectEqual(outline.hash(at: ""), outline.hash)
    expectEqual(outline.hash(at: "/a~1b"), (["c": 1, "d": [2]] as JSONValue).stateHash)
    expectEqual(outline.hash(at: "/a~1b/d"), ([2] as JSONValue).stateHash)
    expectEqual(outline.hash(at: "/e"), (3 as JSONValue).stateHash)
    expectEqual(outline.hash(at: "/a~1b/d/0"), nil)
    expectEqual(outline.hash(at: "/x"), nil)
  }

  @Test func `an outline that reuses another's memory is the same`() throws {
    let seed: UInt64 = 20
    var random = RandomJSON(seed: seed)
    let session = EncodingSession()
    var reused = StateOutline()
    var before = try StateEncoder().outline(nil as Int?)
    for round in 0..<500 {
      let value: JSONValue = ["a": random.value(), "b": random.value(), "c": random.value(depth: 1)]
      try session.outline(value, into: &reused)
      let fresh = try StateEncoder().outline(value)
      expectEqual(reused, fresh, "seed \(seed), round \(round)")
      expectEqual(reused.changes(since: before), fresh.changes(since: before), "seed \(seed), round \(round)")
      before = fresh
    }
  }
}

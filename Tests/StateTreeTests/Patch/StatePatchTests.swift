import Expectations
import StateCoding
import StateTable
import StateTree
import Synchronization
import TestSupport
import Testing

struct StatePatchTests {
  @Test(arguments: statePatches.indices)
  func `the patch of two states is the diff of their JSON`(index: Int) throws {
    let example = statePatches[index]
    var new = PatchedState()
    example.change(&new)
    let patch = try checked(from: PatchedState(), to: new)
    expectEqual(patch.operations.map(\.json.compact), example.operations)
  }

  @Test(arguments: 0..<12)
  func `any changes give the diff, whether or not the states share memory`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<6 {
      var old = PatchedState()
      old.change(Int.random(in: 0..<60, using: &generator), using: &generator)
      var new = old
      new.change(Int.random(in: 0..<12, using: &generator), using: &generator)
      try checked(from: old, to: new, "seed \(seed)")
      let apart = try StateDecoder().decode(PatchedState.self, from: StateEncoder().encode(new))
      try checked(from: old, to: apart, "seed \(seed)")
      try checked(from: new, to: new, "seed \(seed)")
    }
  }

  /// Takes a second: it compares whole tables in a debug build.
  @Test(arguments: [1, 2, 3])
  func `large tables with little in common give the diff`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let old = EntityTable((0..<700).map { Item(id: "\($0)", title: "of a table that is large") })
    var new = old
    new.change(40, ids: 1000, using: &generator)
    try checked(from: old, to: new, "seed \(seed)")
    new.sort { $0.title < $1.title }
    new.change(400, ids: 1000, using: &generator)
    try checked(from: old, to: new, "seed \(seed)")
    try checked(from: [], to: new, "seed \(seed)")
    try checked(from: new, to: [], "seed \(seed)")
  }

  @Test func `equal ids with different spellings give the diff`() throws {
    let old: EntityTable<Item> = [Item(id: "a"), Item(id: "\u{e9}"), Item(id: "b")]
    var new = old
    new.upsert(Item(id: "e\u{301}"))
    new.update("b") { $0.title = "new" }
    let patch = try checked(from: old, to: new)
    expectEqual(patch.operations.count, 4)
  }

  @Test func `elements whose ids are objects are matched by id`() throws {
    let old = EntityTable((0..<6).map { Composed(id: Composed.ID(id: $0)) })
    var new = old
    new.move(Composed.ID(id: 0), to: 5)
    let patch = try checked(from: old, to: new)
    expectEqual(patch.operations.map(\.json.compact), [#"{"op":"move","from":"/ids/0","path":"/ids/5"}"#])
  }

  @Test func `a value that keeps its hash is only asked for its hash`() throws {
    let same = TextKeeper(text: "same", isSilent: true)
    #expect(try StateEncoder().patch(from: ["k": same], to: ["k": same]).isEmpty)
    let patch = try checked(from: ["k": TextKeeper(text: "old")], to: ["k": TextKeeper(text: "new")])
    expectEqual(patch.operations.map(\.json.compact), [#"{"op":"replace","path":"/k/text","value":"new"}"#])
  }

  @Test func `with a userInfo, values are compared instead of their hashes`() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "suffix"))
    let encoder = StateEncoder(userInfo: [key: "!"])
    let old = EntityTable([Suffixed(id: "a")])
    let patch = try encoder.patch(from: old, to: [Suffixed(id: "a"), Suffixed(id: "b")])
    expectEqual(patch.operations.map(\.json.compact).last, #"{"op":"add","path":"/entities/b","value":{"text":"b!"}}"#)
  }

  @Test func `encoding errors are rethrown`() throws {
    let good: EntityTable<Item> = [Item(id: "a")]
    let bad: EntityTable<Item> = [Item(id: "a", title: "unencodable")]
    #expect(throws: Item.Unencodable.self) { try StateEncoder().patch(from: good, to: bad) }
    #expect(throws: Item.Unencodable.self) { try StateEncoder().patch(from: bad, to: good) }
  }

  @Test func `unchanged entities are not encoded`() throws {
    let old = EntityTable((0..<500).map { Counted(id: $0) })
    var new = old
    new.update(77) { $0.number = 1 }
    new.remove(3)
    new.add(Counted(id: 1000))
    new.move(200, to: 100)
    Counted.encodings.withLock { $0 = [] }
    let patch = try StateEncoder().patch(from: ["deep": ["table": old]], to: ["deep": ["table": new]])
    // The new entity, and the changed one before and after.
    expectEqual(Counted.encodings.withLock { $0 }, [77, 77, 1000])
    expectEqual(patch.operations.count, 7)
  }

  /// Returns the patch, after checking that it equals the trees' diff and gives the new state.
  @discardableResult
  private func checked<State: Encodable>(
    from old: State, to new: State, _ comment: Comment? = nil
  ) throws -> JSONPatch {
    let encoder = StateEncoder()
    let patch = try encoder.patch(from: old, to: new)
    var tree = try encoder.tree(old)
    let expected = JSONPatch.diff(from: tree, to: try encoder.tree(new))
    expectEqual(patch.operations.map(\.json.compact), expected.operations.map(\.json.compact), comment)
    try patch.apply(to: &tree)
    let isRight = try tree == encoder.tree(new)
    #expect(isRight, comment)
    return patch
  }
}

import StateTree
import Synchronization
import TestSupport
import Testing

@Suite("Patch between two states")
struct StatePatchTests {
  @Test("is the diff of their JSON", arguments: statePatches.indices)
  func isTheDiff(index: Int) throws {
    let example = statePatches[index]
    var new = PatchedState()
    example.change(&new)
    let patch = try checked(from: PatchedState(), to: new)
    #expect(patch.operations.map(\.json.compact) == example.operations)
  }

  @Test("whatever was changed, and whether they share memory or not", arguments: 0..<12)
  func random(seed: UInt64) throws {
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

  @Test("of tables that are the whole state, large, and far from each other", arguments: [1, 2, 3])
  func large(seed: UInt64) throws {
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

  @Test("with ids that are equal and written differently")
  func respelledIDs() throws {
    let old: EntityTable<Item> = [Item(id: "a"), Item(id: "\u{e9}"), Item(id: "b")]
    var new = old
    new.upsert(Item(id: "e\u{301}"))
    new.update("b") { $0.title = "new" }
    let patch = try checked(from: old, to: new)
    #expect(patch.operations.count == 4)
  }

  @Test("with ids that are objects, which arrays are matched by")
  func idsThatAreObjects() throws {
    let old = EntityTable((0..<6).map { Composed(id: Composed.ID(id: $0)) })
    var new = old
    new.move(Composed.ID(id: 0), to: 5)
    let patch = try checked(from: old, to: new)
    #expect(patch.operations.map(\.json.compact) == [#"{"op":"move","from":"/ids/0","path":"/ids/5"}"#])
  }

  @Test("of a value that keeps its hash by itself asks for no more than the hash")
  func otherKeepers() throws {
    let same = TextKeeper(text: "same", isSilent: true)
    #expect(try StateEncoder().patch(from: ["k": same], to: ["k": same]).isEmpty)
    let patch = try checked(from: ["k": TextKeeper(text: "old")], to: ["k": TextKeeper(text: "new")])
    #expect(patch.operations.map(\.json.compact) == [#"{"op":"replace","path":"/k/text","value":"new"}"#])
  }

  @Test("goes by what a `userInfo` makes of the values, not by their hashes")
  func userInfo() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "suffix"))
    let encoder = StateEncoder(userInfo: [key: "!"])
    let old = EntityTable([Suffixed(id: "a")])
    let patch = try encoder.patch(from: old, to: [Suffixed(id: "a"), Suffixed(id: "b")])
    #expect(patch.operations.map(\.json.compact).last == #"{"op":"add","path":"/entities/b","value":{"text":"b!"}}"#)
  }

  @Test("throws what encoding throws")
  func errors() throws {
    let good: EntityTable<Item> = [Item(id: "a")]
    let bad: EntityTable<Item> = [Item(id: "a", title: "unencodable")]
    #expect(throws: Item.Unencodable.self) { try StateEncoder().patch(from: good, to: bad) }
    #expect(throws: Item.Unencodable.self) { try StateEncoder().patch(from: bad, to: good) }
  }

  @Test("encodes none of the entities that did not change")
  func encodesOnlyChanges() throws {
    let old = EntityTable((0..<500).map { Counted(id: $0) })
    var new = old
    new.update(77) { $0.number = 1 }
    new.remove(3)
    new.add(Counted(id: 1000))
    new.move(200, to: 100)
    Counted.encodings.withLock { $0 = [] }
    let patch = try StateEncoder().patch(from: ["deep": ["table": old]], to: ["deep": ["table": new]])
    // The new entity, and the changed one before and after.
    #expect(Counted.encodings.withLock { $0 } == [77, 77, 1000])
    #expect(patch.operations.count == 7)
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
    #expect(patch.operations.map(\.json.compact) == expected.operations.map(\.json.compact), comment)
    try patch.apply(to: &tree)
    let isRight = try tree == encoder.tree(new)
    #expect(isRight, comment)
    return patch
  }
}

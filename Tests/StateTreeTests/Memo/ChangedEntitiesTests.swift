import Expectations
import TestSupport
import Testing

@testable import StateCoding
@testable import StateTable
@testable import StateTree

/// The entities of tables that an outline names between two states that a session followed.
struct ChangedEntitiesTests {
  struct State: Codable {
    struct Screen: Codable {
      var items: EntityTable<Item>
      var title = ""
    }

    var items = EntityTable((0..<100).map { Item(id: "item \($0)") })
    var screen = Screen(items: [Item(id: "a"), Item(id: "b"), Item(id: "c")])
    var optional: EntityTable<Item>?
    var count = 0
  }

  private let session: EncodingSession

  init() {
    session = EncodingSession()
    session.followStates(limit: .max)
  }

  private func outline(_ state: some Encodable) throws -> StateOutline {
    var outline = StateOutline()
    try session.outline(state, into: &outline)
    return outline
  }

  private func changes(by change: (inout State) -> Void) throws -> [String: StateHash?] {
    var state = State()
    let before = try outline(state)
    change(&state)
    return Dictionary(uniqueKeysWithValues: try outline(state).changes(since: before).map { ($0.pointer, $0.hash) })
  }

  private func hash(_ value: some Encodable) throws -> StateHash { try StateEncoder().hash(value) }

  @Test func `changed, new and removed entities are named by their keys`() throws {
    try expectEqual(
      changes { $0.items[id: "item 5"]?.title = "new" },
      [
        "/items/entities/item 5": hash(Item(id: "item 5", title: "new"))
      ])
    var ids = (0..<100).map { "item \($0)" }
    ids.remove(at: 7)
    ids.append("a/b")
    try expectEqual(
      changes {
        $0.items[id: "item 5"]?.title = "new"
        $0.items.add(Item(id: "a/b"))
        $0.items.remove("item 7")
        $0.count = 1
      },
      [
        "/items/entities/item 5": hash(Item(id: "item 5", title: "new")), "/items/entities/a~1b": hash(Item(id: "a/b")),
        "/items/entities/item 7": nil, "/items/ids": hash(ids), "/count": hash(1),
      ])
  }

  @Test func `an entity with a new id is gone under its old key`() throws {
    try expectEqual(
      changes { $0.screen.items.update("b") { $0 = Item(id: "c", title: "b") } },
      [
        "/screen/items/entities/b": nil, "/screen/items/entities/c": hash(Item(id: "c", title: "b")),
        "/screen/items/ids": hash(["a", "c"]),
      ])
    try expectEqual(
      changes { $0.screen.items.update("b") { $0.id = "c" } },
      [
        "/screen/items/entities/b": nil, "/screen/items/ids": hash(["a", "c"]),
      ])
  }

  @Test func `an entity that is as it was isn't named`() throws {
    try expectEqual(
      changes {
        $0.items[id: "item 1"]?.title = "new"
        $0.items[id: "item 2"]?.title = "new"
        $0.items[id: "item 1"]?.title = ""
      }, ["/items/entities/item 2": hash(Item(id: "item 2", title: "new"))])
    try expectEqual(
      changes {
        if let item = $0.items.remove("item 1") { $0.items.add(item) }
      }.keys.sorted(), ["/items/ids"])
  }

  @Test func `a table in a member has its entities named`() throws {
    try expectEqual(
      changes { $0.screen.items[id: "b"]?.title = "new" },
      [
        "/screen/items/entities/b": hash(Item(id: "b", title: "new"))
      ])
    try expectEqual(changes { $0.screen.items.move("b", to: 0) }, ["/screen/items/ids": hash(["b", "a", "c"])])
  }

  @Test func `a table that is the state has its entities named`() throws {
    var table = State().items
    let before = try outline(table)
    table[id: "item 4"]?.title = "new"
    try expectEqual(
      outline(table).changes(since: before),
      [
        .init(pointer: "/entities/item 4", hash: hash(Item(id: "item 4", title: "new")))
      ])
  }

  @Test func `more than 16 changes to a table are named by its entities`() throws {
    func edit(_ count: Int) throws -> [String] {
      try changes { for index in 0..<count { $0.items[id: "item \(index)"]?.title = "new" } }.keys.sorted()
    }
    try expectEqual(edit(16).count, 16)
    try expectEqual(edit(17), ["/items/entities"])
    try expectEqual(
      changes { for index in 0..<17 { $0.screen.items.add(Item(id: "\(index)")) } }.keys.sorted(),
      ["/screen/items/entities", "/screen/items/ids"])
  }

  @Test func `a table that isn't a version of the last one has its entities named together`() throws {
    try expectEqual(changes { $0.items = EntityTable($0.items.map { Item(id: $0.id, title: "new") }) }.count, 1)
    try expectEqual(changes { $0.optional = $0.items }.keys.sorted(), ["/optional"])
  }

  @Test func `an entity is hashed as it is written, with secrets replaced`() throws {
    struct Account: Codable, Identifiable { var id: String, password: String }
    let rules = RedactionRules(redacting: [], names: ["password"])
    let session = EncodingSession(rules: rules)
    session.followStates(limit: .max)
    var accounts = EntityTable((0..<50).map { Account(id: "\($0)", password: "\($0)") })
    var outlines = [StateOutline(), StateOutline(), StateOutline()]
    for index in outlines.indices {
      try session.outline(["accounts": accounts], into: &outlines[index])
      accounts.add(Account(id: "new \(index)", password: "a password"))
    }
    // The table learns of the rules from the first state, and hashes under them from its next change on.
    expectEqual(outlines[1].changes(since: outlines[0]).map(\.pointer), ["/accounts/ids", "/accounts/entities"])
    expectEqual(
      outlines[2].changes(since: outlines[1]).last,
      .init(
        pointer: "/accounts/entities/new 1",
        hash: try StateEncoder(rules: rules).hash(Account(id: "new 1", password: "a password"))))
  }

  @Test func `an entity without some of its values isn't named`() throws {
    let rules = RedactionRules.off.leavingOut(["/items/entities/*/title"])
    let session = EncodingSession(rules: rules)
    session.followStates(limit: .max)
    var state = State()
    var outlines = [StateOutline(), StateOutline(), StateOutline()]
    for index in outlines.indices {
      state.items[id: "item \(index)"]?.tags = ["\(index)"]
      try session.outline(state, into: &outlines[index])
    }
    expectEqual(outlines[2].changes(since: outlines[1]).map(\.pointer), ["/items/entities"])
  }

  @Test(arguments: 0..<UInt64(Soak.count(3, soak: 50)))
  func `named entities are all that changed, over random edits`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var state = RandomTables(count: 20)
    var before = try outline(state)
    var tree = try StateEncoder().tree(state)
    var named = 0
    for step in 0..<Soak.count(75, soak: 5000) {
      state.edit(using: &generator)
      let after = try outline(state)
      let new = try StateEncoder().tree(state)
      var rebuilt = tree
      for change in after.changes(since: before) {
        let pointer = try JSONPointer(change.pointer)
        expectEqual(change.hash, new[pointer]?.stateHash, "seed \(seed), step \(step), \(change.pointer)")
        if pointer.tokens.last != "ids" { named += 1 }
        rebuilt.set(new[pointer], at: pointer.tokens[...])
      }
      try #require(rebuilt == new, "seed \(seed), step \(step)")
      (before, tree) = (after, new)
    }
    #expect(named > 50, "seed \(seed)")
  }
}

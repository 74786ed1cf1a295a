import Expectations
import StateTable
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct EntityTableTests {
  let abc: EntityTable<Item> = [Item(id: "a"), Item(id: "b"), Item(id: "c")]

  @Test func `an empty table has no entities`() {
    let table = EntityTable<Item>()
    #expect(table.isEmpty)
    expectEqual(table[id: "a"], nil)
    expectEqual(table.index(of: "a"), nil)
    expectEqual(Array(table), [])
  }

  @Test func `entities are looked up by id and by position`() {
    expectEqual(abc[id: "b"], Item(id: "b"))
    expectEqual(abc[1], Item(id: "b"))
    expectEqual(abc.index(of: "c"), 2)
    #expect(abc.contains(id: "c"))
    #expect(!abc.contains(id: "d"))
    expectEqual(Array(abc.ids), ["a", "b", "c"])
    #expect(abc.ids.contains("a"))
    expectEqual(abc.ids.firstIndex(of: "b"), 1)
    expectEqual(abc.ids[2], "c")
  }

  @Test func `the first of two entities with the same id stays`() {
    let table = EntityTable([Item(id: "a", title: "first"), Item(id: "a", title: "second")])
    expectEqual(Array(table), [Item(id: "a", title: "first")])
  }

  @Test func `add appends only entities with new ids`() {
    var table = abc
    let wasAdded = [table.add(Item(id: "d")), table.add(Item(id: "a", title: "other"))]
    expectEqual(wasAdded, [true, false])
    table.add(contentsOf: [Item(id: "b", title: "other"), Item(id: "e")])
    expectEqual(Array(table), ["a", "b", "c", "d", "e"].map { Item(id: $0) })
  }

  @Test(arguments: [(-1, ["d", "a", "b", "c"]), (1, ["a", "d", "b", "c"]), (9, ["a", "b", "c", "d"])])
  func `add at a position uses the nearest valid one`(position: Int, expected: [String]) {
    var table = abc
    table.add(Item(id: "d"), at: position)
    expectEqual(Array(table.ids), expected)
  }

  @Test func `upsert replaces an entity in place or appends it`() {
    var table = abc
    table.upsert(contentsOf: [Item(id: "b", title: "new"), Item(id: "d")])
    expectEqual(Array(table), [Item(id: "a"), Item(id: "b", title: "new"), Item(id: "c"), Item(id: "d")])
  }

  @Test func `update changes an entity in place`() {
    var table = abc
    let wasThere = [table.update("b") { $0.title = "new" }, table.update("d") { $0.title = "new" }]
    expectEqual(wasThere, [true, false])
    table[id: "c"]?.tags.append("x")
    table[id: "d"]?.tags.append("x")
    expectEqual(Array(table), [Item(id: "a"), Item(id: "b", title: "new"), Item(id: "c", tags: ["x"])])
  }

  @Test func `an update that throws keeps its earlier changes`() throws {
    struct Stop: Error {}
    var table = abc
    #expect(throws: Stop.self) {
      try table.update("b") { item throws(Stop) in
        item.title = "half"
        throw Stop()
      }
    }
    expectEqual(table[id: "b"], Item(id: "b", title: "half"))
    try expectEqual(table.stateHash, table.hashOfJSON())
  }

  @Test func `an update may change an entity's id`() throws {
    var table = abc
    table.update("a") { $0.id = "z" }
    expectEqual(Array(table.ids), ["z", "b", "c"])
    expectEqual(table[id: "a"], nil)
    expectEqual(table[id: "z"], Item(id: "z"))
    try expectEqual(table.stateHash, table.hashOfJSON())
  }

  @Test func `an update to a taken id replaces the other entity`() throws {
    var table = abc
    table.update("c") { $0 = Item(id: "a", title: "was c") }
    expectEqual(Array(table), [Item(id: "b"), Item(id: "a", title: "was c")])
    table[id: "b"] = Item(id: "a", title: "was b")
    expectEqual(Array(table), [Item(id: "a", title: "was b")])
    table[id: "nobody"] = Item(id: "a", title: "new")
    expectEqual(Array(table), [Item(id: "a", title: "new")])
    try expectEqual(table.stateHash, table.hashOfJSON())
  }

  @Test func `equal ids with different spellings are hashed as written`() throws {
    var table = EntityTable([Item(id: "\u{e9}"), Item(id: "b")])
    table.upsert(Item(id: "e\u{301}"))
    expectEqual(table.count, 2)
    expectEqual(Array(table[0].id.utf8), Array("e\u{301}".utf8))
    try expectEqual(table.stateHash, table.hashOfJSON())
    table.remove("\u{e9}")
    try expectEqual(table.stateHash, table.hashOfJSON())
  }

  @Test func `remove deletes an entity`() {
    var table = abc
    let removed = [table.remove("b"), table.remove("b")]
    expectEqual(removed, [Item(id: "b"), nil])
    table[id: "a"] = nil
    table[id: "nobody"] = nil
    expectEqual(Array(table), [Item(id: "c")])
    table.removeAll()
    expectEqual(table, [])
    expectEqual(table.stateHash, EntityTable<Item>().stateHash)
  }

  @Test func `removeAll deletes the entities that match a condition`() {
    var table = abc
    table.removeAll { $0.id != "b" }
    expectEqual(Array(table.ids), ["b"])
  }

  @Test(arguments: [
    ("a", 2, ["b", "c", "a"]), ("c", 0, ["c", "a", "b"]), ("b", 1, ["a", "b", "c"]), ("a", 99, ["b", "c", "a"]),
    ("b", -5, ["b", "a", "c"]), ("nobody", 0, ["a", "b", "c"]),
  ])
  func `move changes an entity's position`(id: String, position: Int, expected: [String]) throws {
    var table = abc
    let wasThere = table.move(id, to: position)
    expectEqual(wasThere, abc.contains(id: id))
    expectEqual(Array(table.ids), expected)
    try expectEqual(table.stateHash, table.hashOfJSON())
  }

  @Test func `sort changes the order`() throws {
    var table = abc
    table.sort { $0.id > $1.id }
    expectEqual(Array(table.ids), ["c", "b", "a"])
    expectEqual(table[id: "a"], Item(id: "a"))
    try expectEqual(table.stateHash, table.hashOfJSON())
  }

  @Test func `entities can be added after removals and a sort`() throws {
    var table = abc
    table.remove("b")
    table.remove("c")
    table.sort { $0.id < $1.id }
    table.add(contentsOf: [Item(id: "d"), Item(id: "e"), Item(id: "f")])
    expectEqual(Array(table.ids), ["a", "d", "e", "f"])
    expectEqual(table.index(of: "e"), 2)
    try expectEqual(table.stateHash, table.hashOfJSON())
  }

  @Test func `setAll replaces all entities`() {
    var table = abc
    table.setAll([Item(id: "c"), Item(id: "x")])
    expectEqual(Array(table.ids), ["c", "x"])
    #expect(!table.contains(id: "a"))
  }

  @Test func `equality and hash value depend on entities and order`() {
    var other: EntityTable<Item> = [Item(id: "c"), Item(id: "b"), Item(id: "x"), Item(id: "a")]
    #expect(other != abc)
    other.remove("x")
    #expect(other != abc)
    other.move("c", to: 2)
    other.move("a", to: 0)
    expectEqual(other, abc)
    expectEqual(other.stateHash, abc.stateHash)
  }

  @Test func `the mirror shows the encoded members`() {
    let children = Mirror(reflecting: abc).children
    expectEqual(children.map(\.label), ["ids", "entities"])
    expectEqual(children.first?.value as? [String], ["a", "b", "c"])
  }

  /// Takes seconds: it inserts 100,000 entities in a debug build.
  @Test func `a table holds a hundred thousand entities`() throws {
    var table = EntityTable((0..<100_000).map { Item(id: "task-\($0)") })
    for number in stride(from: 0, to: 100_000, by: 1000) {
      table.remove("task-\(number)")
      table[id: "task-\(number + 1)"]?.title = "changed"
      table.move("task-\(number + 2)", to: number / 2)
    }
    expectEqual(table.count, 99_900)
    expectEqual(table.index(of: "task-99999"), 99_899)
    expectEqual(table[99_899].id, "task-99999")
    try expectEqual(table.stateHash, table.hashOfJSON())
  }
}

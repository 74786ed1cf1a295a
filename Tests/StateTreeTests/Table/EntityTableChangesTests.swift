import Expectations
import TestSupport
import Testing

@testable import StateTable

struct EntityTableChangesTests {
  let abc: EntityTable<Item> = [Item(id: "a"), Item(id: "b"), Item(id: "c")]

  @Test func `an unchanged table has no changes`() {
    #expect(abc.changes(since: abc).isEmpty)
    #expect(abc.changes(since: EntityTable(Array(abc))).isEmpty)
    #expect(EntityTable<Item>().changes(since: []).isEmpty)
  }

  @Test func `added, removed and updated entities are listed`() {
    var table = abc
    table.update("c") { $0.title = "new" }
    table.remove("a")
    table.add(Item(id: "e"))
    table.add(Item(id: "d"), at: 0)
    let changes = table.changes(since: abc)
    expectEqual(changes.inserted, ["d", "e"])
    expectEqual(changes.removed, ["a"])
    expectEqual(changes.updated, ["c"])
    #expect(!changes.isReordered)
    #expect(!changes.isEmpty)
    let back = abc.changes(since: table)
    expectEqual(back.inserted, ["a"])
    expectEqual(back.removed, ["d", "e"])
    expectEqual(back.updated, ["c"])
  }

  @Test func `a new order is a change`() {
    var table = abc
    table.move("a", to: 2)
    #expect(table.changes(since: abc).isReordered)
    table.remove("a")
    #expect(!table.changes(since: abc).isReordered)
    table.add(Item(id: "a"))
    let changes = table.changes(since: abc)
    expectEqual(changes, EntityTable<Item>.Changes(inserted: [], removed: [], updated: [], isReordered: true))
  }

  @Test func `an entity that can't be encoded counts as updated`() {
    var table = abc
    table.update("b") { $0.title = "unencodable" }
    expectEqual(table.changes(since: abc).updated, ["b"])
    expectEqual(abc.changes(since: table).updated, ["b"])
    var other = table
    other.update("b") { $0.tags = ["x"] }
    expectEqual(other.changes(since: table).updated, ["b"])
    #expect(!other.changes(since: table).isReordered)
  }

  /// Seeds, numbers of entities and numbers of changes.
  ///
  /// Takes seconds: it compares all entities of large tables.
  @Test(arguments: [(1, 6, 4), (2, 60, 10), (3, 60, 200), (4, 3000, 3), (5, 3000, 500)])
  func `the changes match a comparison of all entities`(seed: UInt64, count: Int, changeCount: Int) {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<(count > 1000 ? 2 : 8) {
      var old = EntityTable((0..<count).map { Item(id: "\($0)") })
      old.change(changeCount, ids: 2 * count, using: &generator)
      var new = old
      new.change(changeCount, ids: 2 * count, using: &generator)
      // Two tables with a common history, and two without.
      for (old, new) in [(old, new), (old, EntityTable(Array(new))), (EntityTable(old.reversed()), new)] {
        let changes = new.changes(since: old)
        expectEqual(changes.inserted, new.ids.filter { !old.contains(id: $0) }, "seed \(seed), round \(round)")
        expectEqual(changes.removed, old.ids.filter { !new.contains(id: $0) }, "seed \(seed), round \(round)")
        let updated = new.filter { entity in old[id: entity.id].map { $0 != entity } ?? false }.map(\.id)
        expectEqual(changes.updated, updated, "seed \(seed), round \(round)")
        let isReordered = old.ids.filter { new.contains(id: $0) } != new.ids.filter { old.contains(id: $0) }
        expectEqual(changes.isReordered, isReordered, "seed \(seed), round \(round)")
      }
    }
  }

  @Test(arguments: [(1, 5), (2, 70), (3, 2000)])
  func `the common ends of two orders are found`(seed: UInt64, count: Int) {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<20 {
      let old = EntityTable((0..<count).map { Item(id: "\($0)") })
      var new = old
      new.change(round % 4, ids: 2 * count, using: &generator)
      let (olds, news) = (Array(old.ids), Array(new.ids))
      let prefix = zip(olds, news).prefix { $0 == $1 }.count
      let suffix = zip(olds.dropFirst(prefix).reversed(), news.dropFirst(prefix).reversed()).prefix { $0 == $1 }.count
      let ends = new.order.ends(like: old.order)
      #expect(ends == (prefix, suffix), "seed \(seed), round \(round)")
    }
  }
}

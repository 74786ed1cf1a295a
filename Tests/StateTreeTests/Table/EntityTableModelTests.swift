import Expectations
import TestSupport
import Testing

@testable import StateCoding
@testable import StateTable

/// Applies random changes to a table and an array, which must stay equal.
struct EntityTableModelTests {
  /// Seeds and numbers of ids to choose from.
  ///
  /// Takes seconds: it checks the invariants of the tree after each step.
  @Test(arguments: [(1, 8), (2, 150), (3, Soak.count(500, soak: 1500))] as [(UInt64, Int)])
  func `a table behaves like an array`(seed: UInt64, idCount: Int) throws {
    var generator = SeededGenerator(seed: seed)
    var table = EntityTable<Item>()
    var model: [Item] = []
    // The table alternately grows and shrinks, so nodes are split, joined and removed.
    for step in 0..<(6 * idCount + 500) {
      if step % (idCount / 2) == 0 {
        table.sort { ($0.title, $0.id) < ($1.title, $1.id) }
        model.sort { ($0.title, $0.id) < ($1.title, $1.id) }
      }
      let grows = step / (idCount + 100) % 2 == 0
      let id = "task-\(Int.random(in: 0..<idCount, using: &generator))"
      let position = model.firstIndex { $0.id == id }
      let target = Int.random(in: 0...model.count, using: &generator)
      let item = Item(id: id, title: "step \(step)")
      switch Int.random(in: 0..<15, using: &generator) {
      case 0..<3 where grows:
        table.add(item)
        if position == nil { model.append(item) }
      case 3..<5 where grows:
        table.add(item, at: target)
        if position == nil { model.insert(item, at: target) }
      case 0..<5:
        let removed = table.remove(id)
        expectEqual(removed, position.map { model[$0] })
        if let position { model.remove(at: position) }
      case 5:
        table.upsert(item)
        if let position { model[position] = item } else { model.append(item) }
      case 6:
        table[id: id]?.tags.append("tag \(step)")
        if let position { model[position].tags.append("tag \(step)") }
      case 7, 8:
        table.move(id, to: target)
        if let position {
          let moved = model.remove(at: position)
          model.insert(moved, at: min(target, model.count))
        }
      case 9:
        table[id: id] = item
        if let position { model[position] = item } else { model.append(item) }
      case 10 where !grows:
        table[id: id] = nil
        if let position { model.remove(at: position) }
      case 10:
        let items = [item, Item(id: "task-\((step * 7) % idCount)", title: "one of two")]
        table.add(contentsOf: items)
        for item in items where !model.contains(where: { $0.id == item.id }) { model.append(item) }
      case 11:
        let items = [item, Item(id: "task-\((step * 7) % idCount)", title: "two of two")]
        table.upsert(contentsOf: items)
        for item in items {
          if let index = model.firstIndex(where: { $0.id == item.id }) {
            model[index] = item
          } else {
            model.append(item)
          }
        }
      case 12:
        table.update(id) { $0.title += "+" }
        if let position { model[position].title += "+" }
      case 13 where step % 20 == 0:
        table.removeAll { $0.tags.count > 2 }
        model.removeAll { $0.tags.count > 2 }
      case 13 where step % 50 == 1:
        table = try StateDecoder().decode(EntityTable<Item>.self, from: StateEncoder().encode(table))
      case 13 where step % 300 == 2:
        model.reverse()
        table.setAll(model)
      case 13 where step % 600 == 3:
        table.removeAll()
        model.removeAll()
      default:
        let other = "task-\(Int.random(in: 0..<idCount, using: &generator))"
        table.update(id) { $0.id = other }
        if let position {
          model[position].id = other
          if let replaced = model.indices.first(where: { $0 != position && model[$0].id == other }) {
            model.remove(at: replaced)
          }
        }
      }
      if idCount <= 150 || step % 100 == 0 { table._checkInvariants() }
      if step % (1 + idCount * idCount / 4000) == 0 {
        let isEqual = Array(table) == model
        try #require(isEqual, "seed \(seed), step \(step)")
        try #require(try table.stateHash == table.hashOfJSON(), "seed \(seed), step \(step)")
        let isIndexed = model.enumerated().allSatisfy { table.index(of: $1.id) == $0 && table[$0] == $1 }
        try #require(isIndexed, "seed \(seed), step \(step)")
      }
    }
    while let last = model.popLast() {
      let removed = table.remove(last.id)
      expectEqual(removed, last)
      if idCount <= 150 || model.count % 100 == 0 { table._checkInvariants() }
    }
    expectEqual(table.stateHash, EntityTable<Item>().stateHash)
  }

  @Test(arguments: [1, 63, 64, 65, 1024, 1025, 5000])
  func `a table built at once equals one built entity by entity`(count: Int) throws {
    let items = (0..<count).map { Item(id: "\($0)") }
    var oneByOne = EntityTable<Item>()
    for item in items { oneByOne.add(item) }
    oneByOne._checkInvariants()
    var fromTheFront = EntityTable<Item>()
    for item in items.reversed() { fromTheFront.add(item, at: 0) }
    fromTheFront._checkInvariants()
    let atOnce = EntityTable(items)
    atOnce._checkInvariants()
    expectEqual(atOnce, oneByOne)
    expectEqual(atOnce, fromTheFront)
    expectEqual(atOnce.stateHash, oneByOne.stateHash)
    expectEqual(atOnce.stateHash, fromTheFront.stateHash)
    try expectEqual(atOnce.stateHash, atOnce.hashOfJSON())
  }
}

import Expectations
import Testing

@testable import StateTable

/// Finds what a change copies by comparing the memory that tables share.
struct EntityTableCopyTests {
  @Test func `a kept copy doesn't change`() throws {
    var table = EntityTable((0..<5000).map { Item(id: "\($0)") })
    let kept = table
    let entities = Array(kept)
    let hash = kept.stateHash
    for number in 0..<2000 {
      table.remove("\(number)")
      table[id: "\(number + 2000)"]?.title = "changed"
      table.add(Item(id: "new \(number)"), at: number)
      table.move("\(number + 2500)", to: 0)
    }
    table.sort { $0.title > $1.title }
    expectEqual(Array(kept), entities)
    expectEqual(kept.stateHash, hash)
    try expectEqual(kept.hashOfJSON(), hash)
    expectEqual(kept.index(of: "4999"), 4999)
    try expectEqual(table.stateHash, table.hashOfJSON())
  }

  @Test func `an unshared table is changed in place`() throws {
    var table = EntityTable((0..<5000).map { Item(id: "\($0)", tags: ["one", "two"]) })
    func address(of id: String, _ change: (inout [String]) -> Void) -> Int {
      var address = 0
      table.update(id) { item in
        change(&item.tags)
        address = item.tags.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
      }
      return address
    }
    let before = address(of: "777") { _ in }
    let after = address(of: "777") { $0[0] = "changed" }
    expectEqual(after, before)
    table[id: "777"]?.tags[1] = "changed"
    let afterSubscript = address(of: "777") { _ in }
    expectEqual(afterSubscript, before)
    expectEqual(table[id: "777"]?.tags, ["changed", "changed"])
  }

  /// Changes, and how many parts of an unshared table each may replace.
  static let changes: [(name: String, parts: Int, change: @Sendable (inout EntityTable<Item>) -> Void)] = [
    ("an update", 0, { $0.update("7777") { $0.title = "changed" } }),
    ("a subscript", 0, { $0[id: "7777"]?.title = "changed" }),
    ("a replacement", 0, { $0.upsert(Item(id: "7777")) }),
    ("a removal", 1, { $0.remove("7777") }),
    ("a move", 4, { $0.move("7777", to: 100) }),
    ("an addition", 8, { $0.add(Item(id: "new"), at: 5000) }),
  ]

  @Test(arguments: changes.indices)
  func `a change to an unshared table copies nothing`(index: Int) {
    let (name, parts, change) = Self.changes[index]
    var table = EntityTable((0..<10_000).map { Item(id: "\($0)") })
    let before = table.storage
    change(&table)
    let replaced = before.subtracting(table.storage).count
    #expect(replaced <= parts, "\(name) replaced \(replaced)")
  }

  @Test(arguments: changes.indices)
  func `a change to a shared table copies a few parts`(index: Int) {
    let (name, _, change) = Self.changes[index]
    var table = EntityTable((0..<10_000).map { Item(id: "\($0)") })
    let kept = table
    change(&table)
    let copied = table.storage.subtracting(kept.storage).count
    // Of more than a thousand: the paths to an entity, its place in the order, and its directory entry.
    #expect((1...60).contains(copied), "\(name) copied \(copied) of \(table.storage.count)")
  }
}

extension EntityTable {
  /// The addresses of the table's parts.
  var storage: Set<Int> {
    var parts: Set<Int> = []
    func note<Element>(_ array: [Element]) {
      array.withUnsafeBufferPointer { _ = parts.insert(Int(bitPattern: $0.baseAddress)) }
    }
    func note<Element>(chunksOf array: ChunkedArray<Element>) {
      note(array.blocks)
      array.blocks.forEach(note)
      array.blocks.joined().forEach(note)
    }
    note(chunksOf: slots.elements)
    note(chunksOf: slots.vacant)
    note(chunksOf: directory.shards)
    note(chunksOf: order.leafOfSlot)
    note(chunksOf: order.leaves.elements)
    note(chunksOf: order.branches.elements)
    for index in 0..<directory.shards.count { note(directory.shards[index].entries) }
    for index in 0..<order.leaves.elements.count { note(order.leaves[index].elements) }
    for index in 0..<order.branches.elements.count { note(order.branches[index].children) }
    return parts
  }
}

import Expectations
import TestSupport
import Testing

@testable import StateTable

struct EntityDirectoryTests {
  /// Seeds and numbers of distinct hash values.
  ///
  /// Takes seconds: 20,000 steps for each of five tables.
  @Test(arguments: [(1, 1), (2, 3), (3, 40), (4, 5000), (5, 1_000_000)])
  func `a directory finds the same entries as a dictionary`(seed: UInt64, hashCount: Int) throws {
    var generator = SeededGenerator(seed: seed)
    var directory = EntityDirectory()
    var model: [Int: Int] = [:]
    let slotCount = hashCount < 100 ? 60 : 5000
    for step in 0..<20_000 {
      // Mostly grows, then shrinks.
      let slot = Int.random(in: 0..<slotCount, using: &generator)
      if let hash = model[slot] {
        if Int.random(in: 0..<10, using: &generator) < (step < 14_000 ? 3 : 9) {
          directory.remove(hash, slot)
          model[slot] = nil
        }
      } else if step < 14_000 || step % 10 == 0 {
        let hash = Int.random(in: 0..<hashCount, using: &generator)
        directory.insert(hash, slot)
        model[slot] = hash
      }
      let asked = Int.random(in: 0..<slotCount, using: &generator)
      let hash = model[asked] ?? Int.random(in: 0..<hashCount, using: &generator)
      let found = directory.slot(of: hash) { $0 == asked }
      try #require(found == (model[asked] == nil ? nil : asked), "seed \(seed), step \(step)")
      if slotCount <= 60 || step % 100 == 0 { directory._checkInvariants() }
    }
    for (slot, hash) in model {
      expectEqual(directory.slot(of: hash) { $0 == slot }, slot, "seed \(seed)")
      directory.remove(hash, slot)
      expectEqual(directory.slot(of: hash) { $0 == slot }, nil, "seed \(seed)")
    }
  }

  /// An identifier whose values share one hash value.
  struct Colliding: RawRepresentable, EntityID {
    var rawValue: Int
    func hash(into hasher: inout Hasher) {}
  }

  struct Node: Codable, Identifiable, Equatable { var id: Colliding }

  /// Takes seconds: with one hash value, each lookup compares all ids.
  @Test func `ids with the same hash value are distinguished`() throws {
    var table = EntityTable((0..<300).map { Node(id: Colliding(rawValue: $0)) })
    for number in stride(from: 0, to: 300, by: 2) {
      table.remove(Colliding(rawValue: number))
      table._checkInvariants()
    }
    expectEqual(table.map(\.id.rawValue), Array(stride(from: 1, to: 300, by: 2)))
    expectEqual(table.index(of: Colliding(rawValue: 299)), 149)
    #expect(!table.contains(id: Colliding(rawValue: 298)))
    try expectEqual(table.stateHash, table.hashOfJSON())
  }
}

import Expectations
import TestSupport
import Testing

@testable import StateTable

struct EntityDirectoryTests {
  /// Seeds and numbers of distinct hash values.
  ///
  /// Takes a second: thousands of steps for each of five tables.
  @Test(arguments: [(1, 1), (2, 3), (3, 40), (4, 5000), (5, 1_000_000)])
  func `a directory finds the same entries as a dictionary`(seed: UInt64, hashCount: Int) throws {
    var generator = SeededGenerator(seed: seed)
    var directory = EntityDirectory()
    var model: [Int: Int] = [:]
    let slotCount = hashCount < 100 ? 60 : 5000
    let (growth, steps) = (Soak.count(4000, soak: 14_000), Soak.count(6000, soak: 20_000))
    for step in 0..<steps {
      // Mostly grows, then shrinks.
      let slot = Int.random(in: 0..<slotCount, using: &generator)
      if let hash = model[slot] {
        if Int.random(in: 0..<10, using: &generator) < (step < growth ? 3 : 9) {
          directory.remove(hash, slot)
          model[slot] = nil
        }
      } else if step < growth || step % 10 == 0 {
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

  @Test func `ids with the same hash value are distinguished`() throws {
    var table = EntityTable((0..<120).map { Node(id: Colliding(rawValue: $0)) })
    for number in stride(from: 0, to: 120, by: 2) {
      table.remove(Colliding(rawValue: number))
      table._checkInvariants()
    }
    expectEqual(table.map(\.id.rawValue), Array(stride(from: 1, to: 120, by: 2)))
    expectEqual(table.index(of: Colliding(rawValue: 119)), 59)
    #expect(!table.contains(id: Colliding(rawValue: 118)))
    try expectEqual(table.stateHash, table.hashOfJSON())
  }
}

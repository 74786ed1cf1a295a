import Expectations
import Foundation
import Testing

@testable import StateTable

struct MemberHashOffsetTests {
  struct Entity<ID: EntityID>: Codable, Identifiable {
    var id: ID
    var number: Int8 = 0
  }

  /// Compares two tables' slots with the same number at an offset.
  private func verdicts<ID: EntityID>(_ left: EntityTable<Entity<ID>>, _ right: EntityTable<Entity<ID>>) -> [Bool] {
    let place = MemberHashOffset(in: EntityTable<Entity<ID>>.self)
    return left.slots.elements.blocks[0][0].withUnsafeBufferPointer { left in
      right.slots.elements.blocks[0][0].withUnsafeBufferPointer { right in
        (0..<left.count).map { place.hasSameHash(left.baseAddress! + $0, right.baseAddress! + $0) }
      }
    }
  }

  private func check<ID: EntityID>(_ ids: [ID]) {
    let table = EntityTable(ids.map { Entity(id: $0) })
    var other = EntityTable(ids.map { Entity(id: $0) })
    expectEqual(verdicts(table, other), [true, true, true])
    other.update(ids[1]) { $0.number = 1 }
    expectEqual(verdicts(table, other), [true, false, true])
    other.remove(ids[2])
    expectEqual(verdicts(table, other), [true, false, false])
    // Vacant slots have no hash to compare.
    expectEqual(verdicts(other, other), [true, true, false])
  }

  @Test func `the offset is found for any type of entity`() throws {
    check([1, 2, 3])
    check(["a", "b", String(repeating: "long ", count: 20)])
    check([UUID(), UUID(), UUID()])
  }

  @Test func `entities that can't be encoded have no hash`() {
    let table: EntityTable = [Item(id: "a", title: "unencodable")]
    let place = MemberHashOffset(in: EntityTable<Item>.self)
    table.slots.elements.blocks[0][0].withUnsafeBufferPointer {
      #expect(!place.hasSameHash($0.baseAddress!, $0.baseAddress!))
    }
  }
}

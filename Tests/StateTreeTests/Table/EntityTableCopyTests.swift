import StateTree
import Testing

/// What is copied by a change, seen by the addresses of buffers that entities hold.
@Suite struct EntityTableCopyTests {
  @Test func aCopyThatIsKeptDoesNotChange() throws {
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
    #expect(Array(kept) == entities)
    #expect(kept.stateHash == hash)
    #expect(try kept.hashOfJSON() == hash)
    #expect(kept.index(of: "4999") == 4999)
    #expect(try table.stateHash == table.hashOfJSON())
  }

  @Test func aTableThatNobodyElseHoldsIsChangedInPlace() throws {
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
    #expect(after == before)
    table[id: "777"]?.tags[1] = "changed"
    let afterSubscript = address(of: "777") { _ in }
    #expect(afterSubscript == before)
    #expect(table[id: "777"]?.tags == ["changed", "changed"])
  }

  @Test func aKeptCopySharesAllButTheChunkThatWasChanged() {
    var table = EntityTable((0..<5000).map { Item(id: "\($0)", tags: ["one"]) })
    let kept = table
    table.update("777") { $0.tags[0] = "changed" }
    let shared = zip(table, kept).filter { new, old in
      new.tags.withUnsafeBufferPointer(\.baseAddress) == old.tags.withUnsafeBufferPointer(\.baseAddress)
    }
    #expect(shared.count == 4999)
  }
}

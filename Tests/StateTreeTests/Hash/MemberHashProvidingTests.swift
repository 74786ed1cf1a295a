import Expectations
import Testing

@testable import StateCoding
@testable import StateTable
@testable import StateTree

struct MemberHashProvidingTests {
  private func told(_ table: EntityTable<Item>) -> (hash: StateHash?, members: [String: StateHash]) {
    var members: [String: StateHash] = [:]
    let hash = table.stateHash { members[$0] = $1 }
    return (hash, members)
  }

  @Test func `a table provides the hashes that make up its hash`() throws {
    let table: EntityTable = [Item(id: "a", title: "Sleep"), Item(id: "b")]
    let (hash, members) = told(table)
    let json = try JSONValue(parsing: StateEncoder().encode(table))
    expectEqual(hash, json.stateHash)
    expectEqual(members["ids"], json["ids"]?.stateHash)
    expectEqual(members["entities"], json["entities"]?.stateHash)
    expectEqual(members.count, 2)
  }

  @Test func `a table without a hash provides no member hashes`() {
    let (hash, members) = told([Item(id: "a", title: "unencodable")])
    expectEqual(hash, nil)
    #expect(members.isEmpty)
  }

  @Test func `member hashes give the same outline as the JSON`() throws {
    struct State: Encodable { var items: EntityTable<Item> }
    let state = State(items: [Item(id: "a"), Item(id: "b", title: "Sleep")])
    let outline = try StateEncoder().outline(state)
    let json = try JSONValue(parsing: StateEncoder().encode(state))
    expectEqual(outline.hash, json.stateHash)
    expectEqual(outline.hash(at: "/items"), json["items"]?.stateHash)
    expectEqual(outline.hash(at: "/items/ids"), json["items"]?["ids"]?.stateHash)
    expectEqual(outline.hash(at: "/items/entities"), json["items"]?["entities"]?.stateHash)
  }
}

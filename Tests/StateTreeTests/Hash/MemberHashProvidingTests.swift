import Testing

@testable import StateCoding
@testable import StateTable
@testable import StateTree

@Suite struct MemberHashProvidingTests {
  private func told(_ table: EntityTable<Item>) -> (hash: StateHash?, members: [String: StateHash]) {
    var members: [String: StateHash] = [:]
    let hash = table.stateHash { members[$0] = $1 }
    return (hash, members)
  }

  @Test func `a table provides the hashes that make up its hash`() throws {
    let table: EntityTable = [Item(id: "a", title: "Sleep"), Item(id: "b")]
    let (hash, members) = told(table)
    let json = try JSONValue(parsing: StateEncoder().encode(table))
    #expect(hash == json.stateHash)
    #expect(members["ids"] == json["ids"]?.stateHash)
    #expect(members["entities"] == json["entities"]?.stateHash)
    #expect(members.count == 2)
  }

  @Test func `a table without a hash provides no member hashes`() {
    let (hash, members) = told([Item(id: "a", title: "unencodable")])
    #expect(hash == nil)
    #expect(members.isEmpty)
  }

  @Test func `member hashes give the same outline as the JSON`() throws {
    struct State: Encodable { var items: EntityTable<Item> }
    let state = State(items: [Item(id: "a"), Item(id: "b", title: "Sleep")])
    let outline = try StateEncoder().outline(state)
    let json = try JSONValue(parsing: StateEncoder().encode(state))
    #expect(outline.hash == json.stateHash)
    #expect(outline.hash(at: "/items") == json["items"]?.stateHash)
    #expect(outline.hash(at: "/items/ids") == json["items"]?["ids"]?.stateHash)
    #expect(outline.hash(at: "/items/entities") == json["items"]?["entities"]?.stateHash)
  }
}

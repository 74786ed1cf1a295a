import Expectations
import StateCoding
import StateTable
import StateTree
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct EntityTableCodingTests {
  @Test func `a table is encoded as ids and entities`() throws {
    let table: EntityTable<Item> = [Item(id: "b", title: "two"), Item(id: "a", tags: ["x"])]
    let text = String(decoding: try StateEncoder().encode(table), as: UTF8.self)
    expectEqual(
      text,
      """
      {"ids":["b","a"],"entities":{"b":{"id":"b","title":"two","tags":[]},"a":{"id":"a","title":"","tags":["x"]}}}
      """)
    try expectEqual(StateDecoder().decode(EntityTable<Item>.self, from: Array(text.utf8)), table)
    try expectEqual(JSONDecoder().decode(EntityTable<Item>.self, from: JSONEncoder().encode(table)), table)
  }

  @Test func `the kept hash equals the hash of the JSON`() throws {
    let table: EntityTable<Item> = [Item(id: "b", title: "two"), Item(id: "a", tags: ["x"])]
    let tree = try StateEncoder().tree(table)
    expectEqual(table.stateHash, tree.stateHash)
    try expectEqual(StateEncoder().hash(table), tree.stateHash)
    expectEqual(table.memberHashes?.map(\.key), ["ids", "entities"])
    guard case .object(let object) = tree else { return #expect(Bool(false), "not an object: \(tree)") }
    expectEqual(table.memberHashes?.map(\.hash), object.values.map(\.stateHash))
    let empty = try JSONValue(parsing: Array(#"{"ids":[],"entities":{}}"#.utf8))
    expectEqual(EntityTable<Item>().stateHash, empty.stateHash)
  }

  struct Project: Codable, Identifiable, Equatable {
    var id: Int
    var tasks: EntityTable<Item>
  }

  struct State: Codable, Equatable {
    var count = 7
    var projects: EntityTable<Project> = [
      Project(id: 1, tasks: [Item(id: "a")]), Project(id: -20, tasks: [Item(id: "a"), Item(id: "b")]),
    ]
  }

  @Test func `nested tables keep the hash of any state`() throws {
    var state = State()
    state.projects[id: -20]?.tasks[id: "b"]?.title = "changed"
    state.projects[id: 1]?.tasks.remove("a")
    try expectEqual(StateEncoder().hash(state), StateEncoder().tree(state).stateHash)
    try expectEqual(StateDecoder().decode(State.self, from: StateEncoder().encode(state)), state)
    expectEqual(
      String(decoding: try StateEncoder().encode(state.projects.ids.map(\.entityKey)), as: UTF8.self), #"["1","-20"]"#)
  }

  struct TaskID: RawRepresentable, EntityID { var rawValue: UInt64 }
  struct Keyed<ID: EntityID>: Codable, Identifiable, Equatable { var id: ID }

  private func json<ID: EntityID>(_ id: ID) throws -> String {
    var table: EntityTable<Keyed<ID>> = [Keyed(id: id)]
    table.update(id) { _ in }
    let bytes = try StateEncoder().encode(table)
    try expectEqual(table.stateHash, JSONValue(parsing: bytes).stateHash)
    try expectEqual(StateDecoder().decode(EntityTable<Keyed<ID>>.self, from: bytes), table)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `a table encodes and decodes ids of many types`() throws {
    try expectEqual(json("a \"b\""), #"{"ids":["a \"b\""],"entities":{"a \"b\"":{"id":"a \"b\""}}}"#)
    try expectEqual(json(-3), #"{"ids":[-3],"entities":{"-3":{"id":-3}}}"#)
    #expect(try json(Int64.min).hasPrefix(#"{"ids":[-9223372036854775808],"#))
    #expect(try json(TaskID(rawValue: .max)).hasPrefix(#"{"ids":[18446744073709551615],"#))
    let uuid = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    let id = try #require(UUID(uuidString: uuid))
    try expectEqual(json(id), #"{"ids":["\#(uuid)"],"entities":{"\#(uuid)":{"id":"\#(uuid)"}}}"#)
  }

  @Test(arguments: [
    (#"{"ids":["a"],"entities":{}}"#, #""ids" names "a", but no entity has this id"#),
    (#"{"ids":["a"],"entities":{"a":{"id":"b","title":"","tags":[]}}}"#, #"the entity's id is different: "b""#),
    (
      #"{"ids":["a","a"],"entities":{"a":{"id":"a","title":"","tags":[]}}}"#,
      #""ids" names 1 of 1 entities more than once"#
    ),
    (#"{"ids":[],"entities":{"a":{"id":"a","title":"","tags":[]}}}"#, #""ids" does not name the entity"#),
  ])
  func `inconsistent JSON is refused`(text: String, message: String) throws {
    let error = #expect(throws: DecodingError.self) {
      try StateDecoder().decode(EntityTable<Item>.self, from: Array(text.utf8))
    }
    switch error {
    case .keyNotFound(_, let context)?, .dataCorrupted(let context)?: expectEqual(context.debugDescription, message)
    default: Issue.record("threw \(String(describing: error))")
    }
  }

  @Test func `an entity that can't be encoded removes the table's hash until it can be`() throws {
    var table: EntityTable<Item> = [Item(id: "a"), Item(id: "b"), Item(id: "c")]
    let hash = table.stateHash
    table[id: "b"]?.title = "unencodable"
    expectEqual(table.stateHash, nil)
    #expect(table.memberHashes == nil)
    expectEqual(table[id: "b"]?.title, "unencodable")
    #expect(throws: Item.Unencodable.self) { try StateEncoder().hash(table) }
    #expect(throws: Item.Unencodable.self) { try StateEncoder().hash(["state": table]) }
    table.move("b", to: 0)
    table.add(Item(id: "d", title: "unencodable"))
    table[id: "b"]?.title = ""
    expectEqual(table.stateHash, nil)
    table.remove("d")
    try expectEqual(table.stateHash, table.hashOfJSON())
    table.move("b", to: 1)
    expectEqual(table.stateHash, hash)
  }
}

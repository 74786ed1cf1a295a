import Expectations
import StateTree
import Testing

@testable import ReduxExploring

/// The values of a state, by the places where they stand.
struct StatePoolsTests {
  private func pools(of value: JSONValue, at places: PlaceTree = PlaceTree()) throws -> [JSONValue] {
    try StatePools(of: JSONDocument(Array(value.compact.utf8)).root, at: places).pools.map { pool in
      [.string(pool.place), .bool(pool.holdsIds), .array(pool.values.map { .string($0) })]
    }
  }

  @Test func `keys of collections and members named like ids hold ids`() throws {
    try expectEqual(
      pools(of: [
        "items": ["a1": ["title": "Tea", "projectID": "p"], "b2": ["title": "Milk", "projectID": "p"]],
        "order": ["b2", "a1"], "selected": 7, "isOpen": true, "draft": nil,
      ]),
      [
        ["keys of /items", true, ["a1", "b2"]], ["/items/*/title", false, ["Tea", "Milk"]],
        ["/items/*/projectID", true, ["p"]], ["/order/*", false, ["b2", "a1"]], ["/selected", false, ["7"]],
      ])
  }

  @Test func `an object becomes a collection when its keys vary and its values are alike, and stays one`() throws {
    let places = PlaceTree()
    func shelf(_ titles: String...) -> JSONValue {
      ["shelf": .object(JSONObject(titles.map { ($0.lowercased(), ["title": .string($0)]) }))]
    }
    _ = try pools(of: shelf("Dune", "Emma"), at: places)
    #expect(places.collections == [])
    _ = try pools(of: shelf("Dune", "Emma", "Momo"), at: places)
    #expect(places.collections == ["/shelf"])
    try expectEqual(
      pools(of: shelf("Walden"), at: places),
      [["keys of /shelf", true, ["walden"]], ["/shelf/*/title", false, ["Walden"]]])
  }

  @Test func `members that come and go don't make a collection`() throws {
    let places = PlaceTree()
    for state: JSONValue in [
      ["list": ["request": 1], "detail": ["request": 2]], ["list": ["request": 3]],
      ["list": ["request": 3, "note": "a"], "detail": ["request": 2], "form": ["request": 4]],
    ] { _ = try pools(of: state, at: places) }
    #expect(places.collections == [])
  }

  @Test func `only wanted places are collected`() throws {
    let places = PlaceTree(collections: ["/lent"], wanted: ["keys of /lent", "/user/id"])
    try expectEqual(
      pools(of: ["lent": ["dune": "ada"], "user": ["id": 7, "name": "ada"], "books": ["a", "b"]], at: places),
      [["keys of /lent", true, ["dune"]], ["/user/id", true, ["7"]]])
  }

  @Test func `a tree with wanted places learns no collection, so that a session doesn't depend on others`() throws {
    let places = PlaceTree(wanted: ["/filters/city"])
    let state: JSONValue = ["filters": ["city": "Bern"]]
    let first = try pools(of: state, at: places)
    for keys in [["a1"], ["b2"], [], ["a1", "b2", "c3"]] {
      _ = try pools(of: ["filters": .object(JSONObject(keys.map { ($0, "x") }))], at: places)
    }
    try expectEqual(pools(of: state, at: places), first)
  }

  @Test func `scalars are replaced at places without indexes`() {
    var places: [String] = []
    let value: JSONValue = ["add": ["ids": ["a", "b"], "at": 3]]
    let changed = value.mapScalars { place, value in
      places.append(place)
      return value == "b" ? "c" : value
    }
    expectEqual(changed, ["add": ["ids": ["a", "c"], "at": 3]])
    #expect(places == ["/add/ids/*", "/add/ids/*", "/add/at"])
  }
}

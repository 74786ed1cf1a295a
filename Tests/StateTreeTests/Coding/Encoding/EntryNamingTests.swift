import Expectations
import Foundation
import StateCoding
import StateTree
import Testing

private struct Square: Codable, Hashable {
  var x: Int
  var y: Int
}

private struct Board: Codable, Hashable {
  var pieces: [Square: String] = [:]
  var notes: [String?: [Square: Int]] = [:]
  var tags: Set<String> = []
  var plain = [1, 2]
}

/// Encoders that name the entries of dictionaries and sets, for comparing states.
struct EntryNamingTests {
  private func named(_ value: some Encodable, _ rules: RedactionRules = .off) throws -> String {
    String(decoding: try StateEncoder(namingEntriesBy: rules).encode(value), as: UTF8.self)
  }

  @Test func `pairs are members by their keys' JSON`() throws {
    let board = Board(
      pieces: [Square(x: 1, y: 2): "king", Square(x: 1, y: 1): "queen"],
      notes: ["a": [Square(x: 0, y: 0): 1], nil: [:]], tags: ["b", "a"])
    expectEqual(
      String(decoding: try StateEncoder().encode(board), as: UTF8.self),
      #"{"pieces":[{"x":1,"y":1},"queen",{"x":1,"y":2},"king"],"notes":["a",[{"x":0,"y":0},1],null,{}],"#
        + #""tags":["a","b"],"plain":[1,2]}"#)
    expectEqual(
      try named(board),
      #"{"pieces":{"{\"x\":1,\"y\":1}":"queen","{\"x\":1,\"y\":2}":"king"},"#
        + #""notes":{"a":{"{\"x\":0,\"y\":0}":1},"null":{}},"tags":{"a":"a","b":"b"},"plain":[1,2]}"#)
    expectEqual(try named([Set<Int>()]), "[{}]")
  }

  @Test func `names are distinct`() throws {
    expectEqual(try named([Double.nan: 1, .nan: 2].mapKeys { [$0] }), #"{"[\"NaN\"]":1,"[\"NaN\"] (2)":2}"#)
    expectEqual(try named(["null": 1, nil: 2] as [String?: Int]), #"{"\"null\"":1,"null":2}"#)
  }

  @Test func `names are redacted as the keys are`() throws {
    let key = "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc"
    let state = ["x": [[key]: 1]]
    let plain = try StateEncoder(rules: .usual).tree(state)
    let object = try JSONValue(parsing: named(state, .usual))
    #expect(!plain.compact.contains(key))
    expectEqual(object["x"]?.object?.keys, plain["x"]?.array?.prefix(1).map(\.compact))
    #expect(!(try named(["password": [[key]: "swordfish"]], .usual)).contains(key))
  }
}

extension Dictionary {
  fileprivate func mapKeys<New: Hashable>(_ change: (Key) -> New) -> [New: Value] {
    Dictionary<New, Value>(map { (change($0), $1) }) { $1 }
  }
}

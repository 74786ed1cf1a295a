import TestSupport

@testable import StateCoding
@testable import StateTable
@testable import StateTree

/// A test entity; the title `"unencodable"` makes its encoding fail.
struct Item: Codable, Identifiable, Equatable {
  var id: String
  var title: String
  var tags: [String] = []

  struct Unencodable: Error {}

  init(id: String, title: String = "", tags: [String] = []) {
    self.id = id
    self.title = title
    self.tags = tags
  }

  private enum CodingKeys: CodingKey {
    case id, title, tags
  }

  func encode(to encoder: any Encoder) throws {
    if title == "unencodable" { throw Unencodable() }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(title, forKey: .title)
    try container.encode(tags, forKey: .tags)
  }
}

extension EntityTable {
  /// The hash of the table's JSON, computed from the JSON.
  func hashOfJSON() throws -> StateHash {
    try JSONValue(parsing: StateEncoder().encode(self)).stateHash
  }
}

extension EntityTable<Item> {
  /// Makes random changes of every kind, with ids below a limit.
  mutating func change(_ changeCount: Int, ids: Int, using generator: inout SeededGenerator) {
    for step in 0..<changeCount {
      let id = "\(Int.random(in: 0..<ids, using: &generator))"
      let position = Int.random(in: 0...count, using: &generator)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: remove(id)
      case 1: add(Item(id: id, title: "added \(step)"), at: position)
      case 2: upsert(Item(id: id, title: "put \(step)"))
      case 3: move(id, to: position)
      case 4: update(id) { $0.id = "\(Int.random(in: 0..<ids, using: &generator))" }
      case 5:
        // Removed, then added in another place.
        if let entity = remove(id) { add(entity, at: position) }
      default: self[id: id]?.tags.append("tag \(step)")
      }
      if ids <= 200 || step % 100 == 0 { _checkInvariants() }
    }
  }
}

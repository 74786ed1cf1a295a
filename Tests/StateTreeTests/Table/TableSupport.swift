import StateTree

/// An entity of the tests; a title of `"unencodable"` makes its encoding fail.
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
  /// The hash of the JSON that the table is encoded as, computed from the JSON.
  func hashOfJSON() throws -> StateHash {
    try JSONValue(parsing: StateEncoder().encode(self)).stateHash
  }
}

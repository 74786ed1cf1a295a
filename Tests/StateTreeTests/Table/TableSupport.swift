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

/// SplitMix64: a generator whose numbers depend on nothing but the seed.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }
}

extension EntityTable {
  /// The hash of the JSON that the table is encoded as, computed from the JSON.
  func hashOfJSON() throws -> StateHash {
    try JSONValue(parsing: StateEncoder().encode(self)).stateHash
  }
}

import StateTree

/// Places with `*` for the keys of collections: `/items/*/title`.
///
/// A collection has keys with digits, or more than 40 keys, or values that have equal members. The page decides in the same
/// way, in `model.js`.
struct PlacePatterns: Sendable {
  private static let mostMembers = 40

  private struct Node {
    var children: [String: Int] = [:]
    /// Whether its keys are those of a collection.
    var isCollection = false
  }

  private var patterns: [String: String] = [:]

  /// - Parameter places: All places, as JSON Pointers.
  init(of places: some Sequence<String>) {
    var nodes = [Node()]
    let pointers = places.compactMap { place in (try? JSONPointer(place)).map { (place, $0.tokens) } }
    for (_, tokens) in pointers {
      var node = 0
      for token in tokens {
        if let child = nodes[node].children[token] {
          node = child
        } else {
          nodes[node].children[token] = nodes.count
          node = nodes.count
          nodes.append(Node())
        }
      }
    }
    for index in nodes.indices { nodes[index].isCollection = PlacePatterns.isCollection(nodes[index], in: nodes) }
    for (place, tokens) in pointers {
      var node = 0
      var pattern: [String] = []
      for token in tokens {
        // The top level of a state isn't a collection.
        pattern.append(node != 0 && nodes[node].isCollection ? "*" : token)
        node = nodes[node].children[token] ?? 0
      }
      patterns[place] = JSONPointer(tokens: pattern).description
    }
  }

  private static func isCollection(_ node: Node, in nodes: [Node]) -> Bool {
    if node.children.count > mostMembers { return true }
    var members: Set<String> = []
    for (key, child) in node.children {
      if key.utf8.contains(where: { (0x30...0x39).contains($0) }) { return true }
      for member in nodes[child].children.keys where !members.insert(member).inserted { return true }
    }
    return false
  }

  /// The pattern of a place; the place itself if it wasn't among all.
  subscript(_ place: String) -> String { patterns[place] ?? place }
}

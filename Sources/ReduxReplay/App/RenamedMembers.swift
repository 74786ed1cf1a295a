import StateTree

/// Members of one object that a schema version renamed.
struct RenamedMembers: Sendable {
  /// The tokens of the object's pointer in the version before.
  private let parent: [String]
  private let names: [String: String]

  /// Groups the renamed members by their objects, in the order in which older states are converted: the deepest first.
  static func grouping(_ renamed: [String: String]) -> [RenamedMembers] {
    var groups: [[String]: [String: String]] = [:]
    for (pointer, name) in renamed {
      guard let tokens = try? JSONPointer(pointer).tokens, let old = tokens.last, old != "*" else {
        preconditionFailure("'\(pointer)' isn't a JSON Pointer to a named member")
      }
      groups[tokens.dropLast()] = (groups[tokens.dropLast()] ?? [:]).merging([old: name]) { $1 }
    }
    return groups.map { RenamedMembers(parent: $0, names: $1) }
      .sorted {
        ($0.parent.count, $1.parent.joined(separator: "/")) > ($1.parent.count, $0.parent.joined(separator: "/"))
      }
  }

  /// The changes, such as `/notes/*/text → title`.
  var descriptions: [String] {
    names.sorted { $0.key < $1.key }.map { "\(JSONPointer(tokens: parent + [$0])) → \($1)" }
  }

  /// Gives the members their new names.
  ///
  /// - Throws: `MemberCollision` if an object already has a member with a new name.
  func rename(in state: inout JSONValue) throws { try rename(names, in: &state) }

  /// Gives the members their old names.
  ///
  /// - Throws: `MemberCollision` if an object already has a member with an old name.
  func restore(in state: inout JSONValue) throws {
    try rename(Dictionary(names.map { ($1, $0) }, uniquingKeysWith: { first, _ in first }), in: &state)
  }

  private func rename(_ names: [String: String], in state: inout JSONValue) throws {
    try state.changeObjects(at: parent[...]) { object in
      guard object.keys.contains(where: { names[$0] != nil }) else { return }
      var renamed = JSONObject()
      for (key, value) in zip(object.keys, object.values) {
        let name = names[key] ?? key
        guard renamed[name] == nil else { throw MemberCollision(name: name) }
        renamed[name] = value
      }
      object = renamed
    }
  }

  /// Renames the member in a pointer's tokens.
  func rename(in tokens: inout [String]) {
    guard tokens.count > parent.count, zip(parent, tokens).allSatisfy({ $0 == "*" || $0 == $1 }),
      let name = names[tokens[parent.count]]
    else { return }
    tokens[parent.count] = name
  }
}

/// The error of an object in which a renamed member meets another one.
struct MemberCollision: Error, CustomStringConvertible {
  let name: String
  var description: String { "a renamed member meets another member '\(name)'" }
}

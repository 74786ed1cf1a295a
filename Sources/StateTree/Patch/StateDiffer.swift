/// Collects the operations that turn one state's JSON into another's, and encodes as little as possible.
struct StateDiffer {
  var json = JSONDiffer()

  /// Compares two values at the current location.
  mutating func compare<Value: Encodable>(_ old: Value, _ new: Value) throws {
    let (before, after) = try EncodingSession.withPooled { (try $0.sketch(of: old), try $0.sketch(of: new)) }
    try compare(before.root, after.root)
  }

  /// Calls the body at a member of the current location.
  mutating func at(_ key: String, _ body: (inout StateDiffer) throws -> Void) rethrows {
    json.path.append(key)
    defer { json.path.removeLast() }
    try body(&self)
  }

  /// Removes a member of the current location.
  mutating func remove(_ key: String) {
    json.append(.remove(json.pointer.appending(key)))
  }

  /// Adds a member to the current location.
  mutating func add(_ key: String, _ value: some Encodable) throws {
    json.append(.add(json.pointer.appending(key), try StateEncoder().tree(value)))
  }

  private mutating func compare(_ old: StateSketch.Node, _ new: StateSketch.Node) throws {
    if old.isWritten(like: new) { return }
    switch (old.omitted, new.omitted) {
    case (let before?, let after?): try compare(before, after)
    case (nil, nil) where old.node.kind == .object && new.node.kind == .object:
      try compare(old.members, new.members)
    default: json.compare(try old.tree(), try new.tree())
    }
  }

  private mutating func compare(_ old: any StateHashProviding, _ new: any StateHashProviding) throws {
    if let before = old.stateHash, before == new.stateHash { return }
    if let old = old as? any StateDifferencing, try old.compare(with: new, in: &self) { return }
    json.compare(try StateEncoder().tree(old), try StateEncoder().tree(new))
  }

  private typealias Members = [(key: String, place: StateSketch.Node)]

  /// Compares two objects like `JSONDiffer`.
  private mutating func compare(_ old: Members, _ new: Members) throws {
    // The members of one type come in one order, so that the index is needed only where the keys vary.
    if old.count == new.count, zip(old, new).allSatisfy({ $0.key.hasSameBytes(as: $1.key) }) {
      for (old, new) in zip(old, new) { try at(new.key) { try $0.compare(old.place, new.place) } }
      return
    }
    let newKeys = Set(new.map { ByteString($0.key) })
    for (key, _) in old where !newKeys.contains(ByteString(key)) { remove(key) }
    let places = Dictionary(uniqueKeysWithValues: old.map { (ByteString($0.key), $0.place) })
    for (key, place) in new {
      if let before = places[ByteString(key)] {
        try at(key) { try $0.compare(before, place) }
      } else {
        json.append(.add(json.pointer.appending(key), try place.tree()))
      }
    }
  }
}

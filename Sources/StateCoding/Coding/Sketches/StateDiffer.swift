import StateTree

/// Collects the operations that turn one state's JSON into another's, and encodes as little as possible.
package struct StateDiffer {
  package var json: JSONDiffer
  /// Encodes parts of the states.
  let session: EncodingSession

  init(_ session: EncodingSession, tokenLimit: Int? = nil, findsReplaced: Bool = false) {
    self.session = session
    json = JSONDiffer(tokenLimit: tokenLimit, findsReplaced: findsReplaced)
  }

  /// Compares two values without rules at the current location.
  package mutating func compare<Value: Encodable>(_ old: Value, _ new: Value) throws {
    let (before, after) = try EncodingSession.withPooled { session in
      let before = try session.sketch(of: old)
      return (before, try session.sketch(of: new, like: before))
    }
    try compare(before.root, after.root)
  }

  /// Compares the sketches of two states.
  mutating func compare(_ old: StateSketch, _ new: StateSketch) throws {
    guard old.shape === new.shape, let paths = new.shape.paths else { return try compare(old.root, new.root) }
    for index in paths.indices where !old.hasSameValue(index, as: new, index) {
      json.path = paths[index]
      try compare(old.omitted[index], new.omitted[index])
    }
    json.path = []
  }

  private mutating func compare(_ old: any OmittedValue, _ new: any OmittedValue) throws {
    if try old.compare(with: new, in: &self) { return }
    json.compare(try old.tree(session), try new.tree(session))
  }

  /// Calls the body at a member of the current location.
  package mutating func at(_ key: String, _ body: (inout StateDiffer) throws -> Void) rethrows {
    json.path.append(key)
    defer { json.path.removeLast() }
    try body(&self)
  }

  mutating func compare(_ old: StateSketch.Node, _ new: StateSketch.Node) throws {
    if old.isSame(as: new) { return }
    switch (old.omitted, new.omitted) {
    case (let before?, let after?): try compare(before, after)
    case (nil, nil) where !old.hasOmissions && !new.hasOmissions: json.compare(old.node, new.node)
    case (nil, nil) where old.node.kind == .object && new.node.kind == .object:
      try compare(old.members, new.members)
    case (nil, nil) where old.node.kind == .array && new.node.kind == .array:
      if try compareElements(of: old, with: new) { return }
      fallthrough
    default: json.compare(try old.parsed(session), try new.parsed(session))
    }
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
    for (key, place) in old where !newKeys.contains(ByteString(key)) {
      try json.appendRemoval(of: key, place.tree(session))
    }
    let places = Dictionary(uniqueKeysWithValues: old.map { (ByteString($0.key), $0.place) })
    for (key, place) in new {
      if let before = places[ByteString(key)] {
        try at(key) { try $0.compare(before, place) }
      } else {
        json.appendAddition(of: key, try place.tree(session))
      }
    }
  }
}

/// The comparison of arrays that hold collections or tables.
extension StateDiffer {
  /// Compares two arrays whose elements are compared in pairs; `false`, without operations, for other arrays.
  mutating func compareElements(of old: StateSketch.Node, with new: StateSketch.Node) throws -> Bool {
    let (before, after) = (old.elements, new.elements)
    // Deeper arrays are compared without an edit script.
    guard before.count == after.count, json.arrays + 1 < JSONDiffer.scriptDepth else { return false }
    let differing = before.indices.filter { !before[$0].isSame(as: after[$0]) }
    let isIdentified: Bool
    if let oldIDs = StateDiffer.distinctIDs(of: before), let newIDs = StateDiffer.distinctIDs(of: after) {
      guard oldIDs == newIDs else { return false }
      isIdentified = true
    } else {
      guard differing.count < 2 else { return false }
      isIdentified = false
    }
    let start = json.operations.count
    json.arrays += 1
    for index in differing {
      try at(String(index)) { differ in
        let start = differ.json.operations.count
        try differ.compare(before[index], after[index])
        if !isIdentified { try differ.replace(before[index], from: start, by: after[index], factor: 1) }
      }
    }
    json.arrays -= 1
    try replace(old, from: start, by: new, factor: 2)
    return true
  }

  /// The elements' `id` members; `nil` unless all elements are objects with distinct ones.
  private static func distinctIDs(of elements: [StateSketch.Node]) -> [JSONValue]? {
    var ids = ElementIDs()
    let found = elements.map(\.id)
    for id in found { ids.insert(id) }
    return ids.areDistinct ? found.compactMap { $0 } : nil
  }

  /// Replaces the operations since `start` by one replacement of the current value, if that is much smaller.
  private mutating func replace(
    _ old: StateSketch.Node, from start: Int, by new: StateSketch.Node, factor: Int
  ) throws {
    guard json.mayReplace(from: start, byWeight: new.leastOmitted, factor: factor) else { return }
    let tree = try new.tree(session)
    json.replace(try old.tree(session), from: start, by: tree, weight: tree.weight, factor: factor)
  }
}

/// The `id` members of an array's elements, to know whether they identify the elements.
struct ElementIDs {
  private var counts: [JSONValue: Int] = [:]
  /// The number of elements without a usable `id`.
  private var invalid = 0
  /// The number of elements whose `id` another element has.
  private var repeated = 0

  /// Whether all elements are objects with distinct `id` members.
  var areDistinct: Bool { invalid == 0 && repeated == 0 }

  mutating func insert(_ id: JSONValue?) {
    guard let id, !id.isContainer else { return invalid += 1 }
    let count = counts[id, default: 0]
    if count > 0 { repeated += 1 }
    counts[id] = count + 1
  }

  mutating func remove(_ id: JSONValue?) {
    guard let id, !id.isContainer else { return invalid -= 1 }
    let count = counts[id, default: 1] - 1
    if count > 0 { repeated -= 1 }
    counts[id] = count > 0 ? count : nil
  }
}

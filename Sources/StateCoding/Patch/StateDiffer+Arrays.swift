@_spi(Kernel) import StateTree

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

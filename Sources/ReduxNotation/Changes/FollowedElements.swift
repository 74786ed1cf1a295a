package import StateTree

/// The difference between two arrays whose elements have identities, as a reader would tell it: which elements came, went and
/// moved, and what changed in those that stayed.
///
/// The shortest patch replaces an array as a whole when most of its elements changed a little. The page finds the same, in
/// `differences.js`; a test holds both to one table.
package struct FollowedElements: Hashable, Sendable {
  /// An element that is in one of the arrays, or in both.
  package enum Change: Hashable, Sendable {
    /// Only in the old array, at an index.
    case removed(Int)
    /// In both, elsewhere among the elements that are.
    case moved(from: Int, to: Int)
    /// Only in the new array, at an index.
    case added(Int)
    /// In both, at an index of the old array and at one of the new, with other content.
    case changed(from: Int, to: Int)
  }

  /// The changes in the order to apply them: an index is that after the changes before.
  package let changes: [Change]

  /// The most elements to look at for moves.
  private static let longestSearch = 1_000_000

  /// The members that identify elements, the best first.
  package static let keys = ["id", "uuid", "_id", "ID", "identifier", "key"]

  /// Compares two arrays. O(n log n) for each member that may identify elements.
  ///
  /// A member does if its values are texts or numbers, also as the only member of an object, and no two elements of an array
  /// have the same. Beside the usual names, that is the member with the most values in both arrays, the first of several.
  ///
  /// - Returns: `nil` if the elements have no identities, or none is in both arrays.
  package init?(_ old: [JSONValue], _ new: [JSONValue]) {
    guard case .object(let first)? = old.first else { return nil }
    var best: (old: [ByteString], new: [ByteString], shared: Int)?
    for (number, key) in (FollowedElements.keys + first.keys).enumerated() {
      guard let before = FollowedElements.identities(old, key), let after = FollowedElements.identities(new, key) else {
        continue
      }
      let shared = Set(before).intersection(after).count
      if shared > best?.shared ?? 0 { best = (before, after, shared) }
      if best != nil, number + 1 == FollowedElements.keys.count { break }
    }
    guard let (before, after, _) = best else { return nil }
    let origins = Dictionary(uniqueKeysWithValues: before.enumerated().map { ($1, $0) })
    let targets = Dictionary(uniqueKeysWithValues: after.enumerated().map { ($1, $0) })
    let removed = before.indices.reversed().filter { targets[before[$0]] == nil }
    guard
      let moves = FollowedElements.moves(
        from: before.filter { targets[$0] != nil }, to: after.filter { origins[$0] != nil })
    else { return nil }
    let added = after.indices.filter { origins[after[$0]] == nil }
    let changed = after.enumerated().compactMap { index, identity -> Change? in
      guard let origin = origins[identity], old[origin] != new[index] else { return nil }
      return .changed(from: origin, to: index)
    }
    changes = removed.map { .removed($0) } + moves + added.map { .added($0) } + changed
  }

  /// The fewest moves, one after the other, that bring elements in another order; `nil` for too many.
  private static func moves(from old: [ByteString], to new: [ByteString]) -> [Change]? {
    let targets = Dictionary(uniqueKeysWithValues: new.enumerated().map { ($1, $0) })
    let fixed = longestRise(old.compactMap { targets[$0] })
    guard (old.count - fixed.count) * old.count <= longestSearch else { return nil }
    var (order, moves): ([ByteString], [Change]) = (old, [])
    // Each element that moves goes behind the one that it shall follow; the others keep their order.
    for (index, identity) in new.enumerated() where !fixed.contains(index) {
      guard let from = order.firstIndex(of: identity) else { continue }
      order.remove(at: from)
      let to = index == 0 ? 0 : order.firstIndex(of: new[index - 1]).map { $0 + 1 } ?? 0
      order.insert(identity, at: to)
      if from != to { moves.append(.moved(from: from, to: to)) }
    }
    return moves
  }

  /// The identities of elements, if all have one and no two have the same.
  private static func identities(_ elements: [JSONValue], _ key: String) -> [ByteString]? {
    var seen: Set<ByteString> = []
    var identities: [ByteString] = []
    for element in elements {
      guard let identity = element[key].flatMap(text), seen.insert(identity).inserted else { return nil }
      identities.append(identity)
    }
    return identities
  }

  /// A text or a number, also as the only member of an object such as `{"rawValue": 7}`.
  static func text(of identity: JSONValue) -> ByteString? {
    switch identity {
    case .string, .number: ByteString(identity.compact)
    case .object(let object) where object.count == 1: object.values.first.flatMap(text)
    default: nil
    }
  }

  /// The numbers of a longest rising series among distinct ones.
  private static func longestRise(_ numbers: [Int]) -> Set<Int> {
    // The position of the smallest number that ends a series of each length, and the position before each.
    var ends: [Int] = []
    var previous: [Int?] = []
    for (position, number) in numbers.enumerated() {
      var (first, last) = (0, ends.count)
      while first < last {
        let middle = (first + last) / 2
        if numbers[ends[middle]] < number { first = middle + 1 } else { last = middle }
      }
      previous.append(first > 0 ? ends[first - 1] : nil)
      if first < ends.count { ends[first] = position } else { ends.append(position) }
    }
    var rise: Set<Int> = []
    var next = ends.last
    while let position = next {
      rise.insert(numbers[position])
      next = previous[position]
    }
    return rise
  }
}

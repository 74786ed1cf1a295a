package import StateCoding
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

  /// The most moves times elements that say more than the whole array.
  private static let mostMoves = 1_000_000

  /// The members that identify elements of any app, the best first.
  static let keys = ["id", "uuid", "_id", "ID", "identifier", "key"]

  /// Compares two arrays. O(n log n) for each member that may identify elements.
  ///
  /// A member does if its values are texts or numbers, also as the only member of an object, and no two elements of an array
  /// have the same. The app's own choice comes before the usual names. Beside these, it is the member with the most values in
  /// both arrays; of several, the first that doesn't only number the elements in their order. The result is `nil` if the
  /// elements have no identities, or none is in both arrays.
  ///
  /// - Parameters:
  ///   - old: The elements before.
  ///   - new: The elements after.
  ///   - place: The place of the array.
  ///   - identity: The places of the members that the app chose.
  package init?(_ old: [JSONValue], _ new: [JSONValue], at place: JSONPointer, by identity: PointerPatterns) {
    guard case .object(let first)? = old.first else { return nil }
    var best: (old: [JSONValue], new: [JSONValue], rank: (shared: Int, saysMore: Int))?
    let known = [identity.members(inElementsAt: place), FollowedElements.keys.map { [$0] }]
    for (step, members) in (known + [first.keys.map { [$0] }]).enumerated() where best == nil {
      let isNamed = step < known.count
      for member in members {
        guard let before = FollowedElements.identities(old, member),
          let after = FollowedElements.identities(new, member)
        else { continue }
        let shared = Set(before).intersection(after).count
        let areNumbers = !isNamed && FollowedElements.areNumbers(before) && FollowedElements.areNumbers(after)
        let rank = (shared, areNumbers ? 0 : 1)
        if shared > 0, rank > best?.rank ?? (0, 0) { best = (before, after, rank) }
      }
    }
    guard let (before, after, _) = best else { return nil }
    let origins = Dictionary(uniqueKeysWithValues: before.enumerated().map { ($1, $0) })
    let match = IdentifiedElements(oldCount: old.count, partners: after.map { origins[$0] })
    guard match.moves.count * match.kept.count <= FollowedElements.mostMoves else { return nil }
    let moves = match.moves.filter { $0.from != $0.to }.map { Change.moved(from: $0.from, to: $0.to) }
    let changed = match.kept.filter { old[$0.old] != new[$0.new] }.map { Change.changed(from: $0.old, to: $0.new) }
    changes = match.removed.map { .removed($0) } + moves + match.added.map { .added($0) } + changed
  }

  /// The numbers that the page counts, too.
  private static let numbers = -999_999_999_999_999...999_999_999_999_999

  /// Whether identities count the elements in their order.
  private static func areNumbers(_ identities: [JSONValue]) -> Bool {
    guard case .number(let number)? = identities.first, let first: Int = number.integer(), numbers.contains(first)
    else { return false }
    return identities.enumerated().allSatisfy { $1 == .number(JSONNumber(first + $0)) }
  }

  /// The identities of elements, if all have one and no two have the same.
  private static func identities(_ elements: [JSONValue], _ member: [String]) -> [JSONValue]? {
    let member = JSONPointer(tokens: member)
    var seen: Set<JSONValue> = []
    var identities: [JSONValue] = []
    for element in elements {
      guard let identity = element[member].flatMap(scalar), seen.insert(identity).inserted else { return nil }
      identities.append(identity)
    }
    return identities
  }

  /// A text or a number, also as the only member of an object such as `{"rawValue": 7}`.
  static func scalar(of identity: JSONValue) -> JSONValue? {
    switch identity {
    case .string, .number: identity
    case .object(let object) where object.count == 1: object.values.first.flatMap(scalar)
    default: nil
    }
  }
}

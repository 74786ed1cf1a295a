/// Some of a list's actions: all before a place, and single ones from there on.
///
/// The part before the place stays the same in many subsets, so its state needn't be computed for each.
package struct ActionSubset: Codable, Hashable, Sendable {
  /// The number of actions from the start of the list that belong to it.
  package let prefix: Int
  /// The places of the others in the list, ascending, the first at `prefix` or later.
  package let rest: [Int]

  /// Creates a subset.
  package init(prefix: Int, rest: [Int]) {
    self.prefix = prefix
    self.rest = rest
  }

  /// The number of actions.
  package var count: Int { prefix + rest.count }

  /// The places of all actions, ascending.
  package var places: [Int] { Array(0..<prefix) + rest }

  /// The first actions of the subset.
  package func first(_ count: Int) -> ActionSubset {
    ActionSubset(prefix: min(prefix, count), rest: Array(rest.prefix(max(0, count - prefix))))
  }
}

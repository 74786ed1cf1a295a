/// What somebody who misspelt a word may have meant.
package enum Suggestion {
  /// The candidate nearest to a word, if one is near enough to have been meant.
  ///
  /// Near enough is a distance of at most a third of the longer word, at least 1; or the word begins a candidate.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let scored = candidates.map { (candidate: $0, distance: distance(word, $0)) }
    if let best = scored.min(by: { $0.distance < $1.distance }),
      best.distance <= max(1, max(word.count, best.candidate.count) / 3)
    {
      return best.candidate
    }
    return word.count >= 2 ? candidates.first { $0.hasPrefix(word) } : nil
  }

  /// `; did you mean 'X'?`, or nothing.
  package static func clause(for word: String, among candidates: [String]) -> String {
    nearest(to: word, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// How many single characters must be inserted, removed, replaced or swapped with their neighbour to make one word
  /// of the other (optimal string alignment). O(n·m).
  package static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left)
    let right = Array(right)
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        var cost = min(
          last[column + 1] + 1, current[column] + 1, last[column] + (left[row] == right[column] ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}

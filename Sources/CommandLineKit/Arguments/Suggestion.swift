/// Suggestions for misspelt words.
package enum Suggestion {
  /// Returns the candidate nearest to a word, if one is near enough.
  ///
  /// Near enough means a distance of at most a third of the longer word, at least 1, with a letter in common; or that the
  /// word begins a candidate.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let scored = candidates.map { (candidate: $0, distance: distance(word, $0)) }
    if let best = scored.min(by: { $0.distance < $1.distance }),
      best.distance <= max(1, max(word.count, best.candidate.count) / 3),
      best.distance < max(word.count, best.candidate.count)
    {
      return best.candidate
    }
    return word.count >= 2 ? candidates.first { $0.hasPrefix(word) } : nil
  }

  /// `; did you mean 'X'?`, or nothing.
  package static func clause(for word: String, among candidates: [String]) -> String {
    nearest(to: word, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// Returns the number of insertions, removals, replacements and swaps of neighbours that turn one word into the other
  /// (optimal string alignment). O(n·m).
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

/// The shortest list of removals and insertions that turns one array into another (Myers, "An O(ND) Difference
/// Algorithm and Its Variations"), as hunks from left to right.
package struct EditScript {
  /// The replacement of a run of elements by another; either may be empty.
  package struct Hunk: Equatable, Sendable {
    package var old: Range<Int>
    package var new: Range<Int>

    package init(old: Range<Int>, new: Range<Int>) {
      self.old = old
      self.new = new
    }

    /// The hunk in arrays with `count` more elements before it.
    package func moved(by count: Int) -> Hunk {
      Hunk(
        old: (old.lowerBound + count)..<(old.upperBound + count),
        new: (new.lowerBound + count)..<(new.upperBound + count))
    }
  }

  package private(set) var hunks: [Hunk] = []

  /// The limit of removals and insertions in a script. Arrays beyond it have little in common, and the search would
  /// take time in the square of this number.
  package static let limit = 256

  /// Compares slices; the hunks use the slices' indexes.
  ///
  /// Beyond the limit, the script is a single hunk. Takes time in the sizes of the elements, plus the limit times their
  /// number.
  package init<Element: Hashable>(
    old: ArraySlice<Element>, new: ArraySlice<Element>, limit: Int = EditScript.limit
  ) {
    let whole = Hunk(old: old.indices, new: new.indices)
    guard !old.isEmpty, !new.isEmpty else {
      hunks = old.isEmpty && new.isEmpty ? [] : [whole]
      return
    }
    // The usual case, one changed element, needs no search.
    if old.count == 1, new.count == 1 {
      hunks = old == new ? [] : [whole]
      return
    }
    // Elements are compared many times, so each distinct one becomes a number first.
    var numbers = [Element: Int](minimumCapacity: max(old.count, new.count))
    func number(_ element: Element) -> Int {
      if let number = numbers[element] { return number }
      numbers[element] = numbers.count
      return numbers.count - 1
    }
    let search = EditSearch(old: old.map(number), new: new.map(number))
    hunks = search.matches(limit: limit).map { EditScript.hunks(between: $0, old, new) } ?? [whole]
  }

  /// Compares slices of hashes. For a few edits, comparing them takes less time than numbering them.
  package init(hashes old: [StateHash], _ new: [StateHash]) {
    guard !old.isEmpty, !new.isEmpty,
      let matches = EditSearch(old: old, new: new).matches(limit: EditScript.fewEdits)
    else {
      self.init(old: old[...], new: new[...])
      return
    }
    self.init(EditScript.hunks(between: matches, old[...], new[...]))
  }

  private init(_ hunks: [Hunk]) { self.hunks = hunks }

  private static let fewEdits = 8

  private static func hunks<Element>(
    between matches: [(old: Int, new: Int)], _ old: ArraySlice<Element>, _ new: ArraySlice<Element>
  ) -> [Hunk] {
    var hunks: [Hunk] = []
    var (oldEnd, newEnd) = (0, 0)
    for match in matches + [(old.count, new.count)] {
      if match.old > oldEnd || match.new > newEnd {
        hunks.append(
          Hunk(
            old: (old.startIndex + oldEnd)..<(old.startIndex + match.old),
            new: (new.startIndex + newEnd)..<(new.startIndex + match.new)))
      }
      (oldEnd, newEnd) = (match.old + 1, match.new + 1)
    }
    return hunks
  }
}

/// The search for a longest common subsequence.
private struct EditSearch<Element: Equatable> {
  let old: [Element]
  let new: [Element]

  /// The matching pairs of indexes, from left to right; `nil` beyond the limit of edits.
  func matches(limit: Int) -> [(old: Int, new: Int)]? {
    let bound = min(limit, old.count + new.count)
    // The furthest index in `old` on each diagonal, -bound-1 ... bound+1, where a diagonal is the old index minus the
    // new one.
    var furthest = [Int](repeating: 0, count: 2 * bound + 3)
    let middle = bound + 1
    var rounds: [[Int]] = []
    for edits in 0...bound {
      rounds.append(Array(furthest[(middle - edits)...(middle + edits)]))
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        let slot = middle + diagonal
        let down = diagonal == -edits || diagonal != edits && furthest[slot - 1] < furthest[slot + 1]
        var x = down ? furthest[slot + 1] : furthest[slot - 1] + 1
        while x < old.count, x - diagonal < new.count, x - diagonal >= 0, old[x] == new[x - diagonal] { x += 1 }
        furthest[slot] = x
        if x >= old.count, x - diagonal >= new.count { return walkBack(rounds) }
      }
    }
    return nil
  }

  /// Follows the furthest indexes back from the end; round `d` holds those before `d` edits, on diagonals `-d ... d`.
  private func walkBack(_ rounds: [[Int]]) -> [(old: Int, new: Int)] {
    var matches: [(old: Int, new: Int)] = []
    var (x, y) = (old.count, new.count)
    for (edits, furthest) in rounds.enumerated().reversed() {
      var (startX, startY, previousX, previousY) = (0, 0, 0, 0)
      if edits > 0 {
        let diagonal = x - y
        let left = diagonal == -edits ? -1 : furthest[edits + diagonal - 1]
        let right = diagonal == edits ? -1 : furthest[edits + diagonal + 1]
        let down = diagonal == -edits || diagonal != edits && left < right
        previousX = down ? right : left
        previousY = previousX - (down ? diagonal + 1 : diagonal - 1)
        startX = down ? previousX : previousX + 1
        startY = down ? previousY + 1 : previousY
      }
      while x > startX, y > startY {
        (x, y) = (x - 1, y - 1)
        matches.append((x, y))
      }
      (x, y) = (previousX, previousY)
    }
    return matches.reversed()
  }
}

/// Which seqs the states of a journal have in a copy from which some of them are missing.
struct SeqMap: Sendable {
  /// States that come one after the other in both.
  private struct Run {
    var first: Int
    var last: Int
    var shift: Int
  }

  private var runs: [Run] = []

  /// Adds a state behind those that are there.
  mutating func add(_ original: Int, as copied: Int) {
    let shift = original - copied
    if let last = runs.last, last.shift == shift, last.last == original - 1 {
      runs[runs.count - 1].last = original
    } else {
      runs.append(Run(first: original, last: original, shift: shift))
    }
  }

  /// The seq that a state has in the copy; `nil` if it is lost. O(log n) in the number of places where states are lost.
  subscript(original: Int) -> Int? {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].first <= original { low = middle + 1 } else { high = middle }
    }
    guard low > 0, original <= runs[low - 1].last else { return nil }
    return original - runs[low - 1].shift
  }
}

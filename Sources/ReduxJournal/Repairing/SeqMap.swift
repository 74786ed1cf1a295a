/// Maps the seqs of a journal's states to their seqs in a copy that lacks some states.
struct SeqMap: Sendable {
  /// Consecutive states in both the journal and the copy.
  private struct Run {
    var first: Int
    var last: Int
    var shift: Int
  }

  private var runs: [Run] = []

  /// Adds a state after the existing ones.
  mutating func add(_ original: Int, as copied: Int) {
    let shift = original - copied
    if let last = runs.last, last.shift == shift, last.last == original - 1 {
      runs[runs.count - 1].last = original
    } else {
      runs.append(Run(first: original, last: original, shift: shift))
    }
  }

  /// The state's seq in the copy; `nil` if the state is lost. O(log n) in the number of places with lost states.
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

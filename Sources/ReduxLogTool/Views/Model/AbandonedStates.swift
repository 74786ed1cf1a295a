import ReduxJournal
import ReduxReplay

/// The states from which the last state doesn't follow, because rewinds abandoned them.
struct AbandonedStates: Sendable {
  /// The abandoned states, and the seq of the rewind that abandoned each range, in order.
  private var ranges: [(seqs: ClosedRange<Int>, by: Int)] = []

  /// Finds them. O(n) in the bytes of the journal.
  ///
  /// - Throws: `JournalError` if a line doesn't begin like a record, or the file can't be read.
  init(of file: JournalFile) throws(JournalError) {
    guard let last = try file.lastStateSeq else { return }
    var history = try History(of: file, to: last)
    while let stretch = try history.next() {
      guard case .jump(let target) = stretch.origin, target + 1 < stretch.seqs.lowerBound else { continue }
      ranges.append((target + 1...stretch.seqs.lowerBound - 1, stretch.seqs.lowerBound))
    }
    ranges.reverse()
  }

  /// The seq of the rewind that abandoned a state; `nil` if the last state follows from it.
  func rewind(abandoning seq: Int) -> Int? {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].seqs.upperBound < seq { low = middle + 1 } else { high = middle }
    }
    return ranges.indices.contains(low) && ranges[low].seqs.contains(seq) ? ranges[low].by : nil
  }
}

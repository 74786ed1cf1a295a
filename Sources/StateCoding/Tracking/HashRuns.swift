@_spi(Kernel) import StateTree

/// The hashes of an array's elements, in short runs.
///
/// A change hashes its run again and joins the runs, so its cost hardly depends on the number of elements.
struct HashRuns {
  private struct Part {
    let hashes: [StateHash]
    let run: ElementRun

    init(_ hashes: [StateHash]) {
      self.hashes = hashes
      run = ElementRun(count: hashes.count) { hashes[$0] }
    }
  }

  private var parts: [Part] = []

  /// The hash of an element.
  subscript(index: Int) -> StateHash {
    var rest = index
    for part in parts {
      if rest < part.hashes.count { return part.hashes[rest] }
      rest -= part.hashes.count
    }
    preconditionFailure("the index \(index) is beyond the last element")
  }

  /// The hashes of a range of elements.
  subscript(range: Range<Int>) -> [StateHash] {
    var found: [StateHash] = []
    var start = 0
    for part in parts where found.count < range.count {
      let first = max(range.lowerBound - start, 0)
      if first < part.hashes.count { found += part.hashes[first...].prefix(range.count - found.count) }
      start += part.hashes.count
    }
    return found
  }

  /// The hash of the array.
  var hash: StateHash {
    var run = ElementRun()
    for part in parts { run.append(contentsOf: part.run) }
    return run.hash.finalized()
  }

  /// Replaces the hashes of a range of elements.
  mutating func replaceSubrange(_ range: Range<Int>, with hashes: [StateHash]) {
    var (first, start) = (0, 0)
    // The element before the range, if any, shows the part into which an insertion goes.
    while first < parts.count, start + parts[first].hashes.count < max(range.lowerBound, 1) {
      start += parts[first].hashes.count
      first += 1
    }
    var (last, end) = (first, start)
    var joined: [StateHash] = []
    while last < parts.count, last == first || end < range.upperBound {
      joined += parts[last].hashes
      end += parts[last].hashes.count
      last += 1
    }
    joined.replaceSubrange((range.lowerBound - start)..<(range.upperBound - start), with: hashes)
    parts.replaceSubrange(first..<last, with: HashRuns.parts(of: joined))
  }

  /// Divides hashes evenly, so that the next changes find room.
  private static func parts(of hashes: [StateHash]) -> [Part] {
    guard hashes.count > ElementRun.limit else { return hashes.isEmpty ? [] : [Part(hashes)] }
    let size = ElementRun.limit / 2
    return stride(from: 0, to: hashes.count, by: size).map {
      Part(Array(hashes[$0..<min($0 + size, hashes.count)]))
    }
  }
}

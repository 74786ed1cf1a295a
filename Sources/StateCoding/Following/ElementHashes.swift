import StateTree

/// The hashes of an array's elements, and the hash of the array, which follows their changes.
///
/// The elements are grouped in runs, each with its polynomial. A change computes the polynomials of the runs it touches, and
/// joins those of all runs unless only a few elements are replaced.
struct ElementHashes: ~Copyable {
  private var column = RawColumn(of: StateHash.self)
  private var runs: [ElementRun] = []
  private var whole = ElementRun()

  /// The number of runs whose join takes as long as the replacement of an element in a long run.
  private static let runsPerReplacement = 16

  /// The bytes for an element, with its share of a run.
  static var stride: Int { MemoryLayout<StateHash>.stride + 1 }

  subscript(index: Int) -> StateHash {
    column.base.load(fromByteOffset: index &* column.stride, as: StateHash.self)
  }

  /// The running hash of all elements.
  var hash: ElementHash { whole.hash }

  /// Replaces the hashes of elements that stay where they are.
  mutating func replace(_ changes: [HashedPart]) {
    let joins = changes.count &* Self.runsPerReplacement > runs.count
    var (run, start) = (0, 0)
    for change in changes {
      let (index, hash) = (change.index, change.hash)
      while start &+ runs[run].count <= index {
        start &+= runs[run].count
        run &+= 1
      }
      runs[run].replace(at: index &- start, self[index], by: hash)
      if !joins { whole.replace(at: index, self[index], by: hash) }
      store(hash, at: index)
    }
    if joins { whole = .joined(runs) }
  }

  /// Moves the hashes of elements in common to where they are now, and sets those of all others.
  mutating func rearrange(_ matched: [MatchedRun], count: Int, _ changes: [HashedPart]) {
    column.rearrange(matched, count: count)
    for change in changes { store(change.hash, at: change.index) }
    let old = runs
    runs.removeAll(keepingCapacity: true)
    var position = 0
    var (run, start) = (0, 0)
    for match in matched {
      appendElements(position..<match.new)
      var index = match.old
      let end = match.old &+ match.count
      while index < end {
        while start &+ old[run].count <= index {
          start &+= old[run].count
          run &+= 1
        }
        let next = min(start &+ old[run].count, end)
        if next &- index == old[run].count {
          append(old[run])
        } else {
          appendElements((match.new &+ index &- match.old)..<(match.new &+ next &- match.old))
        }
        index = next
      }
      position = match.new &+ match.count
    }
    appendElements(position..<count)
    whole = .joined(runs)
  }

  private func store(_ hash: StateHash, at index: Int) {
    column.base.storeBytes(of: hash, toByteOffset: index &* column.stride, as: StateHash.self)
  }

  private mutating func appendElements(_ indices: Range<Int>) {
    var start = indices.lowerBound
    while start < indices.upperBound {
      let count = min(ElementRun.limit, indices.upperBound &- start)
      append(ElementRun(count: count) { self[start &+ $0] })
      start &+= count
    }
  }

  private mutating func append(_ run: ElementRun) {
    if let last = runs.last, last.count &+ run.count <= ElementRun.limit {
      runs[runs.count - 1].append(contentsOf: run)
    } else {
      runs.append(run)
    }
  }
}

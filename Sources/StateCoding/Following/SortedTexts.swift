import StateTree

/// Distinct texts in the order of their bytes, and the hash of the array that has them as elements.
struct SortedTexts: ~Copyable {
  struct Entry {
    let text: [UInt8]
    let hash: StateHash
    /// The hash of the element that comes after it, if each text has one.
    let next: StateHash?
  }

  private var texts = RawColumn(of: [UInt8].self)
  private(set) var hashes = ElementHashes()
  /// The elements that the last change replaced, if it was noted.
  var replaced: ReplacedElements<[UInt8]>?
  /// The number of elements for each text.
  private let width: Int
  /// The sum of the texts' lengths.
  private(set) var byteCount = 0

  /// The bytes for a text, without its length: a reference, the storage's header, and its hashes.
  static func stride(width: Int) -> Int {
    MemoryLayout<[UInt8]>.stride + 4 * MemoryLayout<Int>.stride + width * ElementHashes.stride
  }

  init(width: Int) { self.width = width }

  deinit { destroy(0..<texts.count) }

  var count: Int { texts.count }

  subscript(index: Int) -> [UInt8] { texts.items(of: [UInt8].self, from: index).pointee }

  /// The index of a text, or where it would be.
  func place(of text: [UInt8]) -> (index: Int, isKnown: Bool) {
    let first = texts.items(of: [UInt8].self, from: 0)
    var (low, high) = (0, texts.count)
    while low < high {
      let middle = (low &+ high) / 2
      if first[middle].precedes(text) { low = middle &+ 1 } else { high = middle }
    }
    return (low, low < texts.count && !text.precedes(first[low]))
  }

  /// Replaces texts; `false`, without a change, if one of them isn't known or if a text would be there twice.
  mutating func replace(_ removed: [[UInt8]], by added: [Entry], noting isNoted: Bool) -> Bool {
    let added = added.sorted { $0.text.precedes($1.text) }
    guard let gaps = gaps(removed, added) else { return false }
    replaced =
      isNoted
      ? ReplacedElements(gaps, count: texts.count) { (texts.items(of: [UInt8].self, from: $0).move(), hashes[$0]) }
      : nil
    if !isNoted { for gap in gaps { destroy(gap.old) } }
    byteCount += added.reduce(0) { $0 + $1.text.count } - removed.reduce(0) { $0 + $1.count }
    var parts: [HashedPart] = []
    let indices = gaps.flatMap(\.new)
    for (index, entry) in zip(indices, added) {
      parts.append(HashedPart(index: index * width, hash: entry.hash))
      if let next = entry.next { parts.append(HashedPart(index: index * width + 1, hash: next)) }
    }
    if gaps.allSatisfy({ $0.old.count == $0.new.count }) {
      hashes.replace(parts)
    } else {
      let count = texts.count + added.count - removed.count
      let runs = runs(between: gaps, count: count)
      texts.rearrange(runs, count: count)
      hashes.rearrange(
        runs.map { MatchedRun(old: $0.old * width, new: $0.new * width, count: $0.count * width) },
        count: count * width, parts)
    }
    for (index, entry) in zip(indices, added) {
      texts.items(of: [UInt8].self, from: index).initialize(to: entry.text)
    }
    return true
  }

  /// Returns the replaced ranges with the ranges of their replacements, for new texts in order.
  private func gaps(_ removed: [[UInt8]], _ added: [Entry]) -> [(old: Range<Int>, new: Range<Int>)]? {
    var gone: [Int] = []
    for text in removed {
      let place = place(of: text)
      guard place.isKnown else { return nil }
      gone.append(place.index)
    }
    gone.sort()
    var gaps: [(old: Range<Int>, new: Range<Int>)] = []
    var shift = 0
    func extend(at index: Int, old: Int, new: Int) {
      if let last = gaps.last, last.old.upperBound == index {
        gaps[gaps.count - 1].old = last.old.lowerBound..<(index + old)
        gaps[gaps.count - 1].new = last.new.lowerBound..<(last.new.upperBound + new)
      } else {
        gaps.append((index..<(index + old), (index + shift)..<(index + shift + new)))
      }
      shift += new - old
    }
    var next = 0
    var last: [UInt8]?
    for entry in added {
      let place = place(of: entry.text)
      while next < gone.count, gone[next] < place.index {
        extend(at: gone[next], old: 1, new: 0)
        next += 1
      }
      if place.isKnown, next == gone.count || gone[next] != place.index { return nil }
      if let last, !last.precedes(entry.text) { return nil }
      last = entry.text
      extend(at: place.index, old: 0, new: 1)
    }
    for index in gone[next...] { extend(at: index, old: 1, new: 0) }
    // Unless two elements had one text.
    return zip(gone, gone.dropFirst()).allSatisfy { $0 != $1 } ? gaps : nil
  }

  /// The texts that stay.
  private func runs(between gaps: [(old: Range<Int>, new: Range<Int>)], count: Int) -> [MatchedRun] {
    var runs: [MatchedRun] = []
    var (old, new) = (0, 0)
    for gap in gaps + [(texts.count..<texts.count, count..<count)] {
      if gap.old.lowerBound > old { runs.append(MatchedRun(old: old, new: new, count: gap.old.lowerBound - old)) }
      (old, new) = (gap.old.upperBound, gap.new.upperBound)
    }
    return runs
  }

  private func destroy(_ indices: Range<Int>) {
    guard !indices.isEmpty else { return }
    texts.items(of: [UInt8].self, from: indices.lowerBound).deinitialize(count: indices.count)
  }
}

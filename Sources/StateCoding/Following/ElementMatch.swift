import RuntimeLayout
import SystemSupport

/// Finds the elements that two neighbouring states of a collection have in common.
///
/// A match is a matter of speed: an element without one is hashed again.
struct ElementMatch {
  typealias Gap = (old: Range<Int>, new: Range<Int>)

  /// The elements in common that keep their order.
  private(set) var runs: [MatchedRun] = []
  /// The old indices of other elements in common, by their new ones.
  private(set) var moves: [Int: Int] = [:]
  /// The ranges between the runs, before and after the change.
  private(set) var gaps: [Gap] = []
  private let keptCount: Int
  private let sourceCount: Int

  /// The number of elements among which the next one in common is searched for.
  private static let window = 8
  /// The number of differences after which elements are only compared in pairs.
  private static let searches = 64

  /// The match of a collection whose elements are all new.
  init(count: Int) {
    keptCount = 0
    sourceCount = count
    findGaps()
  }

  /// Matches the elements of an array.
  init(_ pairs: ElementPairs) {
    keptCount = pairs.keptCount
    sourceCount = pairs.sourceCount
    findRuns(pairs)
    findGaps()
    findMoves(among: gaps, pairs) { _, _ in true }
  }

  /// Matches the entries of a dictionary that differ, of which some have another key than the one that was there.
  init(_ gaps: [Gap], withOtherKeys others: [Gap], keys: ElementPairs, values: ElementPairs) {
    keptCount = keys.keptCount
    sourceCount = keys.sourceCount
    self.gaps = gaps
    findMoves(among: others, keys) { values.isSame($0, $1) }
  }

  /// Matches the keys and values of a dictionary that is encoded as an array.
  init(keys: ElementPairs, values: ElementPairs) {
    keptCount = keys.keptCount
    sourceCount = keys.sourceCount
    findRuns(keys)
    findGaps()
    findMoves(among: gaps, keys) { values.isSame($0, $1) }
    let keyRuns = runs
    runs = []
    for run in keyRuns {
      var offset = 0
      while offset < run.count {
        let count = values.commonPrefix(run.old &+ offset, run.new &+ offset, run.count &- offset)
        append(old: run.old &+ offset, new: run.new &+ offset, count)
        offset &+= count &+ 1
      }
    }
    findGaps()
  }

  /// Whether nothing differs.
  var isWhole: Bool { gaps.isEmpty }

  /// Whether all elements in common are where they were.
  var isInPlace: Bool { keptCount == sourceCount && runs.allSatisfy { $0.old == $0.new } }

  /// Whether elements are only replaced, or added or removed at the end.
  var keepsIndices: Bool {
    gaps.allSatisfy { old, new in
      old.lowerBound == new.lowerBound
        && (old.count == new.count || old.upperBound == keptCount && new.upperBound == sourceCount)
    }
  }

  /// The number of earlier elements that are not in common or not in place.
  var replacedCount: Int { gaps.reduce(0) { $0 &+ $1.old.count } }

  private mutating func findGaps() {
    gaps = []
    var (old, new) = (0, 0)
    for run in runs {
      if run.old > old || run.new > new { gaps.append((old..<run.old, new..<run.new)) }
      (old, new) = (run.old &+ run.count, run.new &+ run.count)
    }
    if keptCount > old || sourceCount > new { gaps.append((old..<keptCount, new..<sourceCount)) }
  }

  private mutating func findRuns(_ pairs: ElementPairs) {
    let start = pairs.commonPrefix(0, 0, min(keptCount, sourceCount))
    append(old: 0, new: 0, start)
    if start == keptCount, start == sourceCount { return }
    let end = pairs.commonSuffix(min(keptCount, sourceCount) &- start)
    let (oldEnd, newEnd) = (keptCount &- end, sourceCount &- end)
    var (old, new) = (start, start)
    var searches = 0
    while old < oldEnd, new < newEnd {
      // Here the elements differ.
      if searches < Self.searches {
        searches &+= 1
        (old, new) = nextMatch(pairs, old, new, oldEnd, newEnd)
      } else {
        (old, new) = (old &+ 1, new &+ 1)
      }
      let count = pairs.commonPrefix(old, new, min(oldEnd &- old, newEnd &- new))
      append(old: old, new: new, count)
      (old, new) = (old &+ count, new &+ count)
    }
    append(old: oldEnd, new: newEnd, end)
  }

  private mutating func append(old: Int, new: Int, _ count: Int) {
    if count > 0 { runs.append(MatchedRun(old: old, new: new, count: count)) }
  }

  /// Behind a difference, where elements are the same again: after a replacement, a removal or an insertion.
  private func nextMatch(
    _ pairs: ElementPairs, _ old: Int, _ new: Int, _ oldEnd: Int, _ newEnd: Int
  ) -> (old: Int, new: Int) {
    if old &+ 1 < oldEnd, new &+ 1 < newEnd, pairs.isSame(old &+ 1, new &+ 1) { return (old &+ 1, new &+ 1) }
    var distance = 1
    while distance <= Self.window {
      if old &+ distance < oldEnd, pairs.isSame(old &+ distance, new) { return (old &+ distance, new) }
      if new &+ distance < newEnd, pairs.isSame(old, new &+ distance) { return (old, new &+ distance) }
      distance &+= 1
    }
    return (old &+ 1, new &+ 1)
  }

  /// Finds the elements in some gaps that are the same before and after: those that moved.
  private mutating func findMoves(among gaps: [Gap], _ pairs: ElementPairs, where isMove: (Int, Int) -> Bool) {
    if gaps.isEmpty { return }
    let old = gaps.reduce(0) { $0 + $1.old.count }
    let new = gaps.reduce(0) { $0 + $1.new.count }
    guard old > 0, new > 0, gaps.count > 1 || old + new > 2 else { return }
    var byBytes = [Int: Int](minimumCapacity: old)
    for gap in gaps {
      for index in gap.old { byBytes[pairs.keptHash(index)] = index }
    }
    // If everything changed, a few elements show that nothing moved.
    if new > Self.searches, !isLikely(pairs, byBytes, gaps, every: new / Self.searches) { return }
    for gap in gaps {
      for index in gap.new {
        guard let match = byBytes[pairs.sourceHash(index)], pairs.isSame(match, index), isMove(match, index) else {
          continue
        }
        moves[index] = match
      }
    }
  }

  /// Whether one of a few new elements has the hash value of an old one.
  private func isLikely(
    _ pairs: ElementPairs, _ byBytes: [Int: Int], _ gaps: [Gap], every step: Int
  ) -> Bool {
    var number = 0
    for gap in gaps {
      for index in gap.new {
        if number % step == 0, byBytes[pairs.sourceHash(index)] != nil { return true }
        number &+= 1
      }
    }
    return false
  }
}

/// Compares kept elements with those of the next state, by their bytes.
struct ElementPairs {
  private let kept: UnsafeMutableRawPointer
  private let source: UnsafeRawPointer
  private let stride: Int
  private let bytes: StableBytes
  let keptCount: Int
  let sourceCount: Int

  /// The number of elements that are compared in one call.
  private static let block = 64

  init(
    _ kept: UnsafeMutableRawPointer, count keptCount: Int, with source: UnsafeRawPointer, count sourceCount: Int,
    stride: Int, _ bytes: StableBytes
  ) {
    self.kept = kept
    self.source = source
    self.stride = stride
    self.bytes = bytes
    self.keptCount = keptCount
    self.sourceCount = sourceCount
  }

  /// Pairs the elements of two buffers; `nil` if one of them is empty.
  init?<Element>(
    _ kept: UnsafeMutableBufferPointer<Element>, _ source: UnsafeBufferPointer<Element>, _ bytes: StableBytes
  ) {
    guard let keptStart = kept.baseAddress, let start = source.baseAddress else { return nil }
    self.init(
      keptStart, count: kept.count, with: start, count: source.count, stride: MemoryLayout<Element>.stride, bytes)
  }

  /// The number of equal elements from two indices on.
  func commonPrefix(_ old: Int, _ new: Int, _ limit: Int) -> Int {
    var count = 0
    while count < limit {
      let step = min(Self.block, limit &- count)
      if !hasSameBytes(old &+ count, new &+ count, step) {
        let same = equalCount(old &+ count, new &+ count, limit: step, direction: 1)
        if same < step { return count &+ same }
      }
      count &+= step
    }
    return count
  }

  /// The number of equal elements at the ends.
  func commonSuffix(_ limit: Int) -> Int {
    var count = 0
    while count < limit {
      let step = min(Self.block, limit &- count)
      let (oldEnd, newEnd) = (keptCount &- count, sourceCount &- count)
      if !hasSameBytes(oldEnd &- step, newEnd &- step, step) {
        let same = equalCount(oldEnd &- 1, newEnd &- 1, limit: step, direction: -1)
        if same < step { return count &+ same }
      }
      count &+= step
    }
    return count
  }

  /// Whether an element is the same as a kept one.
  func isSame(_ old: Int, _ new: Int) -> Bool {
    hasSameBytes(old, new, 1) || equalCount(old, new, limit: 1, direction: 1) == 1
  }

  /// Whether consecutive elements have the same bytes, with their padding.
  func hasSameBytes(_ old: Int, _ new: Int, _ count: Int) -> Bool {
    Platform.areEqual(kept + old &* stride, source + new &* stride, count: count &* stride)
  }

  /// The number of elements from two indices on, forwards or backwards, that are the same but for their padding.
  ///
  /// This is one loop over raw pointers, because a copy that the app makes has other padding in every element.
  private func equalCount(_ old: Int, _ new: Int, limit: Int, direction: Int) -> Int {
    (bytes.spans ?? []).withUnsafeBufferPointer { buffer in
      guard let spans = buffer.baseAddress else { return 0 }
      let (spanCount, step) = (buffer.count, direction &* stride)
      var (mine, others) = (kept + old &* stride, source + new &* stride)
      var count = 0
      search: while count < limit {
        var span = 0
        while span < spanCount {
          let start = spans[span].start
          if !Platform.areEqual(mine + start, others + start, count: spans[span].count) { break search }
          span &+= 1
        }
        mine += step
        others += step
        count &+= 1
      }
      guard bytes.isWhole else { return count }
      // With the same padding, the next comparison needs one call for all of them.
      let passed = direction > 0 ? 0 : count &- 1
      (kept + (old &- passed) &* stride).copyMemory(
        from: source + (new &- passed) &* stride, byteCount: count &* stride)
      return count
    }
  }

  /// Hash values of the bytes of a kept element and of one of the next state.
  func keptHash(_ index: Int) -> Int { hash(of: kept, index) }
  func sourceHash(_ index: Int) -> Int { hash(of: source, index) }

  private func hash(of elements: UnsafeRawPointer, _ index: Int) -> Int {
    var hasher = Hasher()
    for span in bytes.spans ?? [] {
      hasher.combine(
        bytes: UnsafeRawBufferPointer(start: elements + index &* stride + span.start, count: span.count))
    }
    return hasher.finalize()
  }
}

extension ElementMatch {
  /// Matches the entries of a dictionary, or the elements of a set, which has no values.
  init<Key, Value>(
    _ keys: inout ContiguousArray<Key>, _ values: inout ContiguousArray<Value>,
    _ newKeys: ContiguousArray<Key>, _ newValues: ContiguousArray<Value>,
    _ keyBytes: StableBytes, _ valueBytes: StableBytes
  ) {
    self = keys.withUnsafeMutableBufferPointer { keys in
      values.withUnsafeMutableBufferPointer { values in
        newKeys.withUnsafeBufferPointer { newKeys in
          newValues.withUnsafeBufferPointer { newValues in
            guard let keys = ElementPairs(keys, newKeys, keyBytes) else { return ElementMatch(count: newKeys.count) }
            guard Value.self != Never.self, let values = ElementPairs(values, newValues, valueBytes) else {
              return ElementMatch(keys)
            }
            return ElementMatch(keys: keys, values: values)
          }
        }
      }
    }
  }
}

import RuntimeLayout

/// Copies of a dictionary's buckets, with the bytes of its memory.
///
/// Buckets without an entry have whatever bytes the dictionary's have, so that blocks of buckets compare in one call.
struct BucketColumns<Key: Hashable, Value>: ~Copyable {
  private var occupied = RawColumn(of: UInt.self)
  private var keys = RawColumn(of: Key.self)
  private var values = RawColumn(of: Value.self)
  private var seed = 0

  deinit { destroy() }

  var buckets: Buckets<Key, Value> {
    Buckets(count: keys.count, occupied: occupied.base, keys: keys.base, values: values.base)
  }

  /// Finds the buckets whose entries aren't those of a storage.
  ///
  /// A storage with another order of entries differs in all of them.
  func match(
    _ storage: DictionaryStorage<Key, Value>, _ keyBytes: StableBytes, _ valueBytes: StableBytes
  ) -> ElementMatch {
    let (old, new) = (buckets, storage.buckets)
    let keyPairs = ElementPairs(
      keys.base, count: old.count, with: new.keys, count: new.count, stride: keys.stride, keyBytes)
    let valuePairs = ElementPairs(
      values.base, count: old.count, with: new.values, count: new.count, stride: values.stride, valueBytes)
    var (gaps, others): ([ElementMatch.Gap], [ElementMatch.Gap]) = ([], [])
    if isInOrder(of: storage) {
      findGaps(keyPairs, valuePairs, new, &gaps, withOtherKeys: &others)
    } else {
      gaps = old.runs.map { ($0, 0..<0) } + new.runs.map { (0..<0, $0) }
      others = gaps
    }
    return ElementMatch(gaps, withOtherKeys: others, keys: keyPairs, values: valuePairs)
  }

  func isInOrder(of storage: DictionaryStorage<Key, Value>) -> Bool {
    keys.count == storage.buckets.count && seed == storage.seed
  }

  private func findGaps(
    _ keyPairs: ElementPairs, _ valuePairs: ElementPairs, _ new: Buckets<Key, Value>,
    _ gaps: inout [ElementMatch.Gap], withOtherKeys others: inout [ElementMatch.Gap]
  ) {
    let old = buckets
    let block = min(new.count, UInt.bitWidth)
    var start = 0
    while start < new.count {
      let (before, after) = (old.word(start / UInt.bitWidth), new.word(start / UInt.bitWidth))
      let isSame =
        before == after
        && (before == 0 || keyPairs.hasSameBytes(start, start, block) && valuePairs.hasSameBytes(start, start, block))
      if !isSame {
        var bucket = start
        var bit: UInt = 1
        while bucket < start &+ block {
          let (was, isNow) = (before & bit != 0, after & bit != 0)
          if !was, !isNow {
            copyBytes(of: bucket..<(bucket &+ 1), from: new)
          } else {
            let hasSameKey = was && isNow && keyPairs.isSame(bucket, bucket)
            if !hasSameKey || !valuePairs.isSame(bucket, bucket) {
              let end = bucket &+ 1
              let gap = (was ? bucket..<end : bucket..<bucket, isNow ? bucket..<end : bucket..<bucket)
              gaps.append(gap)
              if !hasSameKey { others.append(gap) }
            }
          }
          bucket &+= 1
          bit = bit &<< 1
        }
      }
      start &+= block
    }
  }

  /// Takes over the entries of a storage that differ.
  mutating func apply(_ match: ElementMatch, _ storage: DictionaryStorage<Key, Value>) {
    let new = storage.buckets
    if isInOrder(of: storage) {
      for gap in match.gaps {
        destroy(gap.old)
        initialize(gap.new, from: new)
        copyBytes(of: gap.old.isEmpty ? gap.new : gap.old, from: new)
      }
    } else {
      destroy()
      seed = storage.seed
      occupied.rearrange([], count: Buckets<Key, Value>.wordCount(new.count))
      keys.rearrange([], count: new.count)
      values.rearrange([], count: new.count)
      for run in new.runs { initialize(run, from: new) }
      // Blocks without an entry are never compared.
      let block = min(new.count, UInt.bitWidth)
      for start in stride(from: 0, to: new.count, by: block) where new.word(start / UInt.bitWidth) != 0 {
        copyBytes(of: start..<(start &+ block), from: new)
      }
    }
    occupied.base.copyMemory(from: new.occupied, byteCount: occupied.count &* occupied.stride)
  }

  private func initialize(_ run: Range<Int>, from source: Buckets<Key, Value>) {
    guard !run.isEmpty else { return }
    keys.items(of: Key.self, from: run.lowerBound).initialize(from: source.key(run.lowerBound), count: run.count)
    values.items(of: Value.self, from: run.lowerBound).initialize(from: source.value(run.lowerBound), count: run.count)
  }

  /// Makes the bytes of buckets those of the source, with the padding; in buckets with entries they are copies already.
  private func copyBytes(of run: Range<Int>, from source: Buckets<Key, Value>) {
    (keys.base + run.lowerBound &* keys.stride).copyMemory(
      from: source.keys + run.lowerBound &* keys.stride, byteCount: run.count &* keys.stride)
    (values.base + run.lowerBound &* values.stride).copyMemory(
      from: source.values + run.lowerBound &* values.stride, byteCount: run.count &* values.stride)
  }

  private func destroy() {
    for run in buckets.runs { destroy(run) }
  }

  private func destroy(_ run: Range<Int>) {
    guard !run.isEmpty else { return }
    keys.items(of: Key.self, from: run.lowerBound).deinitialize(count: run.count)
    values.items(of: Value.self, from: run.lowerBound).deinitialize(count: run.count)
  }
}

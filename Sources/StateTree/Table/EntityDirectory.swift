/// Where the entities of a table stand: their slots by their ids.
///
/// A dictionary in many small ones, so that a change copies only one of them if somebody keeps a copy, and growing
/// never moves more than one of them at a time.
///
/// Source: W. Litwin, "Linear hashing: a new tool for file and table addressing" (1980).
struct EntityDirectory<ID: Hashable> {
  private var buckets = ChunkedArray<[ID: Int]>()
  private(set) var count = 0

  /// How many ids there are to a bucket, on average, before there is another bucket.
  private static var load: Int { 24 }

  init() {
    buckets.append([:])
  }

  /// The slot of an id; setting `nil` takes the id out.
  subscript(id: ID) -> Int? {
    get { buckets[bucket(of: id)][id] }
    set {
      let bucket = bucket(of: id)
      let old = newValue.map { buckets[bucket].updateValue($0, forKey: id) } ?? buckets[bucket].removeValue(forKey: id)
      count += (newValue == nil ? 0 : 1) - (old == nil ? 0 : 1)
      if count > buckets.count * Self.load { split() }
    }
  }

  private func bucket(of id: ID) -> Int {
    let hash = Int(bitPattern: UInt(bitPattern: id.hashValue) >> 1)
    // The lowest bits of the hash choose: as many as the last bucket's number has, or one fewer where the bucket that
    // they choose is still to come.
    let mask = Int.max >> (buckets.count.leadingZeroBitCount - 1)
    let bucket = hash & mask
    return bucket < buckets.count ? bucket : bucket & (mask >> 1)
  }

  /// Adds a bucket, and moves to it what belongs there, all from one other bucket.
  private mutating func split() {
    let added = buckets.count
    let source = added & ~(1 << (Int.bitWidth - 1 - added.leadingZeroBitCount))
    buckets.append([:])
    var kept: [ID: Int] = [:]
    var moved: [ID: Int] = [:]
    for (id, slot) in buckets[source] {
      if bucket(of: id) == added { moved[id] = slot } else { kept[id] = slot }
    }
    buckets[source] = kept
    buckets[added] = moved
  }
}

extension EntityDirectory: Sendable where ID: Sendable {}

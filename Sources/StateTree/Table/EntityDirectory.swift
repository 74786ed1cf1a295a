/// Where the entities of a table stand: slots by the hash values of their ids.
///
/// A hash table in many small ones, so that a change copies only one of them if somebody keeps a copy, and growing
/// never moves more than one of them at a time. It holds no ids: an entry is half of a hash value and a slot, eight to
/// a cache line, and whoever looks an id up compares it with the one in the slot, where he goes next anyway.
///
/// Source: W. Litwin, "Linear hashing: a new tool for file and table addressing" (1980).
@usableFromInline
struct EntityDirectory: Sendable {
  @usableFromInline var shards = ChunkedArray<DirectoryShard>()
  private var count = 0

  /// How many entries there are to a shard, on average, before there is another one.
  private static var load: Int { 64 }

  @usableFromInline
  init() {
    shards.append(DirectoryShard())
  }

  /// The slot of an id: the one that fits among those whose ids may have this hash value.
  @inlinable @inline(__always)
  func slot(of hash: Int, where fits: (Int) -> Bool) -> Int? {
    let tag = Self.tag(hash)
    return shards[shard(of: tag)].slot(of: tag, where: fits)
  }

  /// Adds a slot by the hash value of an id that is not there yet.
  @usableFromInline
  mutating func insert(_ hash: Int, _ slot: Int) {
    let tag = Self.tag(hash)
    shards[shard(of: tag)].insert(DirectoryShard.Entry(tag: tag, slot: slot))
    count += 1
    if count > shards.count * Self.load { split() }
  }

  /// Takes out a slot that is there by this hash value.
  @usableFromInline
  mutating func remove(_ hash: Int, _ slot: Int) {
    let tag = Self.tag(hash)
    shards[shard(of: tag)].remove(DirectoryShard.Entry(tag: tag, slot: slot))
    count -= 1
  }

  /// What is kept of a hash value. The multiplication spreads values that a type has made by itself.
  @inlinable @inline(__always)
  static func tag(_ hash: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: (UInt(bitPattern: hash) &* 0x9e37_79b9_7f4a_7c15) &>> 32)
  }

  @inlinable @inline(__always)
  func shard(of tag: UInt32) -> Int {
    // The lowest bits choose: as many as the last shard's number has, or one fewer where the shard that they choose is
    // still to come.
    let mask = Int.max >> (shards.count.leadingZeroBitCount - 1)
    let shard = Int(tag) & mask
    return shard < shards.count ? shard : shard & (mask >> 1)
  }

  /// Adds a shard, and moves to it what belongs there, all from one other shard.
  private mutating func split() {
    let added = shards.count
    let source = added & ~(1 << (Int.bitWidth - 1 - added.leadingZeroBitCount))
    shards.append(DirectoryShard())
    let entries = shards[source].entries.filter { !$0.isVacant }
    shards[source] = DirectoryShard(entries.filter { shard(of: $0.tag) == source })
    shards[added] = DirectoryShard(entries.filter { shard(of: $0.tag) == added })
  }
}

/// An index of a table's slots by the hash values of the entities' ids.
///
/// It consists of many small hash tables, so that a change to a copied directory copies only one of them, and growing
/// moves one at a time. It holds no ids: an entry is half a hash value and a slot, eight to a cache line. The caller
/// compares the id with the one in the slot, which it reads next anyway.
///
/// Source: W. Litwin, "Linear hashing: a new tool for file and table addressing" (1980).
@usableFromInline
struct EntityDirectory: Sendable {
  @usableFromInline var shards = ChunkedArray<DirectoryShard>()
  private(set) var count = 0

  /// The average number of entries per shard at which another shard is added.
  private static var load: Int { 64 }

  @usableFromInline
  init() {
    shards.append(DirectoryShard())
  }

  /// The slot of an id: the one that fits among those whose ids may have this hash value.
  @inlinable @_transparent
  func slot(of hash: Int, where fits: (Int) -> Bool) -> Int? {
    let tag = Self.tag(hash)
    return shards[shard(of: tag)].slot(of: tag, where: fits)
  }

  /// Adds a slot by the hash value of a new id.
  @usableFromInline
  mutating func insert(_ hash: Int, _ slot: Int) {
    let tag = Self.tag(hash)
    shards[shard(of: tag)].insert(DirectoryShard.Entry(tag: tag, slot: slot))
    count += 1
    if count > shards.count * Self.load { split() }
  }

  /// Removes a slot that was added with this hash value.
  @usableFromInline
  mutating func remove(_ hash: Int, _ slot: Int) {
    let tag = Self.tag(hash)
    shards[shard(of: tag)].remove(DirectoryShard.Entry(tag: tag, slot: slot))
    count -= 1
  }

  /// The stored part of a hash value. The multiplication spreads the values of a type's own hash function.
  @inlinable @_transparent
  static func tag(_ hash: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: (UInt(bitPattern: hash) &* 0x9e37_79b9_7f4a_7c15) &>> 32)
  }

  @inlinable @_transparent
  func shard(of tag: UInt32) -> Int {
    // The lowest bits choose: as many as the last shard's number has, or one fewer if that shard doesn't exist yet.
    let mask = Int.max >> (shards.count.leadingZeroBitCount - 1)
    let shard = Int(tag) & mask
    return shard < shards.count ? shard : shard & (mask >> 1)
  }

  /// Adds a shard, and moves the entries that belong there; all come from one other shard.
  private mutating func split() {
    let added = shards.count
    let source = added & ~(1 << (Int.bitWidth - 1 - added.leadingZeroBitCount))
    shards.append(DirectoryShard())
    let entries = shards[source].entries.filter { !$0.isVacant }
    shards[source] = DirectoryShard(entries.filter { shard(of: $0.tag) == source })
    shards[added] = DirectoryShard(entries.filter { shard(of: $0.tag) == added })
  }
}

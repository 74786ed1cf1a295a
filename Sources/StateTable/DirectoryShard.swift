/// A small hash table of slots, with linear probing.
@usableFromInline
struct DirectoryShard: Sendable {
  /// Half of an id's hash value, and the id's slot.
  @usableFromInline
  struct Entry: Sendable, Equatable {
    @usableFromInline var tag: UInt32
    /// The slot, plus one; 0 in an entry that is vacant.
    @usableFromInline var number: UInt32

    @usableFromInline static let vacant = Entry()

    private init() {
      tag = 0
      number = 0
    }

    @usableFromInline
    init(tag: UInt32, slot: Int) {
      self.tag = tag
      number = UInt32(slot + 1)
    }

    @inlinable var isVacant: Bool { number == 0 }
    @inlinable var slot: Int { Int(number) - 1 }
  }

  /// A power of two of entries, at least a quarter of them vacant; empty in a shard without entries so far.
  @usableFromInline var entries: [Entry] = []
  private(set) var count: Int32 = 0
  /// The shift that turns a tag into the start of a search. Stored here, because the array's length is in another cache
  /// line.
  @usableFromInline var shift: UInt32 = 0

  init() {}

  /// Creates a shard of entries, with room for that many in all.
  init(_ entries: [Entry], room: Int = 0) {
    let room = max(room, entries.count)
    var capacity = 8
    while capacity * 3 < room * 4 { capacity *= 2 }
    self.entries = Array(repeating: .vacant, count: capacity)
    shift = UInt32(UInt32.bitWidth - capacity.trailingZeroBitCount)
    for entry in entries { insert(entry) }
  }

  @inlinable @_transparent
  func slot(of tag: UInt32, where fits: (Int) -> Bool) -> Int? {
    guard shift > 0 else { return nil }
    var place = home(of: tag)
    while true {
      let entry = entries[place]
      if entry.isVacant { return nil }
      if entry.tag == tag, fits(entry.slot) { return entry.slot }
      place = next(place)
    }
  }

  mutating func insert(_ entry: Entry) {
    if (Int(count) + 1) * 4 > entries.count * 3 { grow() }
    var place = home(of: entry.tag)
    while !entries[place].isVacant { place = next(place) }
    entries[place] = entry
    count += 1
  }

  mutating func remove(_ entry: Entry) {
    guard !entries.isEmpty else { return }
    var place = home(of: entry.tag)
    while entries[place] != entry {
      if entries[place].isVacant { return }
      place = next(place)
    }
    // Displaced entries after it move up, so that no search ends too early.
    var follower = next(place)
    while !entries[follower].isVacant {
      let home = home(of: entries[follower].tag)
      if distance(from: home, to: follower) >= distance(from: place, to: follower) {
        entries[place] = entries[follower]
        place = follower
      }
      follower = next(follower)
    }
    entries[place] = .vacant
    count -= 1
  }

  /// The start of a search, from the tag's highest bits: the directory uses the lowest to choose a shard.
  @inlinable @_transparent
  func home(of tag: UInt32) -> Int { Int(tag >> shift) }

  @inlinable @_transparent
  func next(_ place: Int) -> Int { (place + 1) & (entries.count - 1) }

  private func distance(from start: Int, to end: Int) -> Int { (end - start) & (entries.count - 1) }

  private mutating func grow() {
    self = DirectoryShard(entries.filter { !$0.isVacant }, room: 2 * Int(count))
  }
}

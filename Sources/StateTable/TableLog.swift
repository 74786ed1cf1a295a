public import StateTree
import Synchronization

/// The last changes to a table's entities.
///
/// Each version of a table has a number that no version of any other table has. With an earlier version's number, the log
/// gives the slots and the keys that have changed since, whatever happened to copies of the table.
@usableFromInline
struct TableLog: Sendable {
  /// A change to the entity with a key.
  private struct Entry: Sendable {
    /// The version before the change.
    var version: UInt64
    var slot: Int
    var key: String
    /// The entity's hash as a member before the change; `nil` if the slot held no such entity.
    var old: StateHash?
    /// Its hash after the change; `nil` if the slot no longer holds such an entity.
    var new: EntityHash?
  }

  /// The number of changes that the log keeps.
  static let capacity = 16

  private static let lastVersion = Atomic<UInt64>(0)

  private(set) var version = TableLog.newVersion()
  private var entries: [Entry] = []
  /// The index of the oldest entry, once all places are taken.
  private var oldest = 0

  @usableFromInline
  init() {}

  private static func newVersion() -> UInt64 { lastVersion.add(1, ordering: .relaxed).newValue }

  /// Forgets the changes, and stays the same version.
  mutating func forget() { (entries, oldest) = ([], 0) }

  /// Notes a change to the entity with a key in a slot.
  @usableFromInline
  mutating func note(_ slot: Int, _ key: String, from old: StateHash?, to new: EntityHash?) {
    let entry = Entry(version: version, slot: slot, key: key, old: old, new: new)
    version = TableLog.newVersion()
    if entries.count < Self.capacity { return entries.append(entry) }
    entries[oldest] = entry
    oldest = (oldest &+ 1) & (Self.capacity &- 1)
  }

  /// The slots that may have changed since an earlier version, in order; `nil` if that is unknown.
  func slots(since earlier: UInt64) -> [Int]? {
    guard let count = count(since: earlier) else { return nil }
    if count == 1 { return [self[0].slot] }
    return Set((0..<count).map { self[$0].slot }).sorted()
  }

  /// The keys of the entities that have changed since an earlier version, and their hashes; `nil` for an entity that is
  /// gone, and `nil` for all if that is unknown.
  func entities(since earlier: UInt64) -> [(key: String, hash: StateHash?)]? {
    guard let count = count(since: earlier) else { return nil }
    if count == 1 {
      let entry = self[0]
      return entry.old == entry.new?.member ? [] : [(entry.key, entry.new?.entity)]
    }
    var newest: [ByteString: EntityHash?] = [:]
    var found: [(key: String, hash: StateHash?)] = []
    for index in 0..<count where newest[ByteString(self[index].key)] == nil {
      newest[ByteString(self[index].key)] = .some(self[index].new)
    }
    for index in (0..<count).reversed() {
      let entry = self[index]
      guard let new = newest.removeValue(forKey: ByteString(entry.key)), entry.old != new?.member else { continue }
      found.append((entry.key, new?.entity))
    }
    return found
  }

  /// The number of changes since an earlier version.
  private func count(since earlier: UInt64) -> Int? {
    if earlier == version { return 0 }
    return entries.indices.first { self[$0].version == earlier }.map { $0 + 1 }
  }

  /// An entry; 0 is the newest.
  private subscript(index: Int) -> Entry {
    entries[(oldest &+ entries.count &- 1 &- index) % entries.count]
  }
}

/// A cache of the keys of objects with one member, from which enums find their case.
///
/// Creating an array of one key takes three look-ups of generic metadata and an allocation, and many enums create the key by
/// comparing its name with all of theirs: 1,890 instructions, or 570 with the cache. A key type gives the same key for the
/// same name.
struct SingleKeys {
  private struct Entry {
    var name = ""
    /// The `Keys` of the key type.
    var keys: AnyObject?
  }

  /// The array for a name.
  private final class Keys<Key> {
    let array: [Key]
    init(_ array: [Key]) { self.array = array }
  }

  private static let size = 16
  private var entries: [Entry] = []

  /// The array for a name, created once. The key type must be the same in every call.
  @inline(__always)
  mutating func keys<Key>(named name: UnsafeRawBufferPointer, _ make: (String) -> [Key]) -> [Key] {
    let index =
      name.isEmpty ? 0 : (name.count &+ Int(name[0]) &+ 5 &* Int(name[name.count - 1])) & (SingleKeys.size - 1)
    if index < entries.count, let keys = entries[index].keys, entries[index].name.withBytes({ $0.hasBytes(of: name) }) {
      return unsafeDowncast(keys, to: Keys<Key>.self).array
    }
    return add(String(decoding: name, as: UTF8.self), at: index, make)
  }

  @inline(never)
  private mutating func add<Key>(_ name: String, at index: Int, _ make: (String) -> [Key]) -> [Key] {
    let array = make(name)
    if entries.isEmpty { entries = Array(repeating: Entry(), count: SingleKeys.size) }
    entries[index] = Entry(name: name, keys: Keys(array))
    return array
  }
}

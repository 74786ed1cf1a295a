import StateTree
import SystemSupport

/// A cache of the keys of objects with one member, from which enums find their case.
///
/// Creating an array of one key takes three look-ups of generic metadata and an allocation, and many enums create the key by
/// comparing its name with all of theirs: 1,890 instructions, or 570 with the cache. A key type gives the same key for the
/// same name.
struct SingleKeys: ~Copyable {
  /// The name of keys of any type.
  class NamedKeys {
    final let name: UnsafeRawBufferPointer

    init(_ name: UnsafeRawBufferPointer) {
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: name.count, alignment: 1)
      copy.copyMemory(from: name)
      self.name = UnsafeRawBufferPointer(copy)
    }

    deinit { name.deallocate() }
  }

  /// The array for a name.
  private final class Keys<Key>: NamedKeys {
    let array: [Key]

    init(_ name: UnsafeRawBufferPointer, _ array: [Key]) {
      self.array = array
      super.init(name)
    }
  }

  private static let size = 16
  private var entries = Stack<NamedKeys?>()

  /// The array for a name, created once. The key type must be the same in every call.
  mutating func keys<Key>(named name: UnsafeRawBufferPointer, _ make: (String) -> [Key]) -> [Key] {
    let index = SingleKeys.index(of: name)
    guard index < entries.count, let keys = entries.elements[index], Platform.areEqual(keys.name, name) else {
      return add(name, at: index, make)
    }
    // In a debug build, a checked cast would look up the type, and a key path would be created each time.
    return unsafeBitCast(Unmanaged.passUnretained(keys), to: Unmanaged<Keys<Key>>.self)._withUnsafeGuaranteedRef {
      $0.array
    }
  }

  private static func index(of name: UnsafeRawBufferPointer) -> Int {
    guard let bytes = name.baseAddress?.assumingMemoryBound(to: UInt8.self), name.count > 0 else { return 0 }
    return
      (name.count &+ Int(truncatingIfNeeded: bytes[0]) &+ 5 &* Int(truncatingIfNeeded: bytes[name.count &- 1])) & 15
  }

  @inline(never)
  private mutating func add<Key>(_ name: UnsafeRawBufferPointer, at index: Int, _ make: (String) -> [Key]) -> [Key] {
    let array = make(String(decoding: name, as: UTF8.self))
    while entries.count < SingleKeys.size { entries.append(nil) }
    entries.elements[index] = Keys(name, array)
    return array
  }
}

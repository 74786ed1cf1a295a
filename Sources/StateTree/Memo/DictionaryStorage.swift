/// The memory in which the standard library keeps a dictionary: buckets, each empty or with an entry.
///
/// The public ways to all entries copy them one by one, which takes many times as long as comparing their bytes. The standard
/// library's inlinable code reads this memory, too, so its layout is part of the ABI on Apple's platforms. `isProven` checks
/// it all the same: for each class of storage, which has one layout.
struct DictionaryStorage<Key: Hashable, Value> {
  private let object: UnsafeRawPointer

  /// `nil` for a dictionary that bridges one of Objective-C.
  init?(_ dictionary: [Key: Value]) {
    let bits = unsafeBitCast(dictionary, to: UInt.self)
    guard bits & Self.flags == 0, let object = UnsafeRawPointer(bitPattern: bits) else { return nil }
    self.object = object
  }

  /// The bits that only references to objects of Objective-C have.
  private static var flags: UInt { MemoryLayout<UInt>.size == 8 ? 0xff00_0000_0000_0007 : 3 }

  /// The words of a storage: its class and reference counts, its fields, and the bits of its buckets.
  private enum Word: Int { case kind, references, count, capacity, seed, keys, values, bits }

  private func load(_ word: Word) -> Int { (object + Self.offset(of: word)).load(as: Int.self) }

  private static func offset(of word: Word) -> Int {
    word.rawValue &* MemoryLayout<Int>.size &+ (word.rawValue >= Word.seed.rawValue ? smallFieldSize : 0)
  }

  /// The size of smaller fields before the seed, of which the first is the scale.
  private static var smallFieldSize: Int { 8 }

  /// The logarithm of the number of buckets.
  private var scale: Int8 { (object + (Self.offset(of: .seed) &- Self.smallFieldSize)).load(as: Int8.self) }

  /// The class of the storage.
  var kind: Int { load(.kind) }
  /// What determines the order of the entries in a number of buckets.
  var seed: Int { load(.seed) }

  /// The buckets of a storage whose layout is proven.
  var buckets: Buckets<Key, Value> {
    let count = 1 &<< Int(scale)
    let occupied = object + Self.offset(of: .bits)
    let keys = Self.align(occupied + Buckets<Key, Value>.wordCount(count) &* MemoryLayout<UInt>.stride, for: Key.self)
    let values = Self.align(keys + count &* MemoryLayout<Key>.stride, for: Value.self)
    return Buckets(count: count, occupied: occupied, keys: keys, values: values)
  }

  private static func align<Item>(_ start: UnsafeRawPointer, for _: Item.Type) -> UnsafeRawPointer {
    start.alignedUp(toMultipleOf: MemoryLayout<Item>.alignment)
  }

  /// Whether the storage of a dictionary is laid out as expected, as all its fields and entries show.
  func isProven(by dictionary: [Key: Value], _ keyBytes: StableBytes, _ valueBytes: StableBytes) -> Bool {
    guard load(.count) == dictionary.count, load(.capacity) == dictionary.capacity, (1...40).contains(scale) else {
      return false
    }
    let buckets = buckets
    guard dictionary.capacity < buckets.count, load(.keys) == Int(bitPattern: buckets.keys),
      load(.values) == Int(bitPattern: buckets.values)
    else { return false }
    var rest = buckets.runs.lazy.flatMap(\.self).makeIterator()
    for (key, value) in dictionary {
      guard let bucket = rest.next(), keyBytes.isSame(buckets.key(bucket), as: key),
        valueBytes.isSame(buckets.value(bucket), as: value)
      else { return false }
    }
    return rest.next() == nil
  }
}

/// The buckets of a dictionary, or copies of them, as bare pointers.
struct Buckets<Key, Value> {
  let count: Int
  /// A bit for each bucket that has an entry. In a single word, the bits beyond the buckets are set.
  let occupied: UnsafeRawPointer
  let keys: UnsafeRawPointer
  let values: UnsafeRawPointer

  /// The number of words for the bits of a number of buckets.
  static func wordCount(_ count: Int) -> Int { (count &+ UInt.bitWidth &- 1) / UInt.bitWidth }

  /// The bits of the buckets from a multiple of the width on.
  func word(_ index: Int) -> UInt {
    let word = occupied.load(fromByteOffset: index &* MemoryLayout<UInt>.stride, as: UInt.self)
    return count < UInt.bitWidth ? word & ((1 &<< UInt(count)) &- 1) : word
  }

  func isOccupied(_ bucket: Int) -> Bool { word(bucket / UInt.bitWidth) &>> UInt(bucket % UInt.bitWidth) & 1 == 1 }

  func key(_ bucket: Int) -> UnsafePointer<Key> { keys.assumingMemoryBound(to: Key.self) + bucket }
  func value(_ bucket: Int) -> UnsafePointer<Value> { values.assumingMemoryBound(to: Value.self) + bucket }

  /// The runs of buckets with entries.
  var runs: [Range<Int>] {
    var runs: [Range<Int>] = []
    var bucket = 0
    while bucket < count {
      let start = bucket
      while bucket < count, isOccupied(bucket) { bucket &+= 1 }
      if bucket > start { runs.append(start..<bucket) }
      bucket &+= 1
    }
    return runs
  }
}

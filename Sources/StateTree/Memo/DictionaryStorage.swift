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

  /// A field: the word at an index, as the fields from the fifth word to the eighth byte behind it are smaller.
  private func word(at index: Int) -> Int { object.load(fromByteOffset: Self.offset(ofWord: index), as: Int.self) }

  private static func offset(ofWord index: Int) -> Int {
    index &* MemoryLayout<Int>.size &+ (index > 4 ? 8 : 0)
  }

  private var smallFields: UnsafeRawPointer { object + Self.offset(ofWord: 4) }

  /// The class of the storage.
  var kind: Int { word(at: 0) }
  /// What determines the order of the entries in a number of buckets.
  var seed: Int { smallFields.load(fromByteOffset: 8, as: Int.self) }
  private var bucketCount: Int { 1 &<< Int(smallFields.load(as: Int8.self)) }

  /// The buckets of a storage whose layout is proven.
  var buckets: Buckets<Key, Value> {
    let count = bucketCount
    let occupied = object + Self.offset(ofWord: 7)
    let keys = Self.align(occupied + Buckets<Key, Value>.wordCount(count) &* MemoryLayout<UInt>.stride, for: Key.self)
    let values = Self.align(keys + count &* MemoryLayout<Key>.stride, for: Value.self)
    return Buckets(count: count, occupied: occupied, keys: keys, values: values)
  }

  private static func align<Item>(_ start: UnsafeRawPointer, for _: Item.Type) -> UnsafeRawPointer {
    start.alignedUp(toMultipleOf: MemoryLayout<Item>.alignment)
  }

  /// Whether the storage of a dictionary is laid out as expected, as all its fields and entries show.
  func isProven(by dictionary: [Key: Value], _ keyBytes: StableBytes, _ valueBytes: StableBytes) -> Bool {
    let scale = smallFields.load(as: Int8.self)
    guard word(at: 2) == dictionary.count, word(at: 3) == dictionary.capacity, (1...40).contains(scale) else {
      return false
    }
    let buckets = buckets
    guard word(at: 3) < buckets.count, word(at: 5) == Int(bitPattern: buckets.keys),
      word(at: 6) == Int(bitPattern: buckets.values)
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

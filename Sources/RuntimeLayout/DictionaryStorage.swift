/// The memory in which the standard library keeps a dictionary: buckets, each empty or with an entry.
///
/// The public interface copies the entries one by one; comparing their bytes is many times faster.
/// `stdlib/public/core/DictionaryStorage.swift` defines the layout. `hasFields` and `hasEntries` check it for every class of
/// storage. Without it, a dictionary is walked.
package struct DictionaryStorage<Key: Hashable, Value> {
  private let object: UnsafeRawPointer

  /// `nil` if the gate is closed.
  package init?(_ dictionary: [Key: Value], through gate: LayoutGate) {
    guard gate.isOpen, MemoryLayout<[Key: Value]>.size == MemoryLayout<UInt>.size,
      let object = UnsafeRawPointer(bitPattern: unsafeBitCast(dictionary, to: UInt.self))
    else { return nil }
    self.object = object
  }

  /// The words of a storage: its class and reference counts, its fields, and the bits of its buckets.
  private enum Word: Int { case storageClass, references, count, capacity, seed, keys, values, bits }

  private func load(_ word: Word) -> Int { (object + Self.offset(of: word)).load(as: Int.self) }

  private static func offset(of word: Word) -> Int {
    word.rawValue &* MemoryLayout<Int>.size &+ (word.rawValue >= Word.seed.rawValue ? smallFieldSize : 0)
  }

  /// The size of smaller fields before the seed, of which the first is the scale.
  private static var smallFieldSize: Int { 8 }

  /// The logarithm of the number of buckets.
  private var scale: Int8 { (object + (Self.offset(of: .seed) &- Self.smallFieldSize)).load(as: Int8.self) }

  /// The class of the storage, by its address.
  package var storageClass: Int { load(.storageClass) }
  /// The seed of the hashes. With the number of buckets, it determines the buckets of the entries. It only affects speed.
  package var seed: Int { load(.seed) }

  /// The buckets of a storage whose layout is proven.
  package var buckets: Buckets<Key, Value> {
    let count = 1 &<< Int(scale)
    let occupied = object + Self.offset(of: .bits)
    let keys = Self.align(occupied + Buckets<Key, Value>.wordCount(count) &* MemoryLayout<UInt>.stride, for: Key.self)
    let values = Self.align(keys + count &* MemoryLayout<Key>.stride, for: Value.self)
    return Buckets(count: count, occupied: occupied, keys: keys, values: values)
  }

  private static func align<Item>(_ start: UnsafeRawPointer, for _: Item.Type) -> UnsafeRawPointer {
    start.alignedUp(toMultipleOf: MemoryLayout<Item>.alignment)
  }

  /// Whether all fields are at the expected places and have the dictionary's values.
  package func hasFields(of dictionary: [Key: Value]) -> Bool {
    guard load(.count) == dictionary.count, load(.capacity) == dictionary.capacity,
      scale > 0, Int(scale) < Int.bitWidth - 8
    else { return false }
    let buckets = buckets
    return dictionary.capacity < buckets.count && load(.keys) == Int(bitPattern: buckets.keys)
      && load(.values) == Int(bitPattern: buckets.values)
  }

  /// Whether the buckets hold the dictionary's entries, in its order. O(n).
  package func hasEntries(of dictionary: [Key: Value], _ keyBytes: [ByteSpan], _ valueBytes: [ByteSpan]) -> Bool {
    let buckets = buckets
    var rest = buckets.runs.lazy.flatMap(\.self).makeIterator()
    for (key, value) in dictionary {
      guard let bucket = rest.next(), keyBytes.areSame(buckets.key(bucket), as: key),
        valueBytes.areSame(buckets.value(bucket), as: value)
      else { return false }
    }
    return rest.next() == nil
  }
}

/// The buckets of a dictionary, or copies of them, as bare pointers.
package struct Buckets<Key, Value> {
  package let count: Int
  /// A bit for each bucket that has an entry. In a single word, the bits beyond the buckets are set.
  package let occupied: UnsafeRawPointer
  package let keys: UnsafeRawPointer
  package let values: UnsafeRawPointer

  package init(count: Int, occupied: UnsafeRawPointer, keys: UnsafeRawPointer, values: UnsafeRawPointer) {
    self.count = count
    self.occupied = occupied
    self.keys = keys
    self.values = values
  }

  /// The number of words for the bits of a number of buckets.
  package static func wordCount(_ count: Int) -> Int { (count &+ UInt.bitWidth &- 1) / UInt.bitWidth }

  /// The bits of the buckets from a multiple of the width on.
  package func word(_ index: Int) -> UInt {
    let word = occupied.load(fromByteOffset: index &* MemoryLayout<UInt>.stride, as: UInt.self)
    return count < UInt.bitWidth ? word & ((1 &<< UInt(count)) &- 1) : word
  }

  package func key(_ bucket: Int) -> UnsafePointer<Key> { keys.assumingMemoryBound(to: Key.self) + bucket }
  package func value(_ bucket: Int) -> UnsafePointer<Value> { values.assumingMemoryBound(to: Value.self) + bucket }

  /// The first bucket with an entry from a bucket on.
  package func firstEntry(from bucket: Int) -> Int? { next(from: bucket, inverting: 0) }

  /// The runs of buckets with entries.
  package var runs: [Range<Int>] {
    var runs: [Range<Int>] = []
    var end = 0
    while let start = next(from: end, inverting: 0) {
      end = next(from: start, inverting: .max) ?? count
      runs.append(start..<end)
    }
    return runs
  }

  /// The first bucket from a bucket on whose bit is set after bits are inverted.
  private func next(from bucket: Int, inverting mask: UInt) -> Int? {
    var start = bucket
    while start < count {
      let bits = (word(start / UInt.bitWidth) ^ mask) &>> UInt(start % UInt.bitWidth)
      if bits != 0 {
        let found = start &+ bits.trailingZeroBitCount
        return found < count ? found : nil
      }
      start = (start / UInt.bitWidth &+ 1) &* UInt.bitWidth
    }
    return nil
  }
}

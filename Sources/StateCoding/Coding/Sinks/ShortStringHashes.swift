@_spi(Kernel) import StateTree

/// A cache of the hashes of short strings.
///
/// States repeat many strings: cases of enums, tags, ids of other entities. Hashing one takes about 180 instructions. A
/// string can be in two slots, so that two strings don't evict each other. Without the cache, hashing tasks with one or two
/// tags each takes 1.045 times as many instructions.
struct ShortStringHashes: ~Copyable {
  private static let size = 128
  private var entries = Stack<Entry>()

  struct Entry {
    let text: ShortText
    let hash: StateHash
  }

  /// The hash of a string.
  @_transparent
  mutating func hash(of text: ShortText) -> StateHash {
    let index = Int(truncatingIfNeeded: KeyFingerprint(text).number &>> 57)
    if entries.count != 0 {
      if entries.elements[index].text == text { return entries.elements[index].hash }
      if entries.elements[index ^ 1].text == text { return entries.elements[index ^ 1].hash }
    }
    return compute(text, at: index)
  }

  @inline(never)
  private mutating func compute(_ text: ShortText, at index: Int) -> StateHash {
    if entries.count == 0 {
      let empty = Entry(text: ShortText(UnsafeRawBufferPointer(start: nil, count: 0)), hash: .string(""))
      for _ in 0..<ShortStringHashes.size { entries.append(empty) }
    }
    let hash = StateHash.string(text)
    entries.elements[index ^ 1] = entries.elements[index]
    entries.elements[index] = Entry(text: text, hash: hash)
    return hash
  }
}

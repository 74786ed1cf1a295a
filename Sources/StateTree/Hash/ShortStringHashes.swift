/// The hashes of the short strings that have been hashed last.
///
/// States are full of strings that come again and again: cases of enumerations, tags, ids that refer to something. To
/// hash one takes about 180 instructions. A string has two places, so that two do not drive each other out. Without it,
/// hashing tasks with one or two tags each takes 1.045 times as many instructions.
struct ShortStringHashes: ~Copyable {
  private static let size = 128
  private var entries = Stack<Entry>()

  struct Entry {
    let text: ShortText
    let hash: StateHash
  }

  /// The hash of a string.
  @inline(__always)
  mutating func hash(of text: ShortText) -> StateHash {
    let index = Int(truncatingIfNeeded: KeyFingerprint(text).number &>> 57)
    if entries.count != 0 {
      if entries[index].text == text { return entries[index].hash }
      if entries[index ^ 1].text == text { return entries[index ^ 1].hash }
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
    entries[index ^ 1] = entries[index]
    entries[index] = Entry(text: text, hash: hash)
    return hash
  }
}

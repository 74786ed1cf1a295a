/// What tells keys of objects apart.
struct KeyPrint {
  /// The bytes of a key of at most fifteen, in two words that may overlap.
  fileprivate let first: UInt64
  fileprivate let last: UInt64
  /// How many bytes a key has that is not longer; -1 for a longer one.
  fileprivate let count: Int
  /// A number that the bytes determine. Other bytes have another, or so one may hope.
  let number: UInt64

  @inline(__always)
  init(_ utf8: UnsafeRawBufferPointer) {
    let count = utf8.count
    guard count <= 15, let start = utf8.baseAddress else {
      (first, last) = (0, 0)
      self.count = count <= 15 ? 0 : -1
      number = KeyPrint.number(of: utf8)
      return
    }
    if count >= 8 {
      first = start.word(at: 0)
      last = start.word(at: count &- 8)
    } else {
      first = start.partialWord(at: 0, count: count)
      last = 0
    }
    self.count = count
    number = KeyPrint.mix(KeyPrint.mix(first ^ UInt64(truncatingIfNeeded: count)) &+ last)
  }

  @inline(never)
  private static func number(of utf8: UnsafeRawBufferPointer) -> UInt64 {
    guard let start = utf8.baseAddress else { return 0 }
    var number = UInt64(truncatingIfNeeded: utf8.count)
    var offset = 0
    while utf8.count &- offset >= 8 {
      number = mix(number ^ start.word(at: offset))
      offset &+= 8
    }
    return mix(number ^ start.partialWord(at: offset, count: utf8.count &- offset))
  }

  @inline(__always)
  private static func mix(_ word: UInt64) -> UInt64 {
    let product = word &* 0x9e37_79b9_7f4a_7c15
    return product ^ product &>> 32
  }
}

/// A key, made ready for both sinks.
struct PreparedKey {
  /// The key in quotes, with a colon after it.
  fileprivate(set) var text: (UInt64, UInt64, UInt64) = (0, 0, 0)
  fileprivate(set) var textCount = 0
  /// The hash of a member up to its key.
  fileprivate(set) var hash = SipHash()
  fileprivate var first: UInt64 = 0
  fileprivate var last: UInt64 = 0
  /// How many bytes the key has; -2 where there is none yet.
  fileprivate var count = -2
}

/// The short keys that a session has met last, made ready.
///
/// An encoder meets the same few keys again and again.
struct KeyTable: ~Copyable {
  private static let size = 128
  private var entries = Stack<PreparedKey>()

  /// The key at an index that `find` has given, until it is called again.
  subscript(index: Int) -> PreparedKey {
    @inline(__always) _read { yield entries[index] }
  }

  /// Where the key stands, or `nil` if it is long or needs escapes.
  @inline(__always)
  mutating func find(_ print: KeyPrint, _ utf8: UnsafeRawBufferPointer) -> Int? {
    let index = Int(truncatingIfNeeded: print.number &>> 57)
    if entries.count != 0, entries[index].first == print.first, entries[index].last == print.last,
      entries[index].count == print.count
    {
      return index
    }
    return prepare(print, utf8, at: index) ? index : nil
  }

  @inline(never)
  private mutating func prepare(_ print: KeyPrint, _ utf8: UnsafeRawBufferPointer, at index: Int) -> Bool {
    guard print.count >= 0 else { return false }
    var text = ByteBuffer()
    JSONText.appendQuoted(utf8, to: &text)
    text.append(UInt8(ascii: ":"))
    let textCount = utf8.count + 3
    guard text.count == textCount else { return false }
    for _ in 0..<(24 - textCount) { text.append(0) }
    while entries.count < KeyTable.size { entries.append(PreparedKey()) }
    guard let words = text.bytes.baseAddress else { return false }
    entries[index] = PreparedKey(
      text: (words.word(at: 0), words.word(at: 8), words.word(at: 16)), textCount: textCount,
      hash: MemberHash.begin(utf8: utf8), first: print.first, last: print.last, count: print.count)
    return true
  }
}

/// The keys that containers of a type have written, made ready, in the order in which they came first.
///
/// Values of a type write the same keys, nearly always in the same order. A key that is looked for behind the one that
/// was written last needs no table, and a bit for each key proves that it is new to its object. That makes 107 instructions
/// a key of 125.
struct KnownKeys: ~Copyable {
  /// How many keys are known at most: a type that has more is none that lists its members.
  private static let limit = 16
  private var keys = Stack<PreparedKey>()

  /// Which keys of an object have been written, a bit for each.
  typealias Written = UInt32

  subscript(index: Int) -> PreparedKey {
    @inline(__always) _read { yield keys[index] }
  }

  /// Where a key stands, if it is behind all that have been written.
  @inline(__always)
  func index(of key: ShortText, after written: Written) -> Int? {
    var index = Written.bitWidth &- written.leadingZeroBitCount
    while index < keys.count {
      if keys[index].key == key { return index }
      index &+= 1
    }
    return nil
  }

  /// Where a key stands; if it isn't known, it is from now on. `nil` where there are too many.
  mutating func index(of key: PreparedKey) -> Int? {
    var index = 0
    while index < keys.count {
      if keys[index].key == key.key { return index }
      index &+= 1
    }
    if index == KnownKeys.limit { return nil }
    keys.append(key)
    return index
  }

  mutating func removeAll() { keys.removeLast(to: 0) }
}

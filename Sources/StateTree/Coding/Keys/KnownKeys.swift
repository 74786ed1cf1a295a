/// The prepared keys that containers of a type wrote, in order of first appearance.
///
/// Values of a type write the same keys, nearly always in the same order. A search after the last written key needs no
/// table, and a bit for each key proves that it is new in its object.
struct KnownKeys: ~Copyable {
  /// The most known keys: a type with more doesn't list its members.
  private static let limit = 16
  private var keys = Stack<PreparedKey>()

  /// The written keys of an object, a bit for each.
  typealias Written = UInt32

  subscript(index: Int) -> PreparedKey {
    @inline(__always) _read { yield keys[index] }
  }

  /// The index of a key, if it follows all written ones.
  @inline(__always)
  func index(of key: ShortText, after written: Written) -> Int? {
    var index = Written.bitWidth &- written.leadingZeroBitCount
    while index < keys.count {
      if keys[index].key == key { return index }
      index &+= 1
    }
    return nil
  }

  /// The index of a key, which is added if it is unknown; `nil` if the keys are too many.
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

@_spi(Kernel) import StateTree

/// The prepared keys that containers of a type wrote, in order of first appearance.
///
/// Values of a type write the same keys, nearly always in the same order. A search after the last written key needs no
/// table, and a bit for each key proves that it is new in its object.
struct KnownKeys: ~Copyable {
  /// The most known keys: a type with more doesn't list its members.
  private static let limit = 16
  private(set) var keys = Stack<PreparedKey>()
  /// The indexes of the keys that the first sixteen cases of the key type stand for, four bits for each.
  private var indexes: UInt64 = 0
  /// The cases whose keys are known, a bit for each.
  private var cases: UInt64 = 0

  /// The written keys of an object, a bit for each.
  typealias Written = UInt32

  /// The index of the key that a case stands for; `nil` if it is unknown.
  @_transparent
  func index(ofCase number: UInt64) -> UInt64? {
    number < 16 && cases &>> number & 1 != 0 ? indexes &>> (number &* 4) & 15 : nil
  }

  /// Notes the key that a case stands for.
  mutating func note(case number: UInt64, index: Int) {
    guard number < 16, cases &>> number & 1 == 0 else { return }
    cases |= 1 &<< number
    indexes |= UInt64(truncatingIfNeeded: index) &<< (number &* 4)
  }

  /// The index of a key, which is added if it is unknown; `nil` if the keys are too many.
  mutating func index(of key: PreparedKey) -> Int? {
    var index = 0
    while index < keys.count {
      if keys.elements[index].key == key.key { return index }
      index &+= 1
    }
    if index == KnownKeys.limit { return nil }
    keys.append(key)
    return index
  }

  mutating func removeAll() {
    keys.removeLast(to: 0)
    indexes = 0
    cases = 0
  }
}

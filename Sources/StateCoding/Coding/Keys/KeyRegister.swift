import StateTree

/// The keys of the open objects, the innermost last, to recognise repeated keys.
///
/// It keeps a fingerprint of 64 bits for each key. Two keys with one fingerprint count as repeated. This costs a slower run
/// and is not an error, because the output of a run with a repeated key is never used.
struct KeyRegister: ~Copyable {
  private var fingerprints = Stack<UInt64>()
  /// The keys of the objects that have too many to scan, the innermost last.
  private var sets = Stack<(first: Int, fingerprints: FingerprintSet)>()

  /// The start of an object's keys.
  struct Mark {
    fileprivate let first: Int
    /// A bit for each key so far, as a cheap proof that a key is new.
    fileprivate var seen: UInt64 = 0
  }

  /// The most keys that are scanned.
  private static let scanLimit = 32

  /// Notes that an object opens.
  @_transparent
  func begin() -> Mark { Mark(first: fingerprints.count) }

  /// Notes that the innermost object closes.
  @_transparent
  mutating func end(_ mark: Mark) {
    if sets.count > 0, sets.elements[sets.count &- 1].first == mark.first { sets.removeLast(to: sets.count &- 1) }
    fingerprints.count = mark.first
  }

  mutating func removeAll() {
    fingerprints.count = 0
    if sets.count > 0 { sets.removeLast(to: 0) }
  }

  /// Notes a key of the innermost object by its fingerprint; `false` if the object may have it already.
  @_transparent
  mutating func insert(_ fingerprint: UInt64, _ mark: inout Mark) -> Bool {
    let bit: UInt64 = 1 &<< fingerprint
    let isFirst = mark.seen & bit == 0
    mark.seen |= bit
    if fingerprints.count &- mark.first < KeyRegister.scanLimit {
      if !isFirst, contains(fingerprint, from: mark.first) { return false }
    } else if !insert(fingerprint, from: mark.first) {
      return false
    }
    fingerprints.append(fingerprint)
    return true
  }

  private func contains(_ fingerprint: UInt64, from first: Int) -> Bool {
    var index = first
    while index < fingerprints.count {
      if fingerprints.elements[index] == fingerprint { return true }
      index &+= 1
    }
    return false
  }

  private mutating func insert(_ fingerprint: UInt64, from first: Int) -> Bool {
    if sets.count == 0 || sets.elements[sets.count &- 1].first != first { beginSet(from: first) }
    return sets.elements[sets.count &- 1].fingerprints.insert(fingerprint)
  }

  @inline(never)
  private mutating func beginSet(from first: Int) {
    var set = FingerprintSet()
    for index in first..<fingerprints.count { _ = set.insert(fingerprints.elements[index]) }
    sets.append((first, set))
  }
}

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

/// The fingerprints of the keys of an object that has many.
///
/// For each key of a table of 100 entities, it takes 110 instructions; the standard library's set takes 1,100.
struct FingerprintSet {
  /// The fingerprints, each in the first free slot from the one that its product with the factor selects; 0 if free.
  private var slots: [UInt64]
  private var count = 0
  /// The shift that turns a product into a slot.
  private var shift: UInt64

  /// Random in every process, so that no input can choose keys that collide.
  private static let factor = UInt64.random(in: .min ... .max) | 1

  init() {
    slots = [UInt64](repeating: 0, count: 128)
    shift = 64 - 7
  }

  /// Adds a fingerprint; `false` if the set contains it.
  mutating func insert(_ fingerprint: UInt64) -> Bool {
    if 2 &* count >= slots.count { grow() }
    // 1 may replace 0: keys with equal fingerprints count as one anyway.
    guard add(max(1, fingerprint)) else { return false }
    count &+= 1
    return true
  }

  private mutating func add(_ fingerprint: UInt64) -> Bool {
    var slot = Int(truncatingIfNeeded: (fingerprint &* FingerprintSet.factor) &>> shift)
    while slots[slot] != 0 {
      if slots[slot] == fingerprint { return false }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    slots[slot] = fingerprint
    return true
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: 2 * old.count)
    shift -= 1
    for fingerprint in old where fingerprint != 0 { _ = add(fingerprint) }
  }
}

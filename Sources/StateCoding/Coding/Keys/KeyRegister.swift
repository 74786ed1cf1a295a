@_spi(Kernel) import StateTree

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

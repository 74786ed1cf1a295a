/// Random numbers that are the same for the same seed, in every process and on every machine.
///
/// Source: SplitMix64, of Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
struct SeededRandom {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  /// The numbers of a part of the work: those of one session don't depend on how many others came before.
  init(_ seed: UInt64, part: Int) {
    var random = SeededRandom(seed &+ UInt64(truncatingIfNeeded: part) &* 0x9e37_79b9_7f4a_7c15)
    state = random.next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word &>> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word &>> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word &>> 31)
  }

  /// A number below a positive one.
  mutating func below(_ count: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(truncatingIfNeeded: max(1, count))).high)
  }

  /// Whether something happens that happens so many times in a hundred.
  mutating func happens(_ percent: Int) -> Bool { below(100) < percent }

  /// An element; `nil` if there is none.
  mutating func element<Element>(of elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }

  /// The index of an element, which is the likelier, the larger its weight is; `nil` if all are 0.
  mutating func index(byWeight weights: [Int]) -> Int? {
    let total = weights.reduce(0, +)
    guard total > 0 else { return nil }
    var rest = below(total)
    for (index, weight) in weights.enumerated() {
      if rest < weight { return index }
      rest -= weight
    }
    return nil
  }
}

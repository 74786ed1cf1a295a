/// The running hash of a part of an array's elements, which joins to that of its neighbours, and takes a change in its
/// midst without looking at the elements before it.
///
/// `ElementHash` needs O(log n) multiplications to be joined, because it does not keep B to the power of its count.
struct ElementRun: Sendable, Equatable {
  private var polynomial: UInt128 = 0
  /// B to the power of `count`.
  private var shift: UInt128 = 1
  private(set) var count = 0

  /// How many elements a run may be made of at once.
  static let limit = 64

  /// B to the powers 0, 1, 2, … `limit`.
  private static let powers: [UInt128] = {
    var powers: [UInt128] = [1]
    for _ in 0..<limit { powers.append(Mersenne127.multiply(powers[powers.count - 1], ElementHash.base)) }
    return powers
  }()

  /// B to the power −1: by Fermat's little theorem B to the power 2¹²⁷−3.
  private static let inverse: UInt128 = {
    var result: UInt128 = 1
    var square = ElementHash.base
    for bit in 0..<127 {
      if bit != 1 { result = Mersenne127.multiply(result, square) }
      square = Mersenne127.multiply(square, square)
    }
    return result
  }()

  /// The run of no elements.
  init() {}

  /// The run of at most `limit` elements.
  @inline(__always)
  init<Element>(_ elements: ArraySlice<Element>, hash: (Element) -> StateHash) {
    let powers = Self.powers
    // The products do not wait for each other, as they would if each sum were multiplied by B.
    for element in elements.reversed() {
      let product = Mersenne127.multiply(Mersenne127.reduce(hash(element).number), powers[count])
      polynomial = Mersenne127.add(polynomial, product)
      count += 1
    }
    shift = powers[count]
  }

  /// Appends the elements of another run.
  @inline(__always)
  mutating func append(contentsOf other: ElementRun) {
    polynomial = Mersenne127.add(Mersenne127.multiply(polynomial, other.shift), other.polynomial)
    shift = Mersenne127.multiply(shift, other.shift)
    count += other.count
  }

  /// Makes a change that has a run of this one's elements behind it.
  @inline(__always)
  mutating func apply(_ change: Change, before rest: ElementRun) {
    let gone = Mersenne127.add(rest.polynomial, Mersenne127.multiply(change.removed, rest.shift))
    let come = Mersenne127.add(rest.polynomial, Mersenne127.multiply(change.inserted, rest.shift))
    let head = Mersenne127.multiply(Mersenne127.subtract(polynomial, gone), change.factor)
    polynomial = Mersenne127.add(head, come)
    shift = Mersenne127.multiply(shift, change.factor)
    count += change.growth
  }

  /// The running hash of the elements.
  var hash: ElementHash { ElementHash(polynomial: polynomial, count: UInt64(count)) }
}

extension ElementRun {
  /// An element that is put in, taken out, or replaced.
  struct Change {
    fileprivate var removed: UInt128 = 0
    fileprivate var inserted: UInt128 = 0
    /// What becomes of the elements before it: they get one further from the end, or one nearer, or stay where they are.
    fileprivate var factor: UInt128
    fileprivate var growth: Int

    static func insertion(of element: StateHash) -> Change {
      Change(inserted: Mersenne127.reduce(element.number), factor: ElementHash.base, growth: 1)
    }

    static func removal(of element: StateHash) -> Change {
      Change(removed: Mersenne127.reduce(element.number), factor: ElementRun.inverse, growth: -1)
    }

    static func replacement(of element: StateHash, by other: StateHash) -> Change {
      Change(
        removed: Mersenne127.reduce(element.number), inserted: Mersenne127.reduce(other.number), factor: 1, growth: 0)
    }
  }
}

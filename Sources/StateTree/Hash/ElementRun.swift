/// The running hash of consecutive elements of an array.
///
/// Neighbouring runs can be joined, and a run can be updated after a change in its middle without its first elements.
/// `ElementHash` values can't be joined or shortened, because they don't store B to the power of their count.
package struct ElementRun: Sendable {
  /// The polynomial of `ElementHash`, not reduced.
  private var polynomial: UInt128 = 0
  /// B to the power of `count`.
  private var shift: UInt128 = 1
  package private(set) var count = 0

  /// The most elements that a run can be created from.
  package static let limit = 64

  /// B to the powers 0, 1, 2, … `limit`.
  private static let powers: [UInt128] = {
    var powers: [UInt128] = [1]
    for _ in 0..<limit { powers.append(Mersenne127.multiply(powers[powers.count - 1], ElementHash.base)) }
    return powers
  }()

  /// B to any power from 0 on. O(log `exponent`).
  private static func power(_ exponent: Int) -> UInt128 {
    var result = powers[exponent % limit]
    var square = powers[limit]
    var rest = exponent / limit
    while rest > 0 {
      if rest & 1 == 1 { result = Mersenne127.multiply(result, square) }
      square = Mersenne127.multiply(square, square)
      rest &>>= 1
    }
    return result
  }

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
  package init() {}

  /// The run of at most `limit` elements; the closure returns the hash at an offset.
  @_transparent
  package init(count: Int, hash: (Int) -> StateHash) {
    let powers = Self.powers
    self.count = count
    shift = powers[count]
    // Independent products, unlike a sum that is multiplied by B for each element.
    var offset = 0
    while offset < count {
      let number = Mersenne127.fold(hash(offset).number)
      offset += 1
      polynomial = Mersenne127.add(polynomial, Mersenne127.multiply(powers[count - offset], number))
    }
  }

  /// Appends the elements of another run.
  @_transparent
  package mutating func append(contentsOf other: ElementRun) {
    polynomial = Mersenne127.add(Mersenne127.multiply(polynomial, other.shift), other.polynomial)
    shift = Mersenne127.multiply(shift, other.shift)
    count += other.count
  }

  /// The rest, at most `limit` elements, after removing a run from the front.
  @_transparent
  package func dropping(_ front: ElementRun) -> ElementRun {
    var rest = ElementRun()
    rest.count = count - front.count
    rest.shift = Self.powers[rest.count]
    rest.polynomial = Mersenne127.subtract(polynomial, Mersenne127.multiply(front.polynomial, rest.shift))
    return rest
  }

  /// Applies a change; `rest` is the run of the elements after it.
  @_transparent
  package mutating func apply(_ change: Change, before rest: ElementRun) {
    let head = Mersenne127.multiply(Mersenne127.subtract(polynomial, rest.polynomial), change.factor)
    let tail = Mersenne127.add(rest.polynomial, Mersenne127.multiply(change.term, rest.shift))
    polynomial = Mersenne127.add(head, tail)
    shift = Mersenne127.multiply(shift, change.factor)
    count += change.growth
  }

  /// Replaces an element, given the hash that it has so far. O(log n).
  package mutating func replace(at offset: Int, _ element: StateHash, by other: StateHash) {
    let difference = Mersenne127.subtract(Mersenne127.fold(other.number), Mersenne127.fold(element.number))
    let change = Mersenne127.multiply(difference, Self.power(count &- 1 &- offset))
    polynomial = Mersenne127.add(polynomial, change)
  }

  /// The run of the elements of several runs. O(n) in the number of runs.
  package static func joined(_ runs: [ElementRun]) -> ElementRun {
    let powers = Self.powers
    var joined = ElementRun()
    for run in runs {
      let power = run.count < powers.count ? powers[run.count] : run.shift
      joined.polynomial = Mersenne127.add(Mersenne127.multiply(joined.polynomial, power), run.polynomial)
      joined.count &+= run.count
    }
    joined.shift = power(joined.count)
    return joined
  }

  /// The running hash of the elements.
  package var hash: ElementHash { ElementHash(polynomial: Mersenne127.reduce(polynomial), count: UInt64(count)) }
}

extension ElementRun: Equatable {
  package static func == (left: ElementRun, right: ElementRun) -> Bool { left.hash == right.hash }
}

extension ElementRun {
  /// The insertion, removal or replacement of an element.
  package struct Change {
    /// The factor for the elements before it, which move away from the end, towards it, or not at all.
    fileprivate var factor: UInt128
    /// The inserted element less the removed one, scaled like the elements before.
    fileprivate var term: UInt128
    fileprivate var growth: Int

    package static func insertion(of element: StateHash) -> Change {
      Change(factor: ElementHash.base, term: Mersenne127.reduce(element.number), growth: 1)
    }

    package static func removal(of element: StateHash) -> Change {
      let factor = ElementRun.inverse
      let taken = Mersenne127.multiply(factor, Mersenne127.reduce(element.number))
      return Change(factor: factor, term: Mersenne127.subtract(0, taken), growth: -1)
    }

    package static func replacement(of element: StateHash, by other: StateHash) -> Change {
      let term = Mersenne127.subtract(Mersenne127.reduce(other.number), Mersenne127.reduce(element.number))
      return Change(factor: 1, term: term, growth: 0)
    }
  }
}

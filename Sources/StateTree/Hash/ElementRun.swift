/// A run of an array's elements, ready to be joined to its neighbours by two multiplications.
///
/// `ElementHash` needs O(log n) of them, because it does not keep B to the power of its count.
struct ElementRun: Sendable {
  private var polynomial: UInt128
  /// B to the power of `count`.
  private var shift: UInt128
  private(set) var count: Int

  /// How many elements a run may be made of at once.
  static let limit = 64

  /// B to the powers 0, 1, 2, … `limit`.
  private static let powers: [UInt128] = {
    var powers: [UInt128] = [1]
    for _ in 0..<limit { powers.append(Mersenne127.multiply(powers[powers.count - 1], ElementHash.base)) }
    return powers
  }()

  /// The run of no elements.
  init() {
    polynomial = 0
    shift = 1
    count = 0
  }

  /// The run of at most `limit` elements.
  init(_ elements: some Collection<StateHash>) {
    let powers = Self.powers
    count = elements.count
    shift = powers[count]
    polynomial = 0
    // The products do not wait for each other, as they would if each sum were multiplied by B.
    for (index, element) in elements.enumerated() {
      let product = Mersenne127.multiply(Mersenne127.reduce(element.number), powers[count - 1 - index])
      polynomial = Mersenne127.add(polynomial, product)
    }
  }

  /// Appends the elements of another run.
  @inline(__always)
  mutating func append(contentsOf other: ElementRun) {
    polynomial = Mersenne127.add(Mersenne127.multiply(polynomial, other.shift), other.polynomial)
    shift = Mersenne127.multiply(shift, other.shift)
    count += other.count
  }

  /// The running hash of the elements.
  var hash: ElementHash { ElementHash(polynomial: polynomial, count: UInt64(count)) }
}

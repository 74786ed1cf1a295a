/// A run of an array's elements, ready to be joined to its neighbours by two multiplications.
///
/// `ElementHash` needs O(log n) of them, because it does not keep B to the power of its count.
struct ElementRun: Sendable {
  private var polynomial: UInt128 = 0
  /// B to the power of `count`.
  private var shift: UInt128 = 1
  private(set) var count = 0

  /// The run of no elements.
  init() {}

  /// The run of some elements.
  init(_ elements: [StateHash]) {
    for element in elements { append(element) }
  }

  /// Appends an element.
  @inline(__always)
  mutating func append(_ element: StateHash) {
    polynomial = ElementHash.multiply(polynomial, ElementHash.base)
    polynomial = ElementHash.add(polynomial, ElementHash.reduce(element.number))
    shift = ElementHash.multiply(shift, ElementHash.base)
    count += 1
  }

  /// Appends the elements of another run.
  @inline(__always)
  mutating func append(contentsOf other: ElementRun) {
    polynomial = ElementHash.add(ElementHash.multiply(polynomial, other.shift), other.polynomial)
    shift = ElementHash.multiply(shift, other.shift)
    count += other.count
  }

  /// The running hash of the elements.
  var hash: ElementHash { ElementHash(polynomial: polynomial, count: UInt64(count)) }
}

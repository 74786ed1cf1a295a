/// The definition of the hash, node by node. Every rule of `docs/state-hash.md` stands in this file.
extension StateHash {
  /// The first byte of every hashed message tells what it describes.
  enum Tag {
    static let null: UInt8 = 0
    static let `false`: UInt8 = 1
    static let `true`: UInt8 = 2
    static let number: UInt8 = 3
    static let string: UInt8 = 4
    static let array: UInt8 = 5
    static let object: UInt8 = 6
    static let member: UInt8 = 7
    /// Reserved for a place that is hidden from the journal; nothing writes it yet.
    static let redacted: UInt8 = 8
  }

  /// The hash of `null`.
  public static let null = StateHash(tag: Tag.null)

  private static let `true` = StateHash(tag: Tag.true)
  private static let `false` = StateHash(tag: Tag.false)

  private init(tag: UInt8) {
    var hash = SipHash()
    hash.update(tag)
    self = hash.finalized()
  }

  /// The hash of `true` or `false`.
  public static func bool(_ value: Bool) -> StateHash { value ? .true : .false }

  /// The hash of a string: its UTF-8 bytes as they are, without normalisation.
  public static func string(_ value: String) -> StateHash {
    var value = value
    return value.withUTF8 { string(UnsafeRawBufferPointer($0)) }
  }

  /// The hash of a string that is given as its UTF-8 bytes.
  static func string(_ utf8: UnsafeRawBufferPointer) -> StateHash {
    var hash = SipHash()
    hash.update(Tag.string)
    hash.update(utf8)
    return hash.finalized()
  }

  /// The hash of a number that is given as a JSON literal.
  ///
  /// What is hashed is the literal's canonical form, so that `1`, `1.0` and `10e-1` are one number.
  static func number(literal: UnsafeRawBufferPointer) -> StateHash {
    var hash = SipHash()
    hash.update(Tag.number)
    JSONNumber.withCanonicalForm(ofLiteral: literal) { hash.update($0) }
    return hash.finalized()
  }

  /// The hash of an integer.
  static func number(_ value: some BinaryInteger) -> StateHash {
    var text = String(value)
    return text.withUTF8 { number(literal: UnsafeRawBufferPointer($0)) }
  }
}

/// The running hash of an array's elements, in order.
///
/// With the elements' hashes cᵢ it holds P = Σ cᵢ·Bⁿ⁻¹⁻ⁱ modulo the Mersenne prime 2¹²⁷−1, so that appending is
/// O(1) and two runs combine without looking at their elements: what a chunked collection needs to keep its hash.
public struct ElementHash: Hashable, Sendable {
  /// P, below 2¹²⁷−1.
  private var polynomial: UInt128 = 0
  /// How many elements there are.
  public private(set) var count: UInt64 = 0

  /// Creates the running hash of no elements.
  public init() {}

  /// Creates the running hash of elements whose polynomial is known.
  init(polynomial: UInt128, count: UInt64) {
    self.polynomial = polynomial
    self.count = count
  }

  /// Creates the running hash of a single element.
  public init(_ element: StateHash) {
    polynomial = Mersenne127.reduce(element.number)
    count = 1
  }

  /// Appends an element. O(1).
  public mutating func append(_ element: StateHash) {
    polynomial = Mersenne127.add(Mersenne127.multiply(polynomial, ElementHash.base), Mersenne127.reduce(element.number))
    count &+= 1
  }

  /// Appends the elements of another run. O(log n) in their number.
  public mutating func append(contentsOf other: ElementHash) {
    let shifted = Mersenne127.multiply(polynomial, ElementHash.power(other.count))
    polynomial = Mersenne127.add(shifted, other.polynomial)
    count &+= other.count
  }

  /// The hash of the array that has these elements.
  public func finalized() -> StateHash {
    var hash = SipHash()
    hash.update(StateHash.Tag.array)
    hash.update(UInt64(truncatingIfNeeded: polynomial))
    hash.update(UInt64(truncatingIfNeeded: polynomial >> 64))
    hash.update(count)
    return hash.finalized()
  }

  // MARK: Powers of B

  /// B: the hash of the ASCII text `reduxlog array`, read as a little-endian number and reduced. A constant with
  /// nothing up its sleeve.
  static let base: UInt128 = {
    var hash = SipHash()
    hash.update(Array("reduxlog array".utf8))
    return Mersenne127.reduce(hash.finalized().number)
  }()

  /// B to the powers 2⁰, 2¹, 2², … 2⁶³.
  private static let squares: [UInt128] = {
    var powers = [base]
    while powers.count < 64 { powers.append(Mersenne127.multiply(powers[powers.count - 1], powers[powers.count - 1])) }
    return powers
  }()

  private static func power(_ exponent: UInt64) -> UInt128 {
    var result: UInt128 = 1
    var rest = exponent
    while rest != 0 {
      result = Mersenne127.multiply(result, squares[rest.trailingZeroBitCount])
      rest &= rest &- 1
    }
    return result
  }
}

/// The running hash of an object's members, in any order.
///
/// It holds the sum of H(tag, key, child hash) modulo 2¹²⁸: adding and removing a member is O(1).
public struct MemberHash: Hashable, Sendable {
  private var sum: UInt128 = 0
  /// How many members there are.
  public private(set) var count: UInt64 = 0

  /// Creates the running hash of no members.
  public init() {}

  /// Adds a member whose key is not there yet.
  public mutating func insert(_ key: String, _ child: StateHash) {
    insert(MemberHash.member(key, child))
  }

  /// Takes away a member that is there.
  public mutating func remove(_ key: String, _ child: StateHash) {
    remove(MemberHash.member(key, child))
  }

  /// Adds a member by its own hash.
  @usableFromInline
  mutating func insert(_ member: StateHash) {
    sum &+= member.number
    count &+= 1
  }

  /// Takes away a member that is there, by its own hash.
  @usableFromInline
  mutating func remove(_ member: StateHash) {
    sum &-= member.number
    count &-= 1
  }

  /// Adds a member whose key is given as its UTF-8 bytes.
  mutating func insert(utf8 key: UnsafeRawBufferPointer, _ child: StateHash) {
    insert(MemberHash.member(utf8: key, child))
  }

  /// The hash of the object that has these members.
  public func finalized() -> StateHash {
    var hash = SipHash()
    hash.update(StateHash.Tag.object)
    hash.update(UInt64(truncatingIfNeeded: sum))
    hash.update(UInt64(truncatingIfNeeded: sum >> 64))
    hash.update(count)
    return hash.finalized()
  }

  /// The hash of a member: what it adds to the sum.
  @usableFromInline
  static func member(_ key: String, _ child: StateHash) -> StateHash {
    var key = key
    return key.withUTF8 { member(utf8: UnsafeRawBufferPointer($0), child) }
  }

  @inline(__always)
  private static func member(utf8 key: UnsafeRawBufferPointer, _ child: StateHash) -> StateHash {
    var hash = SipHash()
    hash.update(StateHash.Tag.member)
    hash.update(key)
    hash.update(child.low)
    hash.update(child.high)
    return hash.finalized()
  }
}

/// The definition of the hash, node by node. This file implements every rule of `docs/reference/state-hash.md`.
extension StateHash {
  /// The first byte of a hashed message, which identifies the kind of node.
  enum Tag {
    static let null: UInt8 = 0
    static let `false`: UInt8 = 1
    static let `true`: UInt8 = 2
    static let number: UInt8 = 3
    static let string: UInt8 = 4
    static let array: UInt8 = 5
    static let object: UInt8 = 6
    static let member: UInt8 = 7
    /// Reserved for a hidden value; not used yet.
    static let redacted: UInt8 = 8
  }

  // The three constant hashes are written out; `HashVectorTests` checks them.

  /// The hash of `null`.
  @usableFromInline package static let null = StateHash(low: 0xb8af_4c5e_e812_1ed4, high: 0x01b8_3875_e594_f031)

  private static let `false` = StateHash(low: 0xdb07_fffe_9d05_2252, high: 0x2d5d_a53a_4e08_f866)
  private static let `true` = StateHash(low: 0x03aa_99e6_180b_6746, high: 0x0726_4a9f_44f0_402b)

  /// The hash of `true` or `false`.
  package static func bool(_ value: Bool) -> StateHash { value ? .true : .false }

  /// The hash of a string: of its UTF-8 bytes, without normalisation.
  @usableFromInline
  package static func string(_ value: String) -> StateHash {
    value.withBytes { $0.count <= ShortText.limit ? string(ShortText($0)) : string($0) }
  }

  /// The hash of a short string.
  package static func string(_ value: ShortText) -> StateHash {
    SipHash.hash(
      value.first &<< 8 | UInt64(truncatingIfNeeded: Tag.string), value.last &<< 8 | value.first &>> 56,
      count: value.count &+ 1)
  }

  /// The hash of a string, given as UTF-8.
  package static func string(_ utf8: UnsafeRawBufferPointer) -> StateHash {
    var hash = SipHash()
    hash.update(Tag.string)
    hash.update(utf8)
    return hash.finalized()
  }

  /// The hash of a number, given as a JSON literal.
  ///
  /// It hashes the literal's canonical form: `1`, `1.0` and `10e-1` have one hash.
  static func number(literal: UnsafeRawBufferPointer) -> StateHash {
    var hash = SipHash()
    hash.update(Tag.number)
    JSONNumber.withCanonicalForm(ofLiteral: literal) { hash.update($0) }
    return hash.finalized()
  }

  /// The hash of an integer.
  package static func number(_ value: Int64) -> StateHash {
    number(digits: value.magnitude, exponent: 0, isNegative: value < 0)
  }

  /// The hash of a finite floating-point number.
  package static func number(_ value: Double) -> StateHash {
    if let short = ShortDecimal(value) {
      return number(digits: short.digits, exponent: -short.decimals, isNegative: short.isNegative)
    }
    return number { NumberText.write(value, to: $0) }
  }

  /// The hash of a finite floating-point number.
  package static func number(_ value: Float) -> StateHash {
    number { NumberText.write(value, to: $0) }
  }

  /// The hash of a number whose text the body writes.
  private static func number(writtenBy write: (UnsafeMutableRawPointer) -> Int) -> StateHash {
    withUnsafeTemporaryAllocation(byteCount: NumberText.room, alignment: 1) { text in
      let count = text.baseAddress.map(write) ?? 0
      return number(literal: UnsafeRawBufferPointer(rebasing: text[..<count]))
    }
  }

  /// The hash of ±digits·10ᵉˣᵖᵒⁿᵉⁿᵗ, computed without a literal.
  private static func number(digits: UInt64, exponent: Int, isNegative: Bool) -> StateHash {
    var digits = digits
    var exponent = digits == 0 ? 0 : exponent
    while digits != 0, digits % 10 == 0 {
      digits /= 10
      exponent &+= 1
    }
    // Beyond ten digits the message might not fit into sixteen bytes.
    guard digits < 10_000_000_000 else {
      return number(literal: (isNegative ? "-" : "") + String(digits) + "e" + String(exponent))
    }
    var message = ShortMessage()
    if exponent != 0 {
      message.prepend(digitsOf: UInt64(truncatingIfNeeded: exponent.magnitude))
      if exponent < 0 { message.prepend(0x2d) }
      message.prepend(0x65)
    } else {
      // "e0"
      message = ShortMessage(text: 0x3065, count: 2)
    }
    message.prepend(digitsOf: digits)
    if isNegative { message.prepend(0x2d) }
    message.prepend(UInt64(truncatingIfNeeded: Tag.number))
    return SipHash.hash(message.first, message.second, count: message.count)
  }

  /// A message of at most sixteen bytes, composed from its end, so that it stays in registers.
  private struct ShortMessage {
    private(set) var first: UInt64
    private(set) var second: UInt64 = 0
    private(set) var count: Int

    @_transparent
    init(text: UInt64 = 0, count: Int = 0) {
      first = text
      self.count = count
    }

    @_transparent
    mutating func prepend(_ byte: UInt64) {
      second = second &<< 8 | first &>> 56
      first = first &<< 8 | byte
      count &+= 1
    }

    @_transparent
    mutating func prepend(digitsOf number: UInt64) {
      var rest = number
      while rest >= 10 {
        let quotient = rest / 10
        prepend(0x30 &+ rest &- quotient &* 10)
        rest = quotient
      }
      prepend(0x30 &+ rest)
    }
  }

  /// The hash of a number, given as a JSON literal.
  package static func number(literal: String) -> StateHash {
    literal.withBytes { number(literal: $0) }
  }
}

/// The running hash of an array's elements, in order.
///
/// With the elements' hashes cᵢ it holds P = Σ cᵢ·Bⁿ⁻¹⁻ⁱ modulo the Mersenne prime 2¹²⁷−1, so that appending is
/// O(1).
package struct ElementHash: Hashable, Sendable {
  /// P, below 2¹²⁷−1.
  package private(set) var polynomial: UInt128 = 0
  /// The number of elements.
  package private(set) var count: UInt64 = 0

  /// Creates the running hash of no elements.
  package init() {}

  /// Creates the running hash of elements from their polynomial.
  init(polynomial: UInt128, count: UInt64) {
    self.polynomial = polynomial
    self.count = count
  }

  /// Creates the running hash of a single element.
  package init(_ element: StateHash) {
    polynomial = Mersenne127.reduce(element.number)
    count = 1
  }

  /// Appends an element. O(1).
  package mutating func append(_ element: StateHash) {
    if count == 0 { return self = ElementHash(element) }
    // Not beyond 2¹²⁸−1: the product is at most the prime, and the number at most 2¹²⁷.
    let shifted = Mersenne127.multiply(polynomial, ElementHash.base)
    polynomial = Mersenne127.reduce(shifted &+ Mersenne127.fold(element.number))
    count &+= 1
  }

  /// The hash of the array that has these elements.
  package func finalized() -> StateHash {
    SipHash.hash(StateHash.Tag.array, polynomial._low, polynomial._high, count)
  }

  /// B: the hash of the ASCII text `reduxlog array`, as a reduced little-endian number.
  ///
  /// A nothing-up-my-sleeve number, written out so that the compiler knows it.
  static var base: UInt128 { 0x127d_6f99_072a_4998_7889_1efd_5315_2ba9 }
}

/// The running hash of an object's members, in any order.
///
/// It holds the sum of H(tag, key, child hash) modulo 2¹²⁸: adding and removing a member is O(1).
@usableFromInline
package struct MemberHash: Hashable, Sendable {
  package private(set) var sum: UInt128 = 0
  /// The number of members.
  package private(set) var count: UInt64 = 0

  /// Creates the running hash of no members.
  @usableFromInline
  package init() {}

  /// Creates the running hash of members from their sum.
  package init(sum: UInt128, count: Int) {
    self.sum = sum
    self.count = UInt64(count)
  }

  /// Adds a member whose key is hashed already.
  @_transparent
  package mutating func insert(_ key: SipHash, _ child: StateHash) {
    insert(MemberHash.member(key, child))
  }

  /// Adds a member by its own hash.
  @usableFromInline
  package mutating func insert(_ member: StateHash) {
    sum &+= member.number
    count &+= 1
  }

  /// Removes a member by its own hash.
  @usableFromInline
  package mutating func remove(_ member: StateHash) {
    sum &-= member.number
    count &-= 1
  }

  /// The hash of the object that has these members.
  package func finalized() -> StateHash {
    SipHash.hash(StateHash.Tag.object, sum._low, sum._high, count)
  }

  /// The hash of a member up to its key, given as UTF-8.
  @_transparent
  package static func begin(utf8 key: UnsafeRawBufferPointer) -> SipHash {
    var hash = SipHash()
    hash.update(StateHash.Tag.member)
    hash.update(key)
    return hash
  }

  /// The hash of a member: its summand.
  @usableFromInline
  package static func member(_ key: String, _ child: StateHash) -> StateHash {
    member(key.withBytes { begin(utf8: $0) }, child)
  }

  /// The hash of a member whose key is hashed already.
  @_transparent
  package static func member(_ key: SipHash, _ child: StateHash) -> StateHash {
    key.finalized(appending: child.low, child.high)
  }
}

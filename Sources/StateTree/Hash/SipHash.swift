/// SipHash-2-4 with a 128-bit result.
///
/// The state hash and a journal's chain of checksums use it, and authentication uses it with a secret key. With the key
/// zero it protects against accidents, not against an adversary.
///
///     var hash = SipHash()
///     hash.update(Array("reduxlog".utf8))
///     let digest = hash.finalized()
///
/// Source: J.-P. Aumasson and D. J. Bernstein, "SipHash: a fast short-input PRF" (2012), and the reference
/// implementation's 128-bit variant, whose vectors the tests check.
package struct SipHash: Sendable {
  private var v0: UInt64
  private var v1: UInt64
  private var v2: UInt64
  private var v3: UInt64
  /// The bytes that don't fill a word yet, the oldest lowest.
  private var tail: UInt64 = 0
  private var byteCount: UInt64 = 0

  /// Creates a hash of no bytes yet, under a 128-bit key given as two little-endian words.
  package init(key: (UInt64, UInt64)) {
    v0 = 0x736f_6d65_7073_6575 ^ key.0
    v1 = 0x646f_7261_6e64_6f6d ^ key.1 ^ 0xee
    v2 = 0x6c79_6765_6e65_7261 ^ key.0
    v3 = 0x7465_6462_7974_6573 ^ key.1
  }

  /// Creates a hash of no bytes yet, under the key zero.
  package init() {
    v0 = 0x736f_6d65_7073_6575
    v1 = 0x646f_7261_6e64_6f83
    v2 = 0x6c79_6765_6e65_7261
    v3 = 0x7465_6462_7974_6573
  }

  /// Appends bytes to the message.
  package mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  // Debug builds run these kernels too, in a user's app. Without the optimiser, a constant is faster than a variable, which
  // is in memory, and a call of generic code such as a conversion, an iterator, or a closure takes up to 300 instructions.

  /// Appends bytes to the message.
  @_transparent
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    let count = bytes.count
    let filled = Int(truncatingIfNeeded: byteCount & 7)
    byteCount &+= UInt64(truncatingIfNeeded: count)
    var offset = 0
    if filled != 0 {
      // Fill the waiting word first, so that the following words are aligned with the input.
      let word = count >= 8 ? start.word(at: 0) : start.partialWord(at: 0, count: count)
      tail |= word &<< UInt64(truncatingIfNeeded: 8 &* filled)
      offset = 8 &- filled
      guard count >= offset else { return }
      compress(tail)
    }
    while count &- offset >= 8 {
      compress(start.word(at: offset))
      offset &+= 8
    }
    tail = start.partialWord(at: offset, count: count &- offset)
  }

  /// Appends one byte to the message.
  @_transparent
  package mutating func update(_ byte: UInt8) {
    let shift = (byteCount & 7) &* 8
    tail |= UInt64(truncatingIfNeeded: byte) &<< shift
    byteCount &+= 1
    if shift == 56 {
      compress(tail)
      tail = 0
    }
  }

  /// Appends the eight bytes of a little-endian word to the message.
  @_transparent
  package mutating func update(_ word: UInt64) {
    let shift = (byteCount & 7) &* 8
    byteCount &+= 8
    compress(tail | word &<< shift)
    // In two steps, because a shift by 64 would have no effect.
    tail = (word &>> 1) &>> (63 &- shift)
  }

  /// The hash of the message so far; more may be appended afterwards.
  @_transparent
  package func finalized() -> StateHash {
    SipHash.end(v0, v1, v2, v3, tail | byteCount &<< 56)
  }

  /// The hash of the message so far and the eight bytes each of two more words.
  @_transparent
  package func finalized(appending first: UInt64, _ second: UInt64) -> StateHash {
    let shift = (byteCount & 7) &* 8
    let whole = tail | first &<< shift
    // In two steps, because a shift by 64 would have no effect.
    let next = (first &>> 1) &>> (63 &- shift) | second &<< shift
    let last = (second &>> 1) &>> (63 &- shift) | (byteCount &+ 16) &<< 56
    let mixed = SipHash.twoRounds(v0, v1, v2, v3 ^ whole)
    let again = SipHash.twoRounds(mixed.0 ^ whole, mixed.1, mixed.2, mixed.3 ^ next)
    return SipHash.end(again.0 ^ next, again.1, again.2, again.3, last)
  }

  /// The hash of a message of at most sixteen bytes, given as two words whose lowest byte is the first.
  @_transparent
  package static func hash(_ first: UInt64, _ second: UInt64, count: Int) -> StateHash {
    var hash = SipHash()
    hash.byteCount = UInt64(truncatingIfNeeded: count)
    hash.tail = first
    if count >= 8 {
      hash.compress(first)
      hash.tail = second
    }
    if count == 16 {
      hash.compress(second)
      hash.tail = 0
    }
    return hash.finalized()
  }

  /// The hash of a byte and three words.
  @_transparent
  package static func hash(_ byte: UInt8, _ first: UInt64, _ second: UInt64, _ third: UInt64) -> StateHash {
    var hash = SipHash()
    hash.compress(UInt64(truncatingIfNeeded: byte) | first &<< 8)
    hash.compress(first &>> 56 | second &<< 8)
    hash.compress(second &>> 56 | third &<< 8)
    return SipHash.end(hash.v0, hash.v1, hash.v2, hash.v3, third &>> 56 | 25 &<< 56)
  }

  /// The hash of a message, given as the state before its last word and that word with the message's length.
  @_transparent
  private static func end(_ v0: UInt64, _ v1: UInt64, _ v2: UInt64, _ v3: UInt64, _ last: UInt64) -> StateHash {
    let full = twoRounds(v0, v1, v2, v3 ^ last)
    let first = twoRounds(full.0 ^ last, full.1, full.2 ^ 0xee, full.3)
    let low = twoRounds(first.0, first.1, first.2, first.3)
    let second = twoRounds(low.0, low.1 ^ 0xdd, low.2, low.3)
    let high = twoRounds(second.0, second.1, second.2, second.3)
    return StateHash(low: low.0 ^ low.1 ^ low.2 ^ low.3, high: high.0 ^ high.1 ^ high.2 ^ high.3)
  }

  @_transparent
  private mutating func compress(_ word: UInt64) {
    let mixed = SipHash.twoRounds(v0, v1, v2, v3 ^ word)
    v0 = mixed.0 ^ word
    v1 = mixed.1
    v2 = mixed.2
    v3 = mixed.3
  }

  /// Two rounds, written out as pairs of constants: a debug build takes a third of the instructions of a loop over stored
  /// variables, and stores each constant once for the debugger.
  @_transparent
  private static func twoRounds(
    _ v0: UInt64, _ v1: UInt64, _ v2: UInt64, _ v3: UInt64
  ) -> (UInt64, UInt64, UInt64, UInt64) {
    let a = (v0 &+ v1, v2 &+ v3)
    let b = ((v1 &<< 13 | v1 &>> 51) ^ a.0, (v3 &<< 16 | v3 &>> 48) ^ a.1)
    let c = ((a.0 &<< 32 | a.0 &>> 32) &+ b.1, a.1 &+ b.0)
    let d = ((b.0 &<< 17 | b.0 &>> 47) ^ c.1, (b.1 &<< 21 | b.1 &>> 43) ^ c.0)
    let e = (c.0 &+ d.0, (c.1 &<< 32 | c.1 &>> 32) &+ d.1)
    let f = ((d.0 &<< 13 | d.0 &>> 51) ^ e.0, (d.1 &<< 16 | d.1 &>> 48) ^ e.1)
    let g = ((e.0 &<< 32 | e.0 &>> 32) &+ f.1, e.1 &+ f.0)
    return (g.0, (f.0 &<< 17 | f.0 &>> 47) ^ g.1, g.1 &<< 32 | g.1 &>> 32, (f.1 &<< 21 | f.1 &>> 43) ^ g.0)
  }
}

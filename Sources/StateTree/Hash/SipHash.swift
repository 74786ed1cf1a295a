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
  package init(key: (UInt64, UInt64) = (0, 0)) {
    v0 = 0x736f_6d65_7073_6575 ^ key.0
    v1 = 0x646f_7261_6e64_6f6d ^ key.1 ^ 0xee
    v2 = 0x6c79_6765_6e65_7261 ^ key.0
    v3 = 0x7465_6462_7974_6573 ^ key.1
  }

  /// Appends bytes to the message.
  package mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  // The steps are inlined into their callers, so that the state stays in registers.

  /// Appends bytes to the message.
  @inline(__always)
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
  @inline(__always)
  package mutating func update(_ byte: UInt8) {
    let shift = (byteCount & 7) &* 8
    tail |= UInt64(byte) &<< shift
    byteCount &+= 1
    if shift == 56 {
      compress(tail)
      tail = 0
    }
  }

  /// Appends the eight bytes of a little-endian word to the message.
  @inline(__always)
  package mutating func update(_ word: UInt64) {
    append(word, filled: Int(truncatingIfNeeded: byteCount & 7))
    byteCount &+= 8
  }

  /// Appends a word to the waiting bytes.
  @inline(__always)
  private mutating func append(_ word: UInt64, filled: Int) {
    let shift = UInt64(truncatingIfNeeded: 8 &* filled)
    compress(tail | word &<< shift)
    // In two steps, because a shift by 64 would have no effect.
    tail = (word &>> 1) &>> (63 &- shift)
  }

  /// The hash of the message so far; more may be appended afterwards.
  @inline(__always)
  package func finalized() -> StateHash {
    var copy = self
    copy.compress(tail | (byteCount &<< 56))
    copy.v2 ^= 0xee
    for _ in 0..<4 { copy.round() }
    let low = copy.v0 ^ copy.v1 ^ copy.v2 ^ copy.v3
    copy.v1 ^= 0xdd
    for _ in 0..<4 { copy.round() }
    let high = copy.v0 ^ copy.v1 ^ copy.v2 ^ copy.v3
    return StateHash(low: low, high: high)
  }

  /// The hash of a message of at most sixteen bytes, given as a number whose lowest byte is the first.
  @inline(__always)
  static func hash(_ message: UInt128, count: Int) -> StateHash {
    var hash = SipHash()
    hash.byteCount = UInt64(truncatingIfNeeded: count)
    hash.tail = UInt64(truncatingIfNeeded: message)
    if count >= 8 {
      hash.compress(hash.tail)
      hash.tail = UInt64(truncatingIfNeeded: message &>> 64)
    }
    if count == 16 {
      hash.compress(hash.tail)
      hash.tail = 0
    }
    return hash.finalized()
  }

  @inline(__always)
  private mutating func compress(_ word: UInt64) {
    v3 ^= word
    round()
    round()
    v0 ^= word
  }

  @inline(__always)
  private mutating func round() {
    v0 = v0 &+ v1
    v2 = v2 &+ v3
    v1 = (v1 &<< 13 | v1 &>> 51) ^ v0
    v3 = (v3 &<< 16 | v3 &>> 48) ^ v2
    v0 = v0 &<< 32 | v0 &>> 32
    v2 = v2 &+ v1
    v0 = v0 &+ v3
    v1 = (v1 &<< 17 | v1 &>> 47) ^ v2
    v3 = (v3 &<< 21 | v3 &>> 43) ^ v0
    v2 = v2 &<< 32 | v2 &>> 32
  }
}

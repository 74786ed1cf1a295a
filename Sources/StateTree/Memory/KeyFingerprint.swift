/// A number that identifies a key of an object.
@usableFromInline
package struct KeyFingerprint {
  /// A number that depends on the bytes only, and differs for different bytes with high probability.
  @usableFromInline package let number: UInt64

  @_transparent @inlinable
  package init(_ short: ShortText) {
    let count = UInt64(truncatingIfNeeded: short.count)
    self.init(number: KeyFingerprint.mix(KeyFingerprint.mix(short.first ^ count) &+ short.last))
  }

  package init(_ utf8: UnsafeRawBufferPointer) {
    guard utf8.count > ShortText.limit, let start = utf8.baseAddress else {
      self.init(ShortText(utf8))
      return
    }
    var number = UInt64(truncatingIfNeeded: utf8.count)
    var offset = 0
    while utf8.count &- offset >= 8 {
      number = KeyFingerprint.mix(number ^ start.word(at: offset))
      offset &+= 8
    }
    self.init(number: KeyFingerprint.mix(number ^ start.partialWord(at: offset, count: utf8.count &- offset)))
  }

  @usableFromInline
  init(number: UInt64) { self.number = number }

  @_transparent
  @usableFromInline static func mix(_ word: UInt64) -> UInt64 {
    let product = word &* 0x9e37_79b9_7f4a_7c15
    return product ^ product &>> 32
  }
}

import Testing

@testable import StateTree

@Suite struct `Short strings are read from their own words` {
  /// Should this fail on a platform or with a new standard library, the coder takes the slower way, and is right.
  @Test func `on this platform`() {
    #expect(ShortText("short") != nil)
    #expect(ShortText("more than fifteen bytes" as String) == nil)
  }

  @Test func `as from memory`() {
    for scalar: UnicodeScalar in ["a", "\0", "é", "\u{7f}", "\u{1f600}"] {
      for count in 0...15 {
        let string = String(String.UnicodeScalarView(repeatElement(scalar, count: count)))
        guard string.utf8.count <= 15 else { continue }
        let bytes = Array(string.utf8)
        let fromMemory = bytes.withUnsafeBytes { ShortText($0) }
        #expect(ShortText(string) == fromMemory)
        #expect(fromMemory.withBytes { Array($0) } == bytes)
      }
    }
  }
}

@Suite struct `The base of array hashes` {
  @Test func `is the hash of its text`() {
    var hash = SipHash()
    hash.update(Array("reduxlog array".utf8))
    #expect(ElementHash.base == Mersenne127.reduce(hash.finalized().number))
  }
}

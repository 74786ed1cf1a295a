import Expectations
import StateTree
import Testing

/// The reference implementation's vectors for SipHash-2-4-128: key 00…0f, message 00…(n−1).
@Test(arguments: [
  (0, "a3817f04ba25a8e66df67214c7550293"),
  (1, "da87c1d86b99af44347659119b22fc45"),
  (7, "a1f1ebbed8dbc153c0b84aa61ff08239"),
  (8, "3b62a9ba6258f5610f83e264f31497b4"),
  (15, "5493e99933b0a8117e08ec0f97cfc3d9"),
  (16, "6ee2a4ca67b054bbfd3315bf85230577"),
])
func `the hasher matches the published vectors`(count: Int, expected: String) {
  var hash = SipHash(key: (0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908))
  hash.update((0..<count).map { UInt8($0) })
  expectEqual(hash.finalized().description, expected)
}

@Test func `a message can be hashed in pieces`() {
  let message = (0..<100).map { UInt8($0) }
  var whole = SipHash()
  whole.update(message)
  for first in 0..<100 {
    for second in stride(from: first, to: 100, by: 7) {
      var pieces = SipHash()
      pieces.update(Array(message[..<first]))
      pieces.update(Array(message[first..<second]))
      pieces.update(Array(message[second...]))
      expectEqual(pieces.finalized(), whole.finalized())
    }
  }
}

import Testing

@testable import StateTable

struct SameBitsTests {
  @Test func `copies of a value have the same bits`() {
    #expect(haveSameBits(1, 1))
    #expect(!haveSameBits(1, 2))
    #expect(haveSameBits("short", "short"))
    let long = String(repeating: "long ", count: 20)
    let copy = long
    #expect(haveSameBits(long, copy))
  }

  @Test func `equal values with different bits differ`() {
    #expect(!haveSameBits("\u{e9}", "e\u{301}"))
    #expect(!haveSameBits(0.0, -0.0))
  }
}

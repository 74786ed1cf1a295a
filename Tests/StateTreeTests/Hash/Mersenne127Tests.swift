import Expectations
import TestSupport
import Testing

@testable import StateTree

struct Mersenne127Tests {
  static let prime = UInt128.max >> 1
  static let edges: [UInt128] = [
    0, 1, 2, 1 << 63, (1 << 63) - 1, (1 << 64) - 1, 1 << 64, (1 << 126) - 1, 1 << 126, prime - 1, prime - 2,
    prime - (1 << 64),
  ]

  static let remainders: [(UInt128, UInt128)] = [(0, 0), (prime, 0), (prime + 1, 1), (.max, 1), (prime - 1, prime - 1)]

  @Test(arguments: remainders)
  func `values are reduced modulo the prime`(value: UInt128, expected: UInt128) {
    expectEqual(Mersenne127.reduce(value), expected)
  }

  @Test func `arithmetic matches the definition`() {
    var generator = SeededGenerator(seed: 127)
    let random = (0..<200).map { _ in UInt128.random(in: 0..<Self.prime, using: &generator) }
    for left in Self.edges + [Self.prime] + random {
      for right in Self.edges + [Self.prime] + random.prefix(20) {
        let (sum, difference) = (Mersenne127.add(left, right), Mersenne127.subtract(left, right))
        let product = Mersenne127.multiply(left, right)
        #expect(max(sum, difference, product) <= Self.prime, "\(left), \(right)")
        expectEqual(sum % Self.prime, (left % Self.prime + right % Self.prime) % Self.prime, "\(left), \(right)")
        expectEqual(Mersenne127.reduce(Mersenne127.add(difference, right)), left % Self.prime, "\(left), \(right)")
        let whole = left.multipliedFullWidth(by: right)
        let remainder = Self.prime.dividingFullWidth((whole.high, whole.low)).remainder
        expectEqual(product % Self.prime, remainder, "\(left), \(right)")
        expectEqual(Mersenne127.multiply(left, Self.prime + 1) % Self.prime, left % Self.prime, "\(left)")
      }
    }
  }

  @Test func `the base of array hashes is the hash of its text`() {
    var hash = SipHash()
    hash.update(Array("reduxlog array".utf8))
    expectEqual(ElementHash.base, Mersenne127.reduce(hash.finalized().number))
  }
}

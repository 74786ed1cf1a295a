import Foundation

/// The SHA-256 digest (FIPS 180-4) by which a content security policy allows a script or a style.
struct ContentHash: CustomStringConvertible {
  private static let constants: [UInt32] = primes(64).map { fraction(Double($0).cubeRoot) }
  private var state: [UInt32] = primes(8).map { fraction(Double($0).squareRoot()) }

  init(of bytes: some Collection<UInt8>) {
    var message = Array(bytes)
    let bitCount = UInt64(message.count) * 8
    message.append(0x80)
    message += Array(repeating: 0, count: (120 - message.count % 64) % 64)
    message += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * $0)) }
    for start in stride(from: 0, to: message.count, by: 64) { add(message[start..<start + 64]) }
  }

  /// The source expression of a policy: `'sha256-…'`.
  var description: String {
    let digest = state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
    return "'sha256-\(Data(digest).base64EncodedString())'"
  }

  private mutating func add(_ block: ArraySlice<UInt8>) {
    var words = (0..<16).map { index in
      block.dropFirst(4 * index).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let mixedEarly = early.rotated(7) ^ early.rotated(18) ^ early >> 3
      let mixedLate = late.rotated(17) ^ late.rotated(19) ^ late >> 10
      words.append(words[index - 16] &+ mixedEarly &+ words[index - 7] &+ mixedLate)
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let choice = (e & f) ^ (~e & g)
      let first = h &+ (e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)) &+ choice &+ Self.constants[index] &+ words[index]
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let second = (a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)) &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
  }

  private static func primes(_ count: Int) -> [Int] {
    var primes: [Int] = []
    var candidate = 2
    while primes.count < count {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes
  }

  /// The first 32 bits of the fraction of a number.
  private static func fraction(_ number: Double) -> UInt32 {
    UInt32((number - number.rounded(.down)) * 0x1p32)
  }
}

extension UInt32 {
  fileprivate func rotated(_ bits: Int) -> UInt32 { self >> bits | self << (32 - bits) }
}

extension Double {
  fileprivate var cubeRoot: Double { cbrt(self) }
}

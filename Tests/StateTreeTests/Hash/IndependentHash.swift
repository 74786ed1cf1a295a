import StateTree

/// A second implementation of the state hash, written from `docs/reference/state-hash.md` alone.
///
/// It is slow, works on lists of bytes, and shares only the tree type with the library.
func independentHash(_ value: JSONValue) -> StateHash? {
  StateHash(ReferenceHash.hash(value).map { hexByte($0) }.joined())
}

private func hexByte(_ byte: UInt8) -> String {
  let digits = Array("0123456789abcdef")
  return String([digits[Int(byte / 16)], digits[Int(byte % 16)]])
}

enum ReferenceHash {
  /// B, from the document.
  static let base = Natural(decimal: "24577404503037726682212635107409603497")

  static func hash(_ value: JSONValue) -> [UInt8] {
    switch value {
    case .null: return siphash([0])
    case .bool(false): return siphash([1])
    case .bool(true): return siphash([2])
    case .number(let number): return siphash([3] + Array(canonical(number.literal).utf8))
    case .string(let string): return siphash([4] + Array(string.utf8))
    case .array(let elements):
      var sum = Natural(bytes: [])
      for element in elements {
        sum = sum.times(base).plus(Natural(bytes: hash(element))).moduloPrime
      }
      return siphash([5] + sum.bytes(16) + Natural(UInt64(elements.count)).bytes(8))
    case .object(let object):
      var sum = Natural(bytes: [])
      for (key, child) in object {
        sum = sum.plus(Natural(bytes: siphash([7] + Array(key.utf8) + hash(child))))
      }
      // Modulo 2¹²⁸: the first sixteen bytes.
      return siphash([6] + sum.bytes(16) + Natural(UInt64(object.count)).bytes(8))
    }
  }

  /// The canonical form of a number: sign, digits without zeros at either end, `e`, exponent.
  static func canonical(_ literal: String) -> String {
    let parts = literal.lowercased().split(separator: "e")
    var exponent = parts.count == 2 ? Int(parts[1].filter { $0 != "+" }) ?? 0 : 0
    let sign = parts[0].hasPrefix("-") ? "-" : ""
    let halves = parts[0].drop { $0 == "-" }.split(separator: ".")
    if halves.count == 2 { exponent -= halves[1].count }
    var digits = halves.joined().drop { $0 == "0" }
    if digits.isEmpty { return sign + "0e0" }
    while digits.last == "0" {
      digits.removeLast()
      exponent += 1
    }
    return "\(sign)\(digits)e\(exponent)"
  }

  /// SipHash-2-4 with 128 bits of output and the key zero.
  static func siphash(_ message: [UInt8]) -> [UInt8] {
    var v: [UInt64] = [0x736f6d6570736575, 0x646f72616e646f6d ^ 0xee, 0x6c7967656e657261, 0x7465646279746573]
    func rotate(_ i: Int, _ n: UInt64) { v[i] = v[i] << n | v[i] >> (64 - n) }
    func halfRound(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ s: UInt64, _ t: UInt64) {
      v[a] = v[a] &+ v[b]
      v[c] = v[c] &+ v[d]
      rotate(b, s)
      rotate(d, t)
      v[b] ^= v[a]
      v[d] ^= v[c]
      rotate(a, 32)
    }
    func round() {
      halfRound(0, 1, 2, 3, 13, 16)
      halfRound(2, 1, 0, 3, 17, 21)
    }
    var padded = message
    while padded.count % 8 != 7 { padded.append(0) }
    padded.append(UInt8(message.count % 256))
    for start in stride(from: 0, to: padded.count, by: 8) {
      let word = padded[start..<start + 8].reversed().reduce(UInt64(0)) { $0 * 256 + UInt64($1) }
      v[3] ^= word
      for _ in 0..<2 { round() }
      v[0] ^= word
    }
    func output(_ index: Int, _ mark: UInt64) -> [UInt8] {
      v[index] ^= mark
      for _ in 0..<4 { round() }
      return Natural(v[0] ^ v[1] ^ v[2] ^ v[3]).bytes(8)
    }
    return output(2, 0xee) + output(1, 0xdd)
  }
}

/// A natural number of any size, as its bytes, the lowest first.
struct Natural: Equatable {
  private var digits: [UInt8]

  init(bytes: [UInt8]) {
    digits = bytes
    while digits.last == 0 { digits.removeLast() }
  }

  init(_ value: UInt64) {
    self.init(bytes: (0..<8).map { UInt8(value >> ($0 * 8) & 255) })
  }

  init(decimal: String) {
    self = decimal.utf8.reduce(Natural(0)) { $0.times(Natural(10)).plus(Natural(UInt64($1 - 48))) }
  }

  func bytes(_ count: Int) -> [UInt8] {
    Array(digits.prefix(count)) + [UInt8](repeating: 0, count: max(0, count - digits.count))
  }

  func plus(_ other: Natural) -> Natural {
    var result: [UInt8] = []
    var carry = 0
    for index in 0..<max(digits.count, other.digits.count) + 1 {
      let sum = Int(digit(index)) + Int(other.digit(index)) + carry
      result.append(UInt8(sum % 256))
      carry = sum / 256
    }
    return Natural(bytes: result)
  }

  func times(_ other: Natural) -> Natural {
    var result = [Int](repeating: 0, count: digits.count + other.digits.count + 1)
    for (i, left) in digits.enumerated() {
      for (j, right) in other.digits.enumerated() { result[i + j] += Int(left) * Int(right) }
    }
    for index in 0..<result.count - 1 {
      result[index + 1] += result[index] / 256
      result[index] %= 256
    }
    return Natural(bytes: result.map { UInt8($0) })
  }

  /// The remainder, by long division bit after bit.
  func modulo(_ divisor: Natural) -> Natural {
    var rest = Natural(0)
    for byte in digits.reversed() {
      for bit in (0..<8).reversed() {
        rest = rest.plus(rest).plus(Natural(UInt64(byte >> bit & 1)))
        if !rest.isLess(than: divisor) { rest = rest.minus(divisor) }
      }
    }
    return rest
  }

  private func minus(_ other: Natural) -> Natural {
    var result: [UInt8] = []
    var borrow = 0
    for index in 0..<digits.count {
      let difference = Int(digits[index]) - Int(other.digit(index)) - borrow
      result.append(UInt8((difference + 256) % 256))
      borrow = difference < 0 ? 1 : 0
    }
    return Natural(bytes: result)
  }

  private func isLess(than other: Natural) -> Bool {
    if digits.count != other.digits.count { return digits.count < other.digits.count }
    return digits.reversed().lexicographicallyPrecedes(other.digits.reversed())
  }

  private func digit(_ index: Int) -> UInt8 { index < digits.count ? digits[index] : 0 }
}

/// A natural number of any size, as little-endian bytes.
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

  /// The remainder of a division by 2¹²⁷−1, by casting out: 2¹²⁷ counts as 1, as ten does when nines are cast out.
  var moduloPrime: Natural {
    var rest = self
    while true {
      var low = rest.bytes(16)
      low[15] &= 127
      let high = Natural(bytes: Array(rest.plus(rest).digits.dropFirst(16)))
      if high == Natural(0) { return Natural(bytes: low) == .prime ? Natural(0) : Natural(bytes: low) }
      rest = Natural(bytes: low).plus(high)
    }
  }

  /// 2¹²⁷−1.
  static let prime = Natural(bytes: [UInt8](repeating: 255, count: 15) + [127])

  private func digit(_ index: Int) -> UInt8 { index < digits.count ? digits[index] : 0 }
}

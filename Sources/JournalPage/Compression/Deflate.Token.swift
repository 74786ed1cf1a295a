extension Deflate {
  /// A literal byte, or a copy of earlier bytes.
  struct Token {
    /// The symbol in the code for literals and lengths.
    let symbol: Int
    let lengthExtra: Int
    let lengthExtraBits: Int
    /// The symbol in the code for distances; -1 for a literal.
    let distanceSymbol: Int
    let distanceExtra: Int
    let distanceExtraBits: Int

    var isMatch: Bool { distanceSymbol >= 0 }

    static func literal(_ byte: UInt8) -> Token {
      Token(
        symbol: Int(byte), lengthExtra: 0, lengthExtraBits: 0, distanceSymbol: -1, distanceExtra: 0,
        distanceExtraBits: 0)
    }

    /// A copy of 3 to 258 bytes from 1 to 32,768 bytes before. The tables are those of RFC 1951, section 3.2.5.
    static func match(length: Int, distance: Int) -> Token {
      // The longest length has a symbol of its own.
      let (lengthCode, lengthBits, lengthExtra) = length == 258 ? (28, 0, 0) : split(length - 3, codesPerBit: 4)
      let (distanceCode, distanceBits, distanceExtra) = split(distance - 1, codesPerBit: 2)
      return Token(
        symbol: 257 + lengthCode, lengthExtra: lengthExtra, lengthExtraBits: lengthBits, distanceSymbol: distanceCode,
        distanceExtra: distanceExtra, distanceExtraBits: distanceBits)
    }

    /// Splits a number into a code and extra bits. Each number of extra bits has as many codes, the first one twice as many.
    private static func split(_ value: Int, codesPerBit: Int) -> (code: Int, extraBits: Int, extra: Int) {
      guard value >= 2 * codesPerBit else { return (value, 0, 0) }
      let bits = (Int.bitWidth - 1 - value.leadingZeroBitCount) - (codesPerBit.trailingZeroBitCount)
      return ((bits * codesPerBit) + (value >> bits), bits, value & ((1 << bits) - 1))
    }
  }

  /// A step in the run-length coding of code lengths.
  struct CodeLengthRun {
    let symbol: Int
    let extra: Int
    let extraBits: Int

    static func runs(of lengths: [Int]) -> [CodeLengthRun] {
      var runs: [CodeLengthRun] = []
      var index = 0
      while index < lengths.count {
        let length = lengths[index]
        var count = lengths[index...].prefix { $0 == length }.count
        index += count
        if length != 0 {
          runs.append(CodeLengthRun(symbol: length, extra: 0, extraBits: 0))
          count -= 1
        }
        while count >= 3 {
          let part: Int
          if length != 0 {
            part = min(count, 6)
            runs.append(CodeLengthRun(symbol: 16, extra: part - 3, extraBits: 2))
          } else if count <= 10 {
            part = count
            runs.append(CodeLengthRun(symbol: 17, extra: part - 3, extraBits: 3))
          } else {
            part = min(count, 138)
            runs.append(CodeLengthRun(symbol: 18, extra: part - 11, extraBits: 7))
          }
          count -= part
        }
        for _ in 0..<count { runs.append(CodeLengthRun(symbol: length, extra: 0, extraBits: 0)) }
      }
      return runs
    }
  }
}

/// Unpacks raw DEFLATE (RFC 1951), bit by bit: slow, and simple enough to check by reading.
package struct Inflate {
  /// Something that isn't DEFLATE.
  package struct Malformed: Error {}

  private let bytes: [UInt8]
  private var position = 0
  private var output: [UInt8] = []

  /// Returns the unpacked bytes.
  package static func unpack(_ bytes: [UInt8]) throws -> [UInt8] {
    var inflate = Inflate(bytes: bytes)
    while try !inflate.block() {}
    return inflate.output
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// A code, as the symbols by their length and bits.
  private typealias Code = [Int: Int]

  private mutating func bits(_ count: Int) throws -> Int {
    var value = 0
    for index in 0..<count {
      guard position >> 3 < bytes.count else { throw Malformed() }
      value |= Int(bytes[position >> 3] >> (position & 7) & 1) << index
      position += 1
    }
    return value
  }

  private static func code(_ lengths: [Int]) -> Code {
    var code: Code = [:]
    var next = 0
    for length in 1...15 {
      for (symbol, _) in lengths.enumerated().filter({ $0.element == length }) {
        code[1 << length | next] = symbol
        next += 1
      }
      next <<= 1
    }
    return code
  }

  private mutating func symbol(_ code: Code) throws -> Int {
    var key = 1
    for _ in 0..<15 {
      key = key << 1 | (try bits(1))
      if let symbol = code[key] { return symbol }
    }
    throw Malformed()
  }

  /// Unpacks a block; returns whether it is the last.
  private mutating func block() throws -> Bool {
    let isLast = try bits(1) == 1
    guard try bits(2) == 2 else { throw Malformed() }
    let counts = (literals: try bits(5) + 257, distances: try bits(5) + 1, lengths: try bits(4) + 4)
    var codeLengths = Array(repeating: 0, count: 19)
    for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15].prefix(counts.lengths) {
      codeLengths[symbol] = try bits(3)
    }
    let lengthCode = Self.code(codeLengths)
    var lengths: [Int] = []
    while lengths.count < counts.literals + counts.distances {
      switch try symbol(lengthCode) {
      case 16: lengths += Array(repeating: lengths.last ?? 0, count: 3 + (try bits(2)))
      case 17: lengths += Array(repeating: 0, count: 3 + (try bits(3)))
      case 18: lengths += Array(repeating: 0, count: 11 + (try bits(7)))
      case let length: lengths.append(length)
      }
    }
    try copy(Self.code(Array(lengths.prefix(counts.literals))), Self.code(Array(lengths.dropFirst(counts.literals))))
    return isLast
  }

  private mutating func copy(_ literals: Code, _ distances: Code) throws {
    while true {
      let symbol = try symbol(literals)
      if symbol == 256 { return }
      guard symbol > 256 else {
        output.append(UInt8(symbol))
        continue
      }
      let length = symbol == 285 ? 258 : 3 + (try number(symbol - 257, codesPerBit: 4))
      let distance = 1 + (try number(self.symbol(distances), codesPerBit: 2))
      guard distance <= output.count else { throw Malformed() }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }

  private mutating func number(_ code: Int, codesPerBit: Int) throws -> Int {
    guard code >= 2 * codesPerBit else { return code }
    let extra = code / codesPerBit - 1
    return (codesPerBit + code % codesPerBit) << extra + (try bits(extra))
  }
}

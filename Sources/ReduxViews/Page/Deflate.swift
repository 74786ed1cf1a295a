/// Compresses bytes to raw DEFLATE (RFC 1951), which browsers unpack with `DecompressionStream("deflate-raw")`.
///
/// All blocks have Huffman codes of their own. Matches are found by chains of equal three-byte hashes, with one step of lazy
/// matching.
package struct Deflate {
  private var writer = BitWriter()
  private var tokens: [Token] = []

  /// Returns the compressed bytes. O(n); unpacking gives the same bytes.
  package static func compress(_ bytes: [UInt8]) -> [UInt8] {
    var deflate = Deflate()
    deflate.tokens.reserveCapacity(Self.blockTokens)
    bytes.withUnsafeBufferPointer { deflate.compress($0) }
    return deflate.writer.finish()
  }

  /// The number of literals and matches in a block.
  private static let blockTokens = 1 << 15
  private static let window = 1 << 15
  private static let longestMatch = 258
  private static let shortestMatch = 3
  /// The number of earlier positions to compare with each.
  private static let chainLength = 24
  /// A match of this length is taken without trying the next position.
  private static let goodMatch = 32

  private mutating func compress(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return endBlock(isLast: true) }
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: MatchChains.heads + bytes.count) { memory in
      memory.initialize(repeating: -1)
      if let memory = memory.baseAddress { compress(MatchChains(of: start, count: bytes.count, in: memory)) }
    }
    endBlock(isLast: true)
  }

  private mutating func compress(_ chains: MatchChains) {
    var position = 0
    var found = chains.longestMatch(at: 0)
    while position < chains.count {
      chains.insert(position)
      guard found.length >= Self.shortestMatch else {
        append(.literal(chains.bytes[position]))
        position += 1
        found = chains.longestMatch(at: position)
        continue
      }
      if found.length < Self.goodMatch {
        let next = chains.longestMatch(at: position + 1)
        if next.length > found.length {
          append(.literal(chains.bytes[position]))
          position += 1
          found = next
          continue
        }
      }
      append(.match(length: found.length, distance: found.distance))
      let end = position + found.length
      position += 1
      while position < end {
        chains.insert(position)
        position += 1
      }
      found = chains.longestMatch(at: position)
    }
  }

  private mutating func append(_ token: Token) {
    tokens.append(token)
    if tokens.count == Self.blockTokens { endBlock(isLast: false) }
  }

  /// Writes the tokens so far as a block with dynamic Huffman codes.
  private mutating func endBlock(isLast: Bool) {
    var literals = [Int](repeating: 0, count: 286)
    var distances = [Int](repeating: 0, count: 30)
    literals[256] = 1
    // Iterating over the tokens themselves would take three times as long in a debug build.
    for index in 0..<tokens.count {
      let token = tokens[index]
      literals[token.symbol] += 1
      if token.isMatch { distances[token.distanceSymbol] += 1 }
    }
    let literalCode = HuffmanCode(frequencies: literals, longest: 15)
    let distanceCode = HuffmanCode(frequencies: distances, longest: 15)
    writer.write(isLast ? 1 : 0, bits: 1)
    writer.write(2, bits: 2)
    writeCodes(literalCode, distanceCode)
    for index in 0..<tokens.count {
      let token = tokens[index]
      writer.write(literalCode, token.symbol)
      guard token.isMatch else { continue }
      writer.write(token.lengthExtra, bits: token.lengthExtraBits)
      writer.write(distanceCode, token.distanceSymbol)
      writer.write(token.distanceExtra, bits: token.distanceExtraBits)
    }
    writer.write(literalCode, 256)
    tokens.removeAll(keepingCapacity: true)
  }

  /// The order in which a block lists the lengths of the codes for code lengths.
  private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private mutating func writeCodes(_ literals: HuffmanCode, _ distances: HuffmanCode) {
    let literalCount = max(257, literals.usedCount)
    let distanceCount = max(1, distances.usedCount)
    let lengths = literals.lengths.prefix(literalCount) + distances.lengths.prefix(distanceCount)
    let runs = CodeLengthRun.runs(of: lengths.map(Int.init))
    var frequencies = [Int](repeating: 0, count: 19)
    for run in runs { frequencies[run.symbol] += 1 }
    let code = HuffmanCode(frequencies: frequencies, longest: 7)
    let count = max(4, (Self.lengthOrder.lastIndex { code.lengths[$0] > 0 } ?? 0) + 1)
    writer.write(literalCount - 257, bits: 5)
    writer.write(distanceCount - 1, bits: 5)
    writer.write(count - 4, bits: 4)
    for symbol in Self.lengthOrder.prefix(count) { writer.write(Int(code.lengths[symbol]), bits: 3) }
    for run in runs {
      writer.write(code, run.symbol)
      writer.write(run.extra, bits: run.extraBits)
    }
  }
}

extension Deflate {
  /// The earlier positions with equal first bytes, the nearest first.
  ///
  /// Arrays would take almost twice as long in a debug build.
  private struct MatchChains {
    /// The number of chains.
    static let heads = 1 << 15

    let bytes: UnsafePointer<UInt8>
    let count: Int
    /// For each hash the last position; -1 for none.
    private let heads: UnsafeMutablePointer<Int32>
    /// For each position the one before it with the same hash; -1 for none.
    private let previous: UnsafeMutablePointer<Int32>

    /// Creates empty chains in memory for a number for each chain and each byte, all -1.
    init(of bytes: UnsafePointer<UInt8>, count: Int, in memory: UnsafeMutablePointer<Int32>) {
      self.bytes = bytes
      self.count = count
      heads = memory
      previous = memory + MatchChains.heads
    }

    /// The hash of three bytes.
    private func hash(_ position: Int) -> Int {
      let start = bytes + position
      let word =
        UInt32(truncatingIfNeeded: start[0]) &<< 16 | UInt32(truncatingIfNeeded: start[1]) &<< 8
        | UInt32(truncatingIfNeeded: start[2])
      return Int(truncatingIfNeeded: (word &* 0x9E37_79B1) &>> 17)
    }

    func insert(_ position: Int) {
      guard position + Deflate.shortestMatch <= count else { return }
      let hash = hash(position)
      previous[position] = heads[hash]
      heads[hash] = Int32(truncatingIfNeeded: position)
    }

    func longestMatch(at position: Int) -> (length: Int, distance: Int) {
      let limit = min(Deflate.longestMatch, count - position)
      guard limit >= Deflate.shortestMatch else { return (0, 0) }
      let here = bytes + position
      var best = (length: 0, distance: 0)
      var candidate = Int(truncatingIfNeeded: heads[hash(position)])
      var tries = Deflate.chainLength
      while candidate >= 0, position - candidate <= Deflate.window, tries > 0 {
        let there = bytes + candidate
        if best.length == 0 || there[best.length] == here[best.length] {
          var length = 0
          while length < limit, there[length] == here[length] { length &+= 1 }
          if length > best.length {
            best = (length, position - candidate)
            if length == limit { break }
          }
        }
        candidate = Int(truncatingIfNeeded: previous[candidate])
        tries &-= 1
      }
      return best.length >= Deflate.shortestMatch ? best : (0, 0)
    }
  }
}

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

/// Writes bits, the lowest first.
struct BitWriter {
  private var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var count = 0

  /// Writes the lowest bits of a value, at most 32.
  mutating func write(_ value: Int, bits: Int) {
    pending |= UInt64(value) << count
    count += bits
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      count -= 8
    }
  }

  /// Writes the code of a symbol.
  mutating func write(_ code: HuffmanCode, _ symbol: Int) {
    write(Int(code.codes[symbol]), bits: Int(code.lengths[symbol]))
  }

  /// Returns the bytes, the last one filled with zeros.
  mutating func finish() -> [UInt8] {
    if count > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
    return bytes
  }
}

/// A canonical Huffman code with lengths up to a limit (RFC 1951, section 3.2.2).
struct HuffmanCode {
  /// The length of each symbol's code in bits; 0 for a symbol that doesn't occur.
  let lengths: [UInt8]
  /// The codes, with their first bit lowest, as a writer emits them.
  let codes: [UInt16]

  /// The number of symbols up to the last one that occurs.
  var usedCount: Int { (lengths.lastIndex { $0 > 0 } ?? -1) + 1 }

  /// Creates a code for symbols that occur so often.
  init(frequencies: [Int], longest: Int) {
    lengths = Self.lengths(frequencies, longest)
    codes = Self.codes(lengths, longest)
  }

  private static func lengths(_ frequencies: [Int], _ longest: Int) -> [UInt8] {
    var lengths = [UInt8](repeating: 0, count: frequencies.count)
    let symbols = frequencies.indices.filter { frequencies[$0] > 0 }.sorted {
      (frequencies[$0], $0) < (frequencies[$1], $1)
    }
    guard symbols.count > 1 else {
      // Even a single symbol needs a bit.
      if let symbol = symbols.first { lengths[symbol] = 1 }
      return lengths
    }
    var counts = depthCounts(symbols.map { frequencies[$0] }, longest)
    shorten(&counts, longest)
    // The rarest symbols get the longest codes.
    var length = longest
    for symbol in symbols {
      while counts[length] == 0 { length -= 1 }
      counts[length] -= 1
      lengths[symbol] = UInt8(length)
    }
    return lengths
  }

  /// The number of leaves at each depth of the Huffman tree over ascending weights; deeper ones count as `longest`.
  private static func depthCounts(_ weights: [Int], _ longest: Int) -> [Int] {
    let count = weights.count
    // Leaves come first, then inner nodes in the order of their creation, which is that of their weights.
    var weights = weights + Array(repeating: 0, count: count - 1)
    var parents = Array(repeating: 0, count: 2 * count - 1)
    var (leaf, inner) = (0, count)
    for node in count..<2 * count - 1 {
      for _ in 0..<2 {
        let takesLeaf = leaf < count && (inner >= node || weights[leaf] <= weights[inner])
        let child = takesLeaf ? leaf : inner
        if takesLeaf { leaf += 1 } else { inner += 1 }
        weights[node] += weights[child]
        parents[child] = node
      }
    }
    var depths = Array(repeating: 0, count: 2 * count - 1)
    var counts = Array(repeating: 0, count: longest + 1)
    for node in stride(from: 2 * count - 3, through: 0, by: -1) {
      depths[node] = depths[parents[node]] + 1
      if node < count { counts[min(depths[node], longest)] += 1 }
    }
    return counts
  }

  /// Moves leaves until a code with these lengths exists: until Kraft's sum is one.
  private static func shorten(_ counts: inout [Int], _ longest: Int) {
    var sum = (1...longest).reduce(0) { $0 + counts[$1] << (longest - $1) }
    while sum > 1 << longest {
      // A leaf at the greatest depth moves up beside one that moves down.
      counts[longest] -= 1
      for depth in stride(from: longest - 1, to: 0, by: -1) where counts[depth] > 0 {
        counts[depth] -= 1
        counts[depth + 1] += 2
        break
      }
      sum -= 1
    }
  }

  private static func codes(_ lengths: [UInt8], _ longest: Int) -> [UInt16] {
    var counts = Array(repeating: 0, count: longest + 1)
    for length in lengths where length > 0 { counts[Int(length)] += 1 }
    var next = Array(repeating: 0, count: longest + 2)
    for length in 1...longest { next[length + 1] = (next[length] + counts[length]) << 1 }
    return lengths.map { length in
      guard length > 0 else { return 0 }
      defer { next[Int(length)] += 1 }
      return reversed(next[Int(length)], bits: Int(length))
    }
  }

  private static func reversed(_ code: Int, bits: Int) -> UInt16 {
    var (code, result) = (code, 0)
    for _ in 0..<bits {
      result = result << 1 | code & 1
      code >>= 1
    }
    return UInt16(result)
  }
}

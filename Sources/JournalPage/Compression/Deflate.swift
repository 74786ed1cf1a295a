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
    var chains = MatchChains(count: bytes.count)
    var position = 0
    var found = chains.longestMatch(at: 0, in: bytes)
    while position < bytes.count {
      chains.insert(position, in: bytes)
      guard found.length >= Self.shortestMatch else {
        append(.literal(bytes[position]))
        position += 1
        found = chains.longestMatch(at: position, in: bytes)
        continue
      }
      if found.length < Self.goodMatch {
        let next = chains.longestMatch(at: position + 1, in: bytes)
        if next.length > found.length {
          append(.literal(bytes[position]))
          position += 1
          found = next
          continue
        }
      }
      append(.match(length: found.length, distance: found.distance))
      let end = position + found.length
      position += 1
      while position < end {
        chains.insert(position, in: bytes)
        position += 1
      }
      found = chains.longestMatch(at: position, in: bytes)
    }
    endBlock(isLast: true)
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
    for token in tokens {
      literals[token.symbol] += 1
      if token.isMatch { distances[token.distanceSymbol] += 1 }
    }
    let literalCode = HuffmanCode(frequencies: literals, longest: 15)
    let distanceCode = HuffmanCode(frequencies: distances, longest: 15)
    writer.write(isLast ? 1 : 0, bits: 1)
    writer.write(2, bits: 2)
    writeCodes(literalCode, distanceCode)
    for token in tokens {
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
  private struct MatchChains {
    private var heads = [Int32](repeating: -1, count: 1 << 15)
    private var previous: [Int32]

    init(count: Int) { previous = [Int32](repeating: -1, count: count) }

    private static func hash(_ position: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
      let word = UInt32(bytes[position]) << 16 | UInt32(bytes[position + 1]) << 8 | UInt32(bytes[position + 2])
      return Int((word &* 0x9E37_79B1) >> 17)
    }

    mutating func insert(_ position: Int, in bytes: UnsafeBufferPointer<UInt8>) {
      guard position + Deflate.shortestMatch <= bytes.count else { return }
      let hash = Self.hash(position, bytes)
      previous[position] = heads[hash]
      heads[hash] = Int32(truncatingIfNeeded: position)
    }

    func longestMatch(at position: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (length: Int, distance: Int) {
      let limit = min(Deflate.longestMatch, bytes.count - position)
      guard limit >= Deflate.shortestMatch else { return (0, 0) }
      var best = (length: 0, distance: 0)
      var candidate = Int(heads[Self.hash(position, bytes)])
      var tries = Deflate.chainLength
      while candidate >= 0, position - candidate <= Deflate.window, tries > 0 {
        if best.length == 0 || bytes[candidate + best.length] == bytes[position + best.length] {
          var length = 0
          while length < limit, bytes[candidate + length] == bytes[position + length] { length += 1 }
          if length > best.length {
            best = (length, position - candidate)
            if length == limit { break }
          }
        }
        candidate = Int(previous[candidate])
        tries -= 1
      }
      return best.length >= Deflate.shortestMatch ? best : (0, 0)
    }
  }
}

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

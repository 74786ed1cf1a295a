extension ChunkedArray {
  /// The indices at which another array has no element or a different one, in order.
  ///
  /// Skips the chunks that the two share in memory: if one is a changed copy of the other, all but the changed chunks.
  ///
  /// Passes elements as pointers: unspecialised code would copy each element whole, which took 2.6 ms for 10,000 slots.
  func indices(
    differingFrom other: ChunkedArray, by areDifferent: (UnsafePointer<Element>, UnsafePointer<Element>) -> Bool
  ) -> [Int] {
    var indices: [Int] = []
    let common = Swift.min(count, other.count)
    var index = 0
    while index < common {
      let place = Self.split(index)
      if place.chunk == 0, place.offset == 0, blocks[place.block].hasSameStorage(as: other.blocks[place.block]) {
        index += 1 << (Self.chunkBits + Self.blockBits)
        continue
      }
      let (mine, others) = (blocks[place.block][place.chunk], other.blocks[place.block][place.chunk])
      if !mine.hasSameStorage(as: others) {
        mine.withUnsafeBufferPointer { mine in
          others.withUnsafeBufferPointer { others in
            guard let left = mine.baseAddress, let right = others.baseAddress else { return }
            for offset in 0..<Swift.min(mine.count, others.count) where areDifferent(left + offset, right + offset) {
              indices.append(index + offset)
            }
          }
        }
      }
      index += 1 << Self.chunkBits
    }
    return indices + (common..<Swift.max(count, other.count))
  }
}

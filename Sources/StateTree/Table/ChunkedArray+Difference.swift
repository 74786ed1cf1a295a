extension ChunkedArray {
  /// The indices at which another array has nothing or something else, in order.
  ///
  /// What the two share in memory is skipped: all but the chunks that were changed, if one was made from the other.
  ///
  /// The elements are handed over as pointers: this is not specialised, and as values they would be copied whole for
  /// the part that is compared. 10,000 slots took 2.6 ms that way.
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

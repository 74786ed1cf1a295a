import SystemSupport

/// An array in three levels of chunks: a change to a copied array copies one chunk, not the array.
///
/// The standard library's nested arrays do the copying; this type only adds the indexing.
@usableFromInline
struct ChunkedArray<Element> {
  @usableFromInline var blocks: [[[Element]]] = []
  @usableFromInline var count = 0

  /// A chunk has 32 elements, or 256 where they are a word or less; a block has 64 chunks.
  @inlinable static var chunkBits: Int { MemoryLayout<Element>.stride <= 8 ? 8 : 5 }
  @inlinable static var blockBits: Int { 6 }

  @inlinable
  init() {}

  @inlinable @_transparent
  static func split(_ index: Int) -> (block: Int, chunk: Int, offset: Int) {
    (
      index >> (chunkBits + blockBits),
      (index >> chunkBits) & ((1 << blockBits) - 1),
      index & ((1 << chunkBits) - 1)
    )
  }

  @inlinable
  subscript(index: Int) -> Element {
    _read {
      let place = Self.split(index)
      yield blocks[place.block][place.chunk][place.offset]
    }
    _modify {
      let place = Self.split(index)
      yield &blocks[place.block][place.chunk][place.offset]
    }
  }

  /// Calls the body with a pointer to an element: unspecialised code that reads it by its index copies the whole element.
  func withElement<Result>(at index: Int, _ body: (UnsafePointer<Element>) throws -> Result) rethrows -> Result {
    let place = Self.split(index)
    return try blocks[place.block][place.chunk].withUnsafeBufferPointer { chunk in
      guard let start = chunk.baseAddress else { preconditionFailure("a chunk is empty") }
      return try body(start + place.offset)
    }
  }

  @inlinable @_transparent
  mutating func append(_ element: Element) {
    let place = Self.split(count)
    if place.block == blocks.count { blocks.append([]) }
    if place.chunk == blocks[place.block].count {
      blocks[place.block].append([])
      // The first chunk grows with the array; those that follow will be full.
      if count > 0 { blocks[place.block][place.chunk].reserveCapacity(1 << Self.chunkBits) }
    }
    blocks[place.block][place.chunk].append(element)
    count += 1
  }

  /// The number of elements in a full chunk.
  @inlinable static var chunkCapacity: Int { 1 << chunkBits }

  /// Appends a chunk to an array whose chunks are all full; none if it is empty.
  @inlinable
  mutating func append(chunk: [Element]) {
    if chunk.isEmpty { return }
    let place = Self.split(count)
    if place.block == blocks.count { blocks.append([]) }
    blocks[place.block].append(chunk)
    count += chunk.count
  }

  @inlinable
  mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count -= 1
    let place = Self.split(count)
    let element = blocks[place.block][place.chunk].removeLast()
    if place.offset == 0 { blocks[place.block].removeLast() }
    if place.offset == 0, place.chunk == 0 { blocks.removeLast() }
    return element
  }
}

extension ChunkedArray: Sendable where Element: Sendable {}

/// A value in its own memory, which copies share until one of them changes it.
///
/// Copying it counts one reference, however many the value holds. It is an array of one element, so that the standard library
/// does the copying.
@usableFromInline
struct Shared<Value> {
  @usableFromInline var storage: [Value]

  @inlinable
  init(_ value: Value) { storage = [value] }

  @inlinable var value: Value {
    _read { yield storage[0] }
    _modify { yield &storage[0] }
  }
}

extension Shared: Sendable where Value: Sendable {}

/// Whether two values have the same bits, and are therefore equal in every respect.
///
/// Equal values may still differ in their bits. `EntityTable` uses it to see that a change left an entity's id alone,
/// without comparing the ids' keys byte by byte.
@inlinable @_transparent
func haveSameBits<Value: Sendable>(_ left: Value?, _ right: Value?) -> Bool {
  withUnsafeBytes(of: left) { left in
    withUnsafeBytes(of: right) { right in areSame(left, right) }
  }
}

@usableFromInline
func areSame(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
  Platform.areEqual(left, right)
}

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
    for block in 0..<Swift.min(blocks.count, other.blocks.count) {
      for chunk in Self.chunks(of: blocks[block], differingFrom: other.blocks[block]) {
        let start = (block << Self.blockBits + chunk) << Self.chunkBits
        blocks[block][chunk].withUnsafeBufferPointer { mine in
          other.blocks[block][chunk].withUnsafeBufferPointer { others in
            guard let left = mine.baseAddress, let right = others.baseAddress else { return }
            for offset in 0..<Swift.min(mine.count, others.count) where areDifferent(left + offset, right + offset) {
              indices.append(start + offset)
            }
          }
        }
      }
    }
    return indices + (Swift.min(count, other.count)..<Swift.max(count, other.count))
  }

  /// The indices of the chunks that two blocks don't share. An array is a reference, which unspecialised code compares
  /// faster as a word.
  private static func chunks(of block: [[Element]], differingFrom other: [[Element]]) -> [Int] {
    block.withUnsafeBytes { mine in
      other.withUnsafeBytes { others in
        let size = MemoryLayout<[Element]>.stride
        if mine.baseAddress == others.baseAddress { return [] }
        return (0..<(Swift.min(mine.count, others.count) / size)).filter {
          mine.load(fromByteOffset: $0 * size, as: UInt.self) != others.load(fromByteOffset: $0 * size, as: UInt.self)
        }
      }
    }
  }

  /// The same elements in memory of their own.
  func copied() -> ChunkedArray {
    var copy = ChunkedArray()
    for chunk in blocks.joined() {
      copy.append(
        chunk: [Element](unsafeUninitializedCapacity: Self.chunkCapacity) { target, count in
          chunk.withUnsafeBufferPointer { source in
            guard let start = target.baseAddress, let first = source.baseAddress else { return }
            start.initialize(from: first, count: source.count)
            count = source.count
          }
        })
    }
    return copy
  }
}

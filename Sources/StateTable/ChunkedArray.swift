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
    @_transparent _read {
      let place = Self.split(index)
      yield blocks[place.block][place.chunk][place.offset]
    }
    @_transparent _modify {
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

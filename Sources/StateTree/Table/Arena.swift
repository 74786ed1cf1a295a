/// Elements that are named by numbers, which stay theirs until they are removed and are then given out again.
@usableFromInline
struct Arena<Element> {
  @usableFromInline var elements = ChunkedArray<Element>()
  @usableFromInline var vacant = ChunkedArray<UInt32>()

  @inlinable
  init() {}

  @inlinable
  subscript(number: Int) -> Element {
    @inline(__always) _read { yield elements[number] }
    @inline(__always) _modify { yield &elements[number] }
  }

  /// Takes an element in; returns its number, which is at most the number of elements that there ever were at once.
  @inlinable @inline(__always)
  mutating func insert(_ element: Element) -> Int {
    guard let number = vacant.popLast().map(Int.init) else {
      elements.append(element)
      return elements.count - 1
    }
    elements[number] = element
    return number
  }

  /// Gives an element's number free, and leaves a value in its place that holds on to nothing.
  @inlinable
  mutating func remove(_ number: Int, leaving placeholder: Element) {
    elements[number] = placeholder
    vacant.append(UInt32(number))
  }
}

extension Arena: Sendable where Element: Sendable {}

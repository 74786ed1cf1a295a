/// Elements with stable numbers; a removed element's number is reused.
@usableFromInline
struct Arena<Element> {
  @usableFromInline var elements = ChunkedArray<Element>()
  @usableFromInline var vacant = ChunkedArray<UInt32>()

  @inlinable
  init() {}

  @inlinable
  subscript(number: Int) -> Element {
    _read { yield elements[number] }
    _modify { yield &elements[number] }
  }

  /// Adds an element; returns its number, which is below the highest count of elements so far.
  @inlinable @_transparent
  mutating func insert(_ element: Element) -> Int {
    guard let number = vacant.popLast().map(Int.init) else {
      elements.append(element)
      return elements.count - 1
    }
    elements[number] = element
    return number
  }

  /// Frees an element's number, and leaves a placeholder that holds no references.
  @inlinable
  mutating func remove(_ number: Int, leaving placeholder: Element) {
    elements[number] = placeholder
    vacant.append(UInt32(number))
  }
}

extension Arena: Sendable where Element: Sendable {}

/// A stack that keeps its memory when it shrinks, so that repeated work allocates nothing.
///
/// An array checks at each change whether its storage is shared, and reads its bounds through a reference. With arrays,
/// hashing a state takes 1.27 times as many instructions, and encoding an action 1.38 times.
@usableFromInline
package struct Stack<Element>: ~Copyable {
  /// The elements, below `count`. They are accessed directly, because debug builds would call a subscript, which takes as
  /// long as ten accesses.
  @usableFromInline package var elements: UnsafeMutablePointer<Element>
  /// The number of elements that fit.
  @usableFromInline package var capacity: Int
  /// The number of elements. Lowering it drops elements without releasing what they refer to.
  @usableFromInline package var count = 0

  /// Creates an empty stack, without memory.
  @inlinable
  package init() {
    capacity = 0
    elements = UnsafeMutablePointer.allocate(capacity: 0)
  }

  @inlinable
  deinit {
    elements.deinitialize(count: count)
    elements.deallocate()
  }

  /// Adds an element at the end.
  @_transparent @inlinable
  package mutating func append(_ element: consuming Element) {
    if count == capacity { grow() }
    (elements + count).initialize(to: element)
    count &+= 1
  }

  /// Removes the elements from an index on.
  @_transparent @inlinable
  package mutating func removeLast(to newCount: Int) {
    // One by one, because the runtime would be asked to destroy several.
    while newCount < count {
      count &-= 1
      (elements + count).deinitialize(count: 1)
    }
  }

  /// Makes room for another element.
  @inline(never) @inlinable
  package mutating func grow() {
    let larger = max(8, 2 * capacity)
    let moved = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    moved.moveInitialize(from: elements, count: count)
    elements.deallocate()
    elements = moved
    capacity = larger
  }
}

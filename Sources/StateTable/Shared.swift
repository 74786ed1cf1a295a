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
    @_transparent _read { yield storage[0] }
    @_transparent _modify { yield &storage[0] }
  }
}

extension Shared: Sendable where Value: Sendable {}

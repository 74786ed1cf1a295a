import SystemSupport

/// Bytes of a value by their offset; unoptimised code reads its members faster than those of a `Range`.
package struct ByteSpan: Equatable, Sendable {
  package let start: Int
  package let count: Int

  package init(start: Int, count: Int) {
    self.start = start
    self.count = count
  }
}

extension [ByteSpan] {
  /// Whether the value in memory has the bytes of another.
  func areSame<Value>(_ place: UnsafePointer<Value>, as value: Value) -> Bool {
    withUnsafePointer(to: value) { value in
      allSatisfy {
        Platform.areEqual(UnsafeRawPointer(place) + $0.start, UnsafeRawPointer(value) + $0.start, count: $0.count)
      }
    }
  }
}

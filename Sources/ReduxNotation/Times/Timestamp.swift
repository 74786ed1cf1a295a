/// A moment: microseconds since 1970-01-01T00:00:00Z, without leap seconds.
package struct Timestamp: Hashable, Comparable, Sendable {
  /// The microseconds.
  package var microseconds: Int64

  /// Creates a moment from its microseconds since 1970.
  package init(microseconds: Int64) { self.microseconds = microseconds }

  package static func < (left: Timestamp, right: Timestamp) -> Bool { left.microseconds < right.microseconds }
}

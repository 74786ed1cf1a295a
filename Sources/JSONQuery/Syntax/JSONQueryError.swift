/// A mistake in a query or an expression.
package struct JSONQueryError: Error, Sendable, Equatable {
  /// The column of the mistake, counted in Unicode scalars from 1.
  package let column: Int
  /// The problem at that place.
  package let reason: String

  /// The reason with its column.
  package var explanation: String { "column \(column): \(reason)" }
}

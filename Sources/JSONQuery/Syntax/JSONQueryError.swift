/// A mistake in a query or an expression.
package struct JSONQueryError: Error, Sendable, Equatable {
  /// The query or expression.
  package let text: String
  /// The column of the mistake, counted in Unicode scalars from 1.
  package let column: Int
  /// What is wrong there.
  package let reason: String

  /// The reason with its column, and the text with a mark under it.
  package var explanation: String {
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(column - 1)))
    let indent = String(start.map { $0 == "\t" ? "\t" : " " })
    // A line break would move the mark.
    guard !text.unicodeScalars.contains(where: { $0 == "\n" || $0 == "\r" }) else {
      return "column \(column): \(reason)"
    }
    return "column \(column): \(reason)\n  \(text)\n  \(indent)^"
  }
}

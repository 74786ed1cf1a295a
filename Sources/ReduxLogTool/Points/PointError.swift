/// A text that names no point in a journal.
package struct PointError: Error, Hashable, Sendable {
  /// The text.
  package let text: String
  /// What was expected instead.
  package let reason: String

  /// Creates an error.
  package init(text: String, reason: String) {
    self.text = text
    self.reason = reason
  }
}

extension PointError: CustomStringConvertible {
  package var description: String { "'\(text)' is not a revision: \(reason)" }
}

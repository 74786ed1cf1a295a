/// An invalid command line.
package struct UsageError: Error, Hashable, Sendable {
  /// The problem, in one line. It may contain control characters from the arguments; the writer escapes them.
  package let message: String

  /// Creates an error.
  package init(_ message: String) { self.message = message }
}

extension UsageError: CustomStringConvertible {
  package var description: String { message }
}

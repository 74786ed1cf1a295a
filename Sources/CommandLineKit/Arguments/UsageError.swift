/// A command line that can't be understood.
package struct UsageError: Error, Hashable, Sendable {
  /// What is wrong, in one line, without the arguments' control characters escaped: the writer does that.
  package let message: String

  /// Creates an error.
  package init(_ message: String) { self.message = message }
}

extension UsageError: CustomStringConvertible {
  package var description: String { message }
}

package import CommandLineKit

/// A text that names no revision in a journal.
package struct RevisionError: Error, Hashable, Sendable {
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

extension RevisionError: CustomStringConvertible {
  package var description: String { "'\(text)' is not a revision: \(reason)" }
}

extension RevisionError: ReportableError {
  package func commandFailure(tool: String) -> CommandFailure {
    CommandFailure(description, advice: "see '\(tool) help revisions'", exitCode: .usage)
  }
}

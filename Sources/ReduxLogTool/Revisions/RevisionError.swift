package import CommandLineKit

/// The error for a text that isn't a revision.
package struct RevisionError: Error, Hashable, Sendable {
  /// The text.
  package let text: String
  /// The expected form.
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

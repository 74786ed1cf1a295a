import CommandLineKit

/// A problem of a journal, for every format.
struct JournalProblem: Hashable, Sendable {
  /// The journal, or one of its segments.
  let file: String
  /// The line of that file.
  let line: Int?
  /// The finding in one line.
  let message: String
  /// The differences, or the next steps, one a line.
  var details: [String] = []
}

extension JournalProblem {
  /// The problem that a failure is, with its next step.
  init(_ failure: CommandFailure, in path: String) {
    self.init(
      file: failure.file ?? path, line: failure.line, message: failure.message,
      details: failure.advice.map { [$0] } ?? [])
  }
}

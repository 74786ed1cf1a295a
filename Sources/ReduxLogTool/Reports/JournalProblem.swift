import CommandLineKit

/// What is wrong with a journal, for every format.
struct JournalProblem: Hashable, Sendable {
  /// The journal, or one of its segments.
  let file: String
  /// The line of that file.
  let line: Int?
  /// What was found, in one line.
  let message: String
  /// What differs, or what to do next, one a line.
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

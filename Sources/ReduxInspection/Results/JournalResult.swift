package import CommandLineKit
import ReducerIsolation
package import StateTree

/// A problem of a journal, for every format.
package struct JournalProblem: Hashable, Sendable, JSONConvertible {
  /// The journal, or one of its segments.
  package let file: String
  /// The line of that file.
  package let line: Int?
  /// The finding in one line.
  package let message: String
  /// The differences, or the next steps, one a line.
  package var details: [String] = []

  package var json: JSONValue {
    JSONReport.object(["file": file, "line": line, "message": message, "details": details])
  }
}

extension JournalProblem {
  /// The problem that a failure is, with its next step.
  init(_ failure: CommandFailure, in path: String) {
    self.init(
      file: failure.file ?? path, line: failure.line, message: failure.message,
      details: failure.advice.map { [$0] } ?? [])
  }
}

/// A message about a journal, for standard error.
package enum JournalMessage: Sendable {
  case warning(String, file: String, line: Int? = nil)
  case note(String)
  case failure(CommandFailure)
  case report(StyledText)
}

/// The finding of a command in one of several journals.
package final class JournalResult: Sendable {
  /// The path of the journal.
  package let path: String
  /// The result in a word.
  package let status: String
  package let exitCode: ExitCode
  /// The rest of the result's line, after status and path.
  package let summary: String?
  /// The problems; none if the status is `ok`.
  package let problems: [JournalProblem]
  package let warnings: [Verification.Warning]
  /// The remarks for a reader of the result.
  package let notes: [String]
  /// The verdict that a view of the journal shows first; `nil` if the command doesn't verify it.
  package let verdict: Verdict?
  /// The explanation of the result.
  package let messages: [JournalMessage]
  package let json: JSONValue
  /// The line that the result was read from; `nil` for a new one.
  package let line: JSONValue?

  init(
    path: String, status: String, exitCode: ExitCode, summary: String? = nil, problems: [JournalProblem] = [],
    warnings: [Verification.Warning] = [], notes: [String] = [], verdict: Verdict? = nil,
    messages: [JournalMessage] = [], json: JSONValue, line: JSONValue? = nil
  ) {
    self.path = path
    self.status = status
    self.exitCode = exitCode
    self.summary = summary
    self.problems = problems
    self.warnings = warnings
    self.notes = notes
    self.verdict = verdict
    self.messages = messages
    self.json = json
    self.line = line
  }

  /// The reason why a journal couldn't be checked, as a result line has it.
  package var failure: CommandFailure {
    let problem = problems.first
    return CommandFailure(
      problem?.message ?? status, file: problem?.file ?? path, line: problem?.line, advice: problem?.details.first,
      exitCode: exitCode)
  }

  /// The result of a journal that a command can't check.
  package static func failed(_ failure: CommandFailure, of path: String) -> JournalResult {
    Verification(path: path, outcome: .failed(failure)).result
  }

  /// The result of a journal that a command can't check, unless the error isn't about the journal.
  package static func failed(_ error: any Error, of path: String) throws -> JournalResult {
    if let replay = error as? FailedReplay { return replay.verification.result }
    guard let failure = CommandFailure(ofJob: error) else { throw error }
    return failed(failure, of: path)
  }
}

/// How many journals have which result.
package struct StatusCounts {
  /// The status of a job without a result.
  package static let missing = "no-result"
  /// All words for a result, from the best to the worst.
  package static let order = [
    "ok", "same", "found", "differs", "fails", "violated", "unknown", "stopped", "intact", "diverged", "impure",
    "unproven", "schema", "failed", "crashed", "hung", "no-reducer", missing,
  ]

  private var counts: [String: Int] = [:]
  /// The number of journals.
  package private(set) var total = 0

  package init() {}

  package mutating func add(_ status: String) {
    counts[status, default: 0] += 1
    total += 1
  }

  /// The counts in one line: `6 journals: 5 ok, 1 diverged`.
  package func summary(of shard: Shard? = nil) -> String {
    let parts = StatusCounts.order.compactMap { status in counts[status].map { "\($0) \(status)" } }
    let part = shard.map { " in shard \($0)" } ?? ""
    return total.counted("journal") + part + (parts.isEmpty ? "" : ": ") + parts.joined(separator: ", ")
  }
}

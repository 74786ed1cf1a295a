import CommandLineKit
import ReduxJournal
import ReduxNotation
import StateTree

/// The finding of a command in one of several journals.
protocol JournalResult {
  /// The name of the command.
  var command: String { get }
  /// The path of the journal.
  var path: String { get }
  /// The result in a word.
  var status: String { get }
  /// The rest of the result's line, after status and path.
  var summary: String? { get }
  var exitCode: ExitCode { get }
  /// The problems; none if the status is `ok`.
  var problems: [JournalProblem] { get }
  var warnings: [Verification.Warning] { get }
  /// The remarks for a reader of the result.
  var notes: [String] { get }
  var json: JSONValue { get }
  /// The verdict that a view of the journal shows first; `nil` if the command doesn't verify it.
  var verdict: Verdict? { get }

  /// Prints what was found to standard error.
  func explain(in context: CommandContext) throws
}

extension JournalResult {
  var verdict: Verdict? { nil }

  /// The result in one line: `ok run.jsonl: 412 actions, 413 states proven, 1 session, closed`.
  var line: StyledText { "\(StyledText(status, style)) \(path)\(summary.map { ": \($0)" } ?? "")" }

  private var style: Style {
    switch status {
    case "ok": .added
    case "intact": .warning
    // States that changed their shape, not a journal that can't be replayed.
    case "schema" where exitCode == .finding: .warning
    default: .error
    }
  }

  /// Whether the journal was checked, and isn't as it should be.
  private var isFailure: Bool { ["diverged", "impure", "violated"].contains(status) }

  /// The result as annotations of GitHub Actions.
  var workflowCommands: [WorkflowCommand] {
    let title = "reduxlog \(command)"
    var commands = warnings.map { warning in
      WorkflowCommand(
        .warning, file: warning.segment ?? path, line: warning.line, title: title, message: warning.message)
    }
    commands += notes.map { WorkflowCommand(.notice, file: path, title: title, message: $0) }
    return commands
      + problems.map { problem in
        WorkflowCommand(
          .error, file: problem.file, line: problem.line, title: "\(title): \(status)",
          message: ([problem.message] + problem.details).joined(separator: "\n"))
      }
  }

  /// The result as a test of a JUnit report.
  var test: JUnitReport.Test {
    let problem = problems.first.map { first in
      JUnitReport.Problem(
        type: status, message: first.message,
        details: problems.flatMap { ["\(place($0.file, $0.line))\($0.message)"] + $0.details })
    }
    return JUnitReport.Test(
      path: path, failure: isFailure ? problem : nil, error: isFailure ? nil : problem,
      warnings: warnings.map { "\(place($0.segment ?? path, $0.line))warning: \($0.message)" })
  }

  private func place(_ path: String, _ line: Int?) -> String { line.map { "\(path):\($0): " } ?? "\(path): " }
}

/// Prints the results of a command journal by journal, in each of its formats.
struct ResultPrinter<Result: JournalResult> {
  /// The command's name.
  let command: String
  /// The schema of its JSON document.
  let schema: String
  let format: OutputFormat
  let context: CommandContext
  /// Which part of the journals these are; `nil` for all.
  var shard: Shard?
  /// How to read the sessions of journals for an index; `nil` for a command without one.
  var sessions: JournalReader.Options?
  /// The results, for formats that print all at the end.
  private var results: [Result] = []
  private var statuses = StatusCounts()
  private var exitCode = ExitCode.fine

  init(of command: String, schema: String, as format: OutputFormat, in context: CommandContext) {
    self.command = command
    self.schema = schema
    self.format = format
    self.context = context
  }

  /// Prints the next journal's result.
  mutating func add(_ result: Result) throws {
    if format == .human || format == .github { try context.output.line(result.line) }
    if format == .ndjson {
      let session = sessions.flatMap { ResultLine.session(ofJournalAt: result.path, options: $0) }
      try context.output.json(
        ResultLine.limited(result, of: command, id: result.path, session: session), layout: .compact)
    }
    if format == .github {
      for command in result.workflowCommands { try context.output.line(StyledText(trusted: command.text)) }
    } else {
      try result.explain(in: context)
    }
    if format == .json || format == .junit { results.append(result) }
    statuses.add(result.status)
    exitCode = max(exitCode, result.exitCode)
  }

  /// Prints what the format has after all journals, and returns the highest exit code.
  func finish() throws -> ExitCode {
    switch format {
    case .human, .github:
      if statuses.total > 1 || shard != nil { try context.output.line("\(statuses.summary(of: shard))") }
    case .json:
      try context.output.json(
        JSONReport.object(
          schema: schema, ["shard": shard.map { .string("\($0)") }, "journals": .array(results.map(\.json))]))
    case .junit:
      let report = JUnitReport(suite: "reduxlog \(command)", results.map(\.test))
      try context.output.write(StyledText(trusted: report.text))
    default: break
    }
    return exitCode
  }
}

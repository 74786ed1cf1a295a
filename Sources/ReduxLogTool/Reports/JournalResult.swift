import CommandLineKit
import StateTree

/// What a command found in one of several journals.
protocol JournalResult {
  /// The result in a word.
  var status: String { get }
  /// The result in one line.
  var line: StyledText { get }
  var exitCode: ExitCode { get }
  /// What was found, as annotations of GitHub Actions.
  var workflowCommands: [WorkflowCommand] { get }
  /// The result as a test of a JUnit report.
  var test: JUnitReport.Test { get }
  var json: JSONValue { get }

  /// Prints what was found to standard error.
  func explain(in context: CommandContext) throws
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
  private var results: [Result] = []

  init(of command: String, schema: String, as format: OutputFormat, in context: CommandContext) {
    self.command = command
    self.schema = schema
    self.format = format
    self.context = context
  }

  /// Prints the next journal's result.
  mutating func add(_ result: Result) throws {
    if format == .human || format == .github { try context.output.line(result.line) }
    if format == .github {
      for command in result.workflowCommands { try context.output.line(StyledText(trusted: command.text)) }
    } else {
      try result.explain(in: context)
    }
    results.append(result)
  }

  private static var statuses: [String] {
    [
      "ok", "violated", "unknown", "stopped", "intact", "diverged", "impure", "unproven", "schema", "failed", "crashed",
      "hung",
      "no-reducer",
    ]
  }

  private var summary: String {
    let counts = Self.statuses.compactMap { status in
      let count = results.count { $0.status == status }
      return count > 0 ? "\(count) \(status)" : nil
    }
    let part = shard.map { " in shard \($0)" } ?? ""
    return results.count.counted("journal") + part + (counts.isEmpty ? "" : ": ") + counts.joined(separator: ", ")
  }

  /// Prints what the format has after all journals, and returns the highest exit code.
  func finish() throws -> ExitCode {
    switch format {
    case .human, .github: if results.count > 1 || shard != nil { try context.output.line("\(summary)") }
    case .json:
      try context.output.json(
        JSONReport.object(
          schema: schema, ["shard": shard.map { .string("\($0)") }, "journals": .array(results.map(\.json))]))
    case .junit:
      let report = JUnitReport(suite: "reduxlog \(command)", results.map(\.test))
      try context.output.write(StyledText(trusted: report.text))
    default: break
    }
    return results.map(\.exitCode).max { $0.rawValue < $1.rawValue } ?? .fine
  }
}

import CommandLineKit
import StateTree

/// One report of the results of a command in many journals, live or recorded.
protocol ResultReport {
  associatedtype Result: JournalResult

  /// The highest exit code of all journals.
  var exitCode: ExitCode { get }

  init()

  /// Adds a journal's result.
  mutating func add(_ result: Result)

  /// Prints why journals aren't in the report to standard error.
  func explain(in context: CommandContext) throws

  /// Prints the report for people.
  func write(in context: CommandContext) throws

  /// The report as JSON.
  func json(in context: CommandContext) -> JSONValue
}

extension ResultReport {
  /// Prints the report in a format.
  func print(as format: OutputFormat, in context: CommandContext) throws {
    try explain(in: context)
    if format == .json { try context.output.json(json(in: context)) } else { try write(in: context) }
  }
}

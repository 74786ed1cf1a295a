import CommandLineKit
import StateTree

/// The jobs of all batches, to know which have no result.
struct JobFiles {
  /// The jobs by id.
  private(set) var jobs: [String: BatchJob] = [:]
  /// Whether a line is no job, so that its result is unknown.
  private(set) var areIncomplete = false

  /// Reads a file of job lines, or standard input. A line that isn't a job is reported and skipped, as a batch does.
  ///
  /// - Throws: `CommandFailure` for a line that gives the id of another one to a second journal; `InputError`.
  mutating func read(_ path: String, in context: CommandContext) throws {
    try context.forEachLine(of: path) { line, name, number in
      let job: BatchJob
      do throws(CommandFailure) { job = try BatchJob(parsing: line.bytes) } catch {
        areIncomplete = true
        return try context.warn("not a job: \(error.message)", file: name, line: number)
      }
      if let known = jobs.updateValue(job, forKey: job.id), known != job {
        throw CommandFailure(
          "the id '\(job.id)' has a second path, '\(job.path)' after '\(known.path)'", file: name, line: number,
          advice: "Give each job an id of its own: of several results of an id, one counts.")
      }
    }
  }
}

/// The result of a job that has none.
struct MissingResult: JournalResult {
  static let status = "no-result"

  let job: BatchJob
  let command: String

  var path: String { job.path }
  var status: String { MissingResult.status }
  var summary: String? { nil }
  var exitCode: ExitCode { .trouble }

  private var message: String { "the job '\(job.id)' has no result" }

  var problems: [JournalProblem] {
    [
      JournalProblem(
        file: path, line: nil, message: message,
        details: ["Its batch ended early, or its output is missing. Run the job again, and merge that result, too."])
    ]
  }

  var warnings: [Verification.Warning] { [] }
  var notes: [String] { [] }

  var json: JSONValue {
    JSONReport.object(["file": .string(path), "status": .string(status), "message": .string(message)])
  }

  /// Does nothing: a report has it.
  func explain(in context: CommandContext) {}
}

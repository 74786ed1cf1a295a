package import CommandLineKit
import ReducerIsolation
import StateTree

/// Files with the output of batches, of which any may have been killed.
package struct ResultFiles {
  /// The lines of a file that are reported one by one.
  private static let warningLimit = 10
  /// The bytes with which each line of a batch begins.
  private static let start = Array(#"{"schema":"\#(ResultLine.schema)","#.utf8)

  /// The most places in a line from which its end is read.
  private static let startLimit = 64

  private let context: CommandContext
  package private(set) var results = MergedResults()
  /// Whether something in the files was ignored.
  package private(set) var isIncomplete = false

  /// Creates a reader for a command.
  package init(in context: CommandContext) { self.context = context }

  /// Reads a file, or standard input.
  ///
  /// A batch that was killed leaves half a line, to which the next one may have appended its first: what isn't JSON is ignored,
  /// with a warning.
  package mutating func read(_ path: String) throws {
    var ignored = 0
    try context.forEachLine(of: path) { line, name, number in
      var value: JSONValue?
      do { value = try JSONDocument(line.bytes).root.value } catch {
        ignored += 1
        if ignored <= ResultFiles.warningLimit {
          let what = line.isWhole ? "what isn't JSON is ignored: \(error)" : "the last line is cut short and ignored"
          try context.warn("\(what)", file: name, line: number)
        }
        if line.isWhole { value = ResultFiles.result(atEndOf: line.bytes) }
      }
      guard let value else { return }
      do { try results.add(JournalResult(line: value)) } catch var failure as CommandFailure {
        (failure.file, failure.line) = (name, number)
        throw failure
      }
    }
    isIncomplete = isIncomplete || ignored > 0
    if ignored > ResultFiles.warningLimit {
      try context.warn("\(ignored - ResultFiles.warningLimit) more lines are ignored", file: path)
    }
  }

  /// Adds a result that says so for each job that has none.
  package mutating func add(missing jobs: JobFiles) throws {
    guard results.command != nil || jobs.jobs.isEmpty else {
      throw CommandFailure(
        "no results to report: none of \(jobs.jobs.count.counted("job")) has one",
        advice: "Run the batches, and pass the files with their output.")
    }
    let others = results.ids.filter { jobs.jobs[$0] == nil }
    if let example = others.min() {
      let count = others.count == 1 ? "1 result is" : "\(others.count) results are"
      try context.warn("\(count) of no job in the files of --jobs, such as that of the id '\(example)'")
    }
    var strangers: [(id: String, path: String, other: String)] = []
    for job in jobs.jobs.values {
      if let other = try results.add(missing: job) { strangers.append((job.id, job.path, other)) }
    }
    if let (id, path, other) = strangers.min(by: { $0.id < $1.id }) {
      let count = strangers.count == 1 ? "1 result is" : "\(strangers.count) results are"
      try context.warn(
        "\(count) of another journal than the job's: that of the id '\(id)' is of '\(other)', not of '\(path)'")
    }
  }

  /// The result that a batch appended to half a line; `nil` if there is none.
  ///
  /// A value in the half line may look like a result, but it doesn't reach to the end of the line.
  private static func result(atEndOf line: [UInt8]) -> JSONValue? {
    let open = UInt8(ascii: "{")
    let starts = line.indices.dropFirst().lazy.filter { line[$0] == open && line[$0...].starts(with: start) }
    for index in starts.prefix(startLimit) {
      if let document = try? JSONDocument(Array(line[index...])) { return document.root.value }
    }
    return nil
  }
}

extension CommandContext {
  /// Passes on the lines of a file, or of standard input, that aren't blank, with the file's name and the line's number.
  func forEachLine(of path: String, _ body: (InputSource.Line, _ name: String, _ number: Int) throws -> Void) throws {
    let (input, name) = try source(path)
    var number = 0
    do {
      while let line = try input.line(limit: 2 * ResultLine.byteLimit) {
        number += 1
        if line.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }) { continue }
        try body(line, name, number)
      }
    } catch InputError.lineTooLong(_, let limit) {
      throw CommandFailure(
        "the line has more than \(limit) bytes, which no batch writes", file: name, line: number + 1,
        advice: "Remove the line, and run the batch again.")
    }
  }
}

/// The jobs of all batches, to know which have no result.
package struct JobFiles {
  /// The jobs by id.
  private(set) var jobs: [String: BatchJob] = [:]
  /// Whether a line is no job, so that its result is unknown.
  package private(set) var areIncomplete = false

  package init() {}

  /// Reads a file of job lines, or standard input. A line that isn't a job is reported and skipped, as a batch does.
  package mutating func read(_ path: String, in context: CommandContext) throws {
    try context.forEachLine(of: path) { line, name, number in
      let job: BatchJob
      do throws(CommandFailure) { job = try BatchJob(parsing: line.bytes, hasSeed: false) } catch {
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

extension BatchJob {
  /// The result of a job that has none.
  var missingResult: JournalResult {
    let message = "the job '\(id)' has no result"
    return JournalResult(
      path: path, status: StatusCounts.missing, exitCode: .trouble,
      problems: [
        JournalProblem(
          file: path, line: nil, message: message,
          details: ["Its batch ended early, or its output is missing. Run the job again, and merge that result, too."])
      ],
      json: JSONReport.object(["file": path, "status": StatusCounts.missing, "message": message]))
  }
}

package import CommandLineKit
import ReduxNotation

/// `merge`: makes one report of the results of any number of batches.
package struct MergeCommand: Command {
  private static let results = ArgumentSpecification(
    "RESULTS", arity: .oneOrMore, help: "A file with result lines; - is standard input.")

  private static let jobs = OptionSpecification(
    "jobs", value: "JOBS", isRepeatable: true, isPath: true,
    help: "A file with the jobs of all batches: report those without a result. Repeatable.")

  package static let specification = CommandSpecification(
    name: "merge",
    abstract: "Make one report of the results of any number of batches.",
    traits: [],
    overview: """
      merge reads result lines from any number of files, in any order, and prints one report. Commands with --batch print
      such lines, and so do 'verify' and 'assert' with --format ndjson.

      From results of 'verify' and 'assert', merge counts the journals with each result, groups the differences by the
      type of action and the place, and lists the worst results. From results of 'coverage' and 'drift', it makes the
      report that one command prints for all journals.

      Of several results with the same id, the worse one counts, so a batch can be run again, and results can be merged
      twice. --format ndjson prints the lines themselves, one for each id, to merge them again later.
      """,
    examples: [
      .init("merge results/*.ndjson", "on how many sessions does the new build behave differently, and where?"),
      .init("merge results/*.ndjson --jobs jobs.ndjson", "the same, with the jobs that have no result"),
      .init("merge results/*.ndjson --format junit > verify.xml", "a report for a CI system"),
      .init("merge results/*.ndjson --format html > index.html", "a row for each journal, in a browser"),
      .init("merge results/*.ndjson --format ndjson > all.ndjson", "one file of many"),
    ],
    arguments: [results],
    options: [
      jobs, .format([.human, .markdown, .html, .github, .junit, .json, .ndjson]),
    ],
    sections: [
      HelpSection(
        "EXIT CODES",
        [
          "2":
            "A job has no result, a file can't be read or has JSON that isn't a result, or, without --jobs, a line was "
            + "ignored."
        ],
        note:
          "Otherwise, and if it is higher, the code of one command that checks all journals: the highest of all results."
      ),
      HelpSection(
        "SPECIAL CASES",
        [
          "Killed batches":
            "A batch that is killed leaves half a line at the end of its file, or in the middle, if another one appended to it. "
            + "merge ignores lines that aren't JSON, with a warning. Pass the jobs with --jobs to find missing results: "
            + "each such job has the result 'no-result' (exit code 2), in all formats. In lines of --format ndjson, a later "
            + "result replaces it.",
          "Results without an id":
            "A line that isn't a job has no id. Its result counts once, however many files have it.",
          "Formats":
            "json, junit and github print the same as one command that checks all journals. html is the index that 'report' "
            + "writes for a folder, without pages of the journals. Results of 'coverage' and 'drift' have only human, json and "
            + "ndjson. merge shows \u{2026} for values of more than 256 bytes; drift itself shows their start.",
        ]),
    ])

  package init() {}

  package func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let (files, lists) = (arguments[Self.results], arguments[Self.jobs])
    guard (files + lists).count(where: { $0 == "-" }) <= 1 else {
      throw UsageError("standard input can be read only once")
    }
    var jobs = JobFiles()
    for path in lists { try jobs.read(path, in: context) }
    var read = ResultFiles(in: context)
    for path in files { try read.read(path) }
    if !lists.isEmpty { try read.add(missing: jobs) }
    let isIncomplete = lists.isEmpty ? read.isIncomplete : jobs.areIncomplete
    if isIncomplete, lists.isEmpty {
      try context.note("pass the jobs with --jobs to know which of them have no result")
    }
    let code = try report(read.results, as: arguments.format(), in: context)
    return isIncomplete ? max(code, .trouble) : code
  }

  /// Prints the report of all results.
  private func report(
    _ merged: MergedResults, as format: OutputFormat, in context: CommandContext
  ) throws -> ExitCode {
    if merged.contestedCount > 0 {
      let ids = merged.contestedCount == 1 ? "1 id has" : "\(merged.contestedCount) ids have"
      try context.note("\(ids) several different results: the worse ones count")
    }
    if let (id, path, other) = merged.confused {
      try context.warn(
        "the id '\(id)' has results of '\(path)' and of '\(other)'; if these are two journals, give each job an id of its own"
      )
    }
    if format == .ndjson {
      for line in merged.lines { try context.output.data(Array("\(line)\n".utf8)) }
      var code = ExitCode.fine
      try merged.forEach { code = max(code, $0.exitCode) }
      return code
    }
    guard let command = merged.command else { throw CommandFailure("no results to report") }
    switch command {
    case "coverage": return try report(CoverageReport.self, of: merged, as: format, in: context) { try .init($0) }
    case "drift": return try report(DriftReport.self, of: merged, as: format, in: context) { try .init($0) }
    default: break
    }
    guard format != .html else { return try writeIndex(of: merged, in: context) }
    guard format == .human || format == .markdown else {
      var printer = ResultPrinter<RecordedResult>(
        of: command, schema: "reduxlog.\(command)/1", as: format, in: context)
      try merged.forEach { try printer.add($0) }
      return try printer.finish()
    }
    var report = MergeReport()
    try merged.forEach { report.add($0) }
    try context.output.write(format == .human ? report.page.text : StyledText(trusted: report.page.markdown))
    return report.exitCode
  }

  /// Prints an index of all journals.
  private func writeIndex(of merged: MergedResults, in context: CommandContext) throws -> ExitCode {
    var index = ReportIndex(toolVersion: context.toolVersion, times: context.times)
    var code = ExitCode.fine
    try merged.forEach { result in
      index.add(ReportIndex.Row(result))
      code = max(code, result.exitCode)
    }
    try index.write { try context.output.data($0) }
    return code
  }

  /// Prints the report of a command that makes one of all journals.
  private func report<Report: ResultReport>(
    _: Report.Type, of merged: MergedResults, as format: OutputFormat, in context: CommandContext,
    reading result: (RecordedResult) throws -> Report.Result
  ) throws -> ExitCode {
    guard format == .human || format == .json else {
      throw UsageError(
        "results of '\(merged.command ?? "")' have no format '\(format.rawValue)'; use human, json or ndjson")
    }
    var report = Report()
    try merged.forEach { report.add(try result($0)) }
    try report.print(as: format, in: context)
    return report.exitCode
  }
}

package import CommandLineKit
import ReduxNotation

/// `merge`: makes one report of the results of any number of batches.
package struct MergeCommand: Command {
  private static let results = ArgumentSpecification(
    "RESULTS", arity: .oneOrMore, help: "A file with result lines of a command with --batch; - is standard input.")

  package static let specification = CommandSpecification(
    name: "merge",
    abstract: "Make one report of the results of any number of batches.",
    overview: """
      merge reads the lines that a command with --batch printed, in any number of files and any order, and prints one
      report. Of 'verify' and 'assert': how many journals have which result, where they differ, grouped by the type of
      action and the place, and the worst results. Of 'coverage' and 'drift': what one command prints that reads all
      journals.

      Of several results with the same id, the worse one counts, so a batch can be run again, and results can be merged
      twice. --format ndjson prints the lines themselves, one for each id, to merge them again later.
      """,
    examples: [
      .init("merge results/*.ndjson", "on how many sessions does the new build behave differently, and where?"),
      .init("merge results/*.ndjson --format junit > verify.xml", "a report for a CI system"),
      .init("merge results/*.ndjson --format html > index.html", "a row for each journal, in a browser"),
      .init("merge results/*.ndjson --format ndjson > all.ndjson", "one file of many"),
    ],
    arguments: [results],
    options: [.format([.human, .markdown, .html, .github, .junit, .json, .ndjson])],
    sections: [
      HelpSection(
        "EXIT CODES",
        [
          "2": "A file can't be read, or has a line that isn't a result."
        ],
        note: "Otherwise the code of one command that checks all journals: the highest of all results."),
      HelpSection(
        "SPECIAL CASES",
        [
          "Killed batches":
            "A file's last line may be cut short, because its batch was killed. merge ignores the line, with a warning.",
          "Results without an id":
            "A line of jobs that is none has no id. Its result counts once, however many files have it.",
          "Formats":
            "json, junit and github print what one command prints that checks all journals. Results of 'coverage' and 'drift' have "
            + "human, json and ndjson. html is the index that 'report' writes for a folder, without pages of the journals. Values of more than 256 bytes, of which drift prints the start, are \u{2026}.",
        ]),
    ])

  package init() {}

  package func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    var merged = MergedResults()
    for path in arguments[Self.results] { try MergeCommand.read(path, into: &merged, in: context) }
    let format = arguments.format()
    if merged.contestedCount > 0 {
      let ids = merged.contestedCount == 1 ? "1 id has" : "\(merged.contestedCount) ids have"
      try context.note("\(ids) several different results: the worse ones count")
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

  /// Reads a file, or standard input.
  ///
  /// - Throws: `CommandFailure` for a line that isn't a result, `InputError`.
  private static func read(_ path: String, into merged: inout MergedResults, in context: CommandContext) throws {
    let input = try path == "-" ? context.input : DescriptorInput(path: path, interruption: context.interruption)
    let name = path == "-" ? SpooledJournal.name : path
    var number = 0
    var lines = InputLines(input, name: name)
    while let line = try lines.next() {
      number += 1
      if line.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }) { continue }
      do { try merged.add(line.bytes) } catch {
        var failure: CommandFailure = error
        guard line.isWhole else {
          try context.warn("the last line is cut short and ignored", file: name, line: number)
          return
        }
        (failure.file, failure.line) = (name, number)
        throw failure
      }
    }
  }
}

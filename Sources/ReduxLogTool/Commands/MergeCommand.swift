import CommandLineKit
import ReduxInspection
import ReduxJournal
import ReduxNotation
import ReduxViews
import StateTree

/// `merge`: makes one report of the results of any number of batches.
struct MergeCommand: Command {
  private static let formats: Formats<ResultHead, JournalResult> = [
    .human: { DigestWriter($1) { $0.text } }, .markdown: { DigestWriter($1) { StyledText(trusted: $0.markdown) } },
    .html: { IndexWriter($1) }, .github: { GitHubWriter($0, in: $1) }, .junit: { JUnitWriter($0, in: $1) },
    .json: { DocumentWriter($0, in: $1) }, .ndjson: { ResultLineWriter($0, in: $1) },
  ]
  private static let results = ArgumentSpecification(
    "RESULTS", arity: .oneOrMore, help: "A file with result lines; - is standard input.")

  private static let jobs = OptionSpecification(
    "jobs", value: "JOBS", isRepeatable: true, isPath: true,
    help: "A file with the jobs of all batches: report those without a result. Repeatable.")

  static let specification = CommandSpecification(
    name: "merge",
    abstract: "Make one report of the results of any number of batches.",
    traits: [],
    overview: """
      merge reads result lines from any number of files, in any order, and prints one report. Commands with --batch print
      such lines, and so do 'verify' and 'assert' with --format ndjson.

      From results of 'verify' and 'assert', merge counts the journals with each result, groups the differences by the
      type of action and the place, and lists the worst results. From results of 'coverage' and 'drift', it makes the
      report that one command prints for all journals, and from those of 'explore' a list with each failure once.

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
    options: [jobs, formats.option],
    sections: [
      .exitCodes(
        [
          "2":
            "A job has no result, a file can't be read or has JSON that isn't a result, or, without --jobs, a line was "
            + "ignored."
        ],
        note:
          "Otherwise, and if it is higher, the code of one command that checks all journals: the highest of all results."
      ),
      .specialCases([
        "Killed batches":
          "A batch that is killed leaves half a line at the end of its file, or in the middle, if another one appended to it. "
          + "merge ignores lines that aren't JSON, with a warning. Pass the jobs with --jobs to find missing results: "
          + "each such job has the result 'no-result' (exit code 2), in all formats. In lines of --format ndjson, a later "
          + "result replaces it.",
        "Results without an id":
          "A line that isn't a job has no id. Its result counts once, however many files have it.",
        "Formats":
          "json, junit and github print the same as one command that checks all journals. html is the index that 'report' "
          + "writes for a folder, without pages of the journals. Results of 'coverage', 'drift' and 'explore' have only human, json "
          + "and ndjson. merge shows \u{2026} for values of more than 256 bytes; drift itself shows their start.",
      ]),
    ])

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
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
    let code = try report(read.results, arguments, in: context)
    return isIncomplete ? max(code, .trouble) : code
  }

  /// Prints the report of all results.
  private func report(
    _ merged: MergedResults, _ arguments: ParsedArguments, in context: CommandContext
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
    var code = ExitCode.fine
    if arguments.format() == .ndjson {
      for line in merged.lines { try context.output.data(Array("\(line)\n".utf8)) }
      try merged.forEach { code = max(code, $0.exitCode) }
      return code
    }
    switch merged.command {
    case nil: throw CommandFailure("no results to report")
    case "coverage":
      var report = CoverageReport()
      try merged.forEach { if let result = CoverageResult($0) { report.add(result) } }
      return try print(report, arguments, of: merged, in: context)
    case "drift":
      var report = DriftReport()
      try merged.forEach { if let result = DriftResult($0) { report.add(result) } }
      return try print(report, arguments, of: merged, in: context)
    case "explore":
      var report = ExploredSeeds()
      try merged.forEach { report.add($0) }
      return try print(report, arguments, of: merged, in: context)
    case let command?:
      var writer = Self.formats.writer(
        arguments, ResultHead(command: command, schema: "reduxlog.\(command)/1"), in: context)
      try merged.forEach {
        try writer.add($0)
        code = max(code, $0.exitCode)
      }
      try writer.finish()
      return code
    }
  }

  /// Prints the report of a command that makes one of all journals.
  private func print<Report: ResultReport>(
    _ report: Report, _ arguments: ParsedArguments, of merged: MergedResults, in context: CommandContext
  ) throws -> ExitCode {
    let format = arguments.format()
    guard format == .human || format == .json else {
      throw UsageError(
        "results of '\(merged.command ?? "")' have no format '\(format.rawValue)'; use human, json or ndjson")
    }
    try report.print(arguments, in: context)
    return report.exitCode
  }
}

/// Writes a digest of all results.
private struct DigestWriter: FormatWriter {
  private let context: CommandContext
  private let text: (ReportPage) -> StyledText
  private var report = MergeReport()

  init(_ context: CommandContext, _ text: @escaping (ReportPage) -> StyledText) {
    self.context = context
    self.text = text
  }

  mutating func add(_ result: JournalResult) { report.add(result) }

  func finish() throws { try context.output.write(text(report.page)) }
}

/// Writes a page with a row for each journal.
private struct IndexWriter: FormatWriter {
  private let context: CommandContext
  private var index: ReportIndex

  init(_ context: CommandContext) {
    self.context = context
    index = ReportIndex(toolVersion: context.toolVersion)
  }

  mutating func add(_ result: JournalResult) { index.add(ReportIndex.Row(result)) }

  func finish() throws { try index.write { [context] in try context.output.data($0) } }
}

/// A digest of many results: their counts, where journals differ, and the worst of them.
struct MergeReport {
  private static let exampleLimit = 10
  /// The most notes and warnings, and jobs without a result, that are listed.
  private static let remarkLimit = 20
  /// The most places and reasons that are listed.
  private static let findingLimit = 100

  /// A result that is given as an example.
  private struct Example {
    let code: ExitCode
    let text: ReportText
  }

  /// Results for the same reason.
  private struct Reason {
    let status: String
    let text: String
    var journals = 0
    let first: String
  }

  private var statuses = StatusCounts()
  private var places = PlaceGroups<(path: String, seq: Int?)>()
  private var reasons: [Reason] = []
  package var numbers: [[String]: Int] = [:]
  private var examples: [Example] = []
  private var missing: [ReportText] = []
  /// Notes and warnings, with the number of journals that have each, and the first.
  private var remarks: [String: (journals: Int, first: String)] = [:]

  mutating func add(_ result: JournalResult) {
    statuses.add(result.status)
    for remark in Set(result.notes + result.warnings.map(\.message)) {
      remarks[remark] = ((remarks[remark]?.journals ?? 0) + 1, remarks[remark]?.first ?? result.path)
    }
    guard result.exitCode != .fine else { return }
    guard result.status != StatusCounts.missing else {
      return missing.append("\(result.line?["id"]?.string ?? ""): \(result.path)")
    }
    let differences = result.differences
    // All places of a type at once, so that a journal counts once in a group.
    let types = Dictionary(grouping: differences, by: \.type).sorted { ($0.key ?? "") < ($1.key ?? "") }
    for (type, group) in types {
      places.add(
        group.flatMap { difference in difference.pointers.map { ($0, (result.path, difference.seq)) } }, after: type)
    }
    if differences.isEmpty { add(reason: result) }
    note(result)
  }

  private mutating func add(reason result: JournalResult) {
    let text = result.json["type"]?.string.map { "at \($0)" } ?? result.problems.first?.message ?? ""
    let number = numbers[[result.status, text]] ?? reasons.count
    if number == reasons.count {
      reasons.append(Reason(status: result.status, text: text, first: result.path))
      numbers[[result.status, text]] = number
    }
    reasons[number].journals += 1
  }

  /// Keeps a result as an example, unless there are enough that are as bad.
  private mutating func note(_ result: JournalResult) {
    guard let problem = result.problems.first else { return }
    let index = examples.firstIndex { $0.code < result.exitCode } ?? examples.count
    guard index < MergeReport.exampleLimit else { return }
    let place = problem.line.map { "\(problem.file):\($0)" } ?? problem.file
    let text: ReportText = "\(result.status) \(place): \(problem.message)"
    examples.insert(Example(code: result.exitCode, text: text), at: index)
    examples = Array(examples.prefix(MergeReport.exampleLimit))
  }

  var page: ReportPage {
    var page = ReportPage(title: "\(own: statuses.summary())")
    let differences: [ReportText] = places.sorted.map { group in
      let place = group.pointer.map { $0.isEmpty ? "(the whole state)" : $0 } ?? "(refusals)"
      let first = group.first.path + (group.first.seq.map { "@\($0)" } ?? "")
      return "\(own: group.journals.counted("journal")) after \(group.type ?? "") at \(place), first in \(first)"
    }
    page.add("Differences", MergeReport.limited(differences, to: MergeReport.findingLimit))
    let findings: [ReportText] = reasons.sorted { $0.journals > $1.journals }.map { reason in
      "\(own: reason.journals.counted("journal")) \(reason.status): \(reason.text), first in \(reason.first)"
    }
    page.add("Other findings", MergeReport.limited(findings, to: MergeReport.findingLimit))
    page.add("The worst", examples.map(\.text))
    page.add("Jobs without a result", MergeReport.limited(missing))
    page.add("Notes and warnings", MergeReport.limited(remarkRows))
    return page
  }

  private var remarkRows: [ReportText] {
    remarks.sorted { (-$0.value.journals, $0.key) < (-$1.value.journals, $1.key) }.map { remark, of in
      "\(own: of.journals.counted("journal")): \(remark), first in \(of.first)"
    }
  }

  private static func limited(_ rows: [ReportText], to limit: Int = remarkLimit) -> [ReportText] {
    rows.count > limit ? rows.prefix(limit) + ["and \(rows.count - limit) more"] : rows
  }
}

extension JournalResult {
  /// Where states differ, each with the actions' type.
  fileprivate var differences: [(type: String?, pointers: [JSONPointer?], seq: Int?)] {
    func pointer(_ place: JSONValue) -> JSONPointer? { place["pointer"]?.string.flatMap { try? JSONPointer($0) } }
    if let places = json["divergences"]?["places"]?.array, !places.isEmpty {
      return places.flatMap { place in
        let first = place["first"]
        return (place["types"]?.object?.keys ?? []).map { type in
          (type, [pointer(place)], first?["type"]?.string == type ? first?["seq"]?.integer : nil)
        }
      }
    }
    if let divergence = json["divergence"] {
      let members = divergence["members"]?.array ?? []
      return [
        (divergence["type"]?.string, members.isEmpty ? [nil] : members.map(pointer), divergence["seq"]?.integer)
      ]
    }
    if let impurity = json["impurity"], let places = impurity["places"]?.array, !places.isEmpty {
      return [(impurity["type"]?.string, places.map(pointer), impurity["to"]?.integer)]
    }
    return []
  }
}

extension ReportIndex.Row {
  /// The row of a result line.
  init(_ result: JournalResult) {
    let verdict = result.line?["verdict"]
    let problems = result.problems.map(\.message).joined(separator: ". ")
    self.init(
      path: result.path,
      judgement: verdict?["judgement"]?.string.flatMap(Verdict.Judgement.init) ?? Self.judgement(of: result),
      headline: verdict?["headline"]?.string ?? Self.headlines[result.status] ?? result.status,
      details: verdict?["text"]?.string ?? (problems.isEmpty ? result.summary ?? "" : problems))
    // Otherwise, verify didn't count all.
    if ["ok", "intact", "unproven"].contains(result.status) { actions = result.json["actions"]?.integer }
    let session = result.line?["session"]
    let names = [session?["app"]?.string, session?["version"]?.string].compactMap(\.self)
    app = names.isEmpty ? nil : names.joined(separator: " ")
    started = session?["started"]?.string.flatMap(TimeFormat.utc.parse)
  }

  private static let headlines = [
    "ok": "All conditions hold", "violated": "A condition is violated", "unknown": "Not every condition is decided",
    StatusCounts.missing: "No result",
  ]

  private static func judgement(of result: JournalResult) -> Verdict.Judgement {
    switch result.status {
    case "unknown", "stopped", StatusCounts.missing: .open
    default: result.exitCode == .fine ? .fine : .wrong
    }
  }
}

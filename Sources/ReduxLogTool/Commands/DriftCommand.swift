import CommandLineKit
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxNotation
import StateTree
import SystemSupport

/// `drift`: compares the states to which the reducers of two builds lead.
struct DriftCommand: Command {
  private static let formats = Formats<Void, DriftReport>.humanAndJSON
  private static let files = ArgumentSpecification(
    "FILE", arity: .any, help: "A journal, or a folder: every journal in it and its subfolders.")
  private static let against = OptionSpecification(
    "against", value: "NEW", isPath: true, help: "The tool with the other reducers. Required.")

  static let specification = CommandSpecification(
    name: "drift",
    abstract: "Show where the reducers of two builds differ.",
    traits: [.readsJournal],
    overview: """
      drift reduces the actions of each journal with the reducers of two tools, and compares the states, whatever was
      recorded. It prints in how many journals they part, by the type of action after which they first differ and by
      the place in the state. After Control-C, it prints what it has found.

      The reducers of the old build are those of this tool, or of the one that --tool names.
      """,
    examples: [
      .init(
        "drift Inbox --tool .build/main/tracker-log --against .build/debug/tracker-log",
        "on which sessions does the new build behave differently?")
    ],
    arguments: [files], options: [against, .batch, .jobs, .timeout, formats.option, .maximumLine, .keyFile],
    rules: [.required(against, "--against NEW names the other tool")] + .batch(files, excluding: []),
    sections: [
      .specialCases([
        "Rewinds":
          "drift compares the states in the history of a journal's last state. Those that a rewind abandoned aren't in it.",
        "--batch":
          "drift reads jobs and prints a result line for each, as verify does. merge prints the report that drift would "
          + "print for all journals.",
        "Crashes": "If only one build crashes, hangs, or can't decode an action, that is a difference.",
        "Schemas":
          "States are compared in the shape that they were recorded in, to which a build's schemaChanges lead back. If they "
          + "don't lead back, and the builds have different schemas, drift says so instead of comparing.",
      ]),
      .exitCodes(
        [
          "0": "The builds lead to the same states.",
          "1": "They differ in some journal.",
          "2": "A journal can't be read.",
          "3": "The reducers of both builds fail, or neither tool contains the app's reducers.",
        ],
        note: "With several journals, the highest code wins."),
    ])

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let tool = try arguments.required(Self.against)
    let options = try arguments.readingOptions(in: context)
    let timeout = try arguments.timeout()
    guard !arguments.has(.batch) else {
      let quiet = context.withLinesOfItsOwn
      try Batch(of: "drift", in: context).run(threads: arguments.jobs()) { batch in
        let run = DriftRun(against: tool, options: options, timeout: timeout, in: quiet)
        batch.work { try run.compare($0.journal, onStep: $1).result }
      }
      return .fine
    }
    let journals = try JournalFinder.journals(at: arguments.requiredFiles(Self.files))
    let work = SharedWork<DriftResult>(count: journals.count)
    var progress = context.progress("Comparing journals:")
    var report = DriftReport()
    var isStopped = false
    do {
      try work.run(threads: min(arguments.jobs(), journals.count)) { work in
        let run = DriftRun(against: tool, options: options, timeout: timeout, in: context)
        while let index = work.next() {
          work.finish(
            index, Result { try run.compare(journals[index]) { _ in if work.isStopped { throw Interrupted() } } })
        }
      } onWait: {
        try progress.update(work.finished, of: work.count)
      } take: {
        report.add($0)
      }
    } catch is Interrupted {
      context.interruption.acknowledge()
      isStopped = true
    }
    try progress.finish()
    try report.print(arguments, in: context)
    guard isStopped else { return report.exitCode }
    try context.note("stopped: \(report.results.count) of \(journals.count.counted("journal")) compared")
    return .interrupted
  }
}

/// Where two builds first differ in many journals, grouped by the type of action and the place.
struct DriftReport: ResultReport {
  private typealias First = (path: String, seq: Int, place: StateDifference.Place)

  private(set) var results: [DriftResult] = []
  private var found: [JournalResult] = []
  private var groups = PlaceGroups<First>()

  package mutating func add(_ result: DriftResult) {
    results.append(result)
    found.append(result.result)
    guard case .differs(let difference) = result.outcome else { return }
    groups.add(
      difference.places.map { ($0.pointer, (result.path, difference.seq, $0)) }, after: difference.type)
  }

  private func count(_ status: String) -> Int { found.count { $0.status == status } }

  /// The highest exit code of all journals.
  var exitCode: ExitCode { found.map(\.exitCode).max() ?? .fine }

  /// Why journals couldn't be compared.
  var messages: [JournalMessage] { found.flatMap(\.messages) }

  // MARK: For people

  func write(in context: CommandContext) throws {
    let output = context.output
    let differing = count("differs") + count("fails")
    let compared = differing + count("same")
    let total = (compared == 0 ? results.count : compared).counted("journal")
    if differing > 0 {
      try output.line("\("differ", .removed): \(differing) of \(total)")
    } else if count("same") > 0 {
      try output.line("\("same", .added): 0 of \(total) \(compared == 1 ? "differs" : "differ")")
    } else {
      try output.line("\("not compared", .warning): \(total)")
    }
    for group in groups.sorted {
      let place = group.pointer.map { $0.isEmpty ? "(the whole state)" : $0 } ?? ""
      try output.line(
        "  \(group.journals) after \(group.type ?? "a state without an action", .label) at \(place, .key)")
      try output.line("    first in \(group.first.path)@\(group.first.seq):")
      for line in ChangeList([group.first.place.change]).lines(indent: "      ", columns: output.width) {
        try output.line(line)
      }
    }
    for result in results {
      guard case .fails(let build, let failure) = result.outcome else { continue }
      try output.line("  only the \(build.rawValue) build fails: \(failure.file ?? result.path): \(failure.message)")
    }
    let unread = count("failed") + count(StatusCounts.missing)
    if unread > 0, differing + count("same") > 0 {
      try output.line("  \("not compared", .warning): \(unread.counted("journal"))")
    }
    let schemas = count("schema")
    guard schemas > 0,
      case .schema(let old, let new)? = results.first(where: { if case .schema = $0.outcome { true } else { false } })?
        .outcome
    else {
      return
    }
    try output.line(
      "  \(schemas.counted("journal")) not compared: the old build has states of schema \(name(old)), the new one of schema \(name(new))"
    )
  }

  private func name(_ schema: Int?) -> String { schema.map(String.init) ?? "0" }

  // MARK: JSON

  func json(in context: CommandContext) -> JSONValue {
    JSONReport.object(
      schema: "reduxlog.drift/1",
      [
        "journals": results.count, "differing": count("differs") + count("fails"),
        "groups": groups.sorted.map { group in
          JSONReport.object([
            "type": group.type, "pointer": group.pointer, "journals": group.journals,
            "first": JSONReport.object([
              "file": group.first.path, "seq": group.first.seq, "old": group.first.place.old,
              "new": group.first.place.new,
            ]),
          ])
        },
        "results": found.map(\.json),
      ])
  }
}

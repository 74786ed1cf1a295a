import CommandLineKit
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxReplay
import ReduxViews
import StateTree
import SystemSupport

/// `report`: writes journals as HTML pages.
struct ReportCommand: Command {
  private static let journal = ArgumentSpecification(
    "FILE[@A..B]", arity: .optional,
    help: "A journal, and the states to show (default: all), or a folder of journals. See 'help revisions'.")
  private static let viewer = OptionSpecification(
    "viewer", help: "Write a page that shows any journal that you drop on it.")

  private static let watch = OptionSpecification(
    "watch", value: "EXPR", isRepeatable: true,
    help:
      "Show the value of EXPR in each state: a query, a function or a condition. Repeatable. See 'help expressions'.")
  private static let against = OptionSpecification(
    "against", value: "FILE[@A..B]", help: "Show another journal beside this one, and open where they part.")

  static let specification = CommandSpecification(
    name: "report",
    abstract: "Write a journal as one HTML page that opens in any browser.",
    traits: [.readsJournal],
    overview: """
      report verifies a journal, and writes a page that shows every action, state and change, the history of each value,
      and what today's app does differently. The page opens at the problem. It needs no server and sends no request, so
      you can attach it to a mail or keep it as a CI artifact.

      The page shows the recorded states. It has them from patches and snapshots, and from the app's reducers as long
      as these lead to the recorded hashes. After a divergence, it shows which places changed, up to the next snapshot.

      For a folder, report writes a page for each journal into the folder OUT, and an index with the failing ones first.

      --against shows what another journal does differently. Its actions are aligned with those of FILE as diff --history
      aligns them. Each row says whether the other journal has the same action, and the tab Changes compares both.

      A page holds everything that its journal holds: redacted values stay redacted, everything else is readable.
      """,
    examples: [
      .init("report run.jsonl -o run.html", "then open run.html in a browser"),
      .init("report run.jsonl@100..200 -o part.html", "only these states"),
      .init(
        "report run.jsonl -o run.html --watch 'count($.cart.lines)' --watch '$.cart.total >= 0'",
        "with two values at each step, and their history"),
      .init("report works.jsonl --against fails.jsonl -o both.html", "where do two sessions part?"),
      .init("report Tests/Journals -o reports", "a page for each journal, and reports/index.html"),
      .init("report --viewer -o viewer.html", "a page for people without reduxlog, who drop journals on it"),
    ],
    arguments: [journal],
    options: [
      viewer, against, watch, .output("The page or the folder to write. Required."), .jobs, .timeout, .force,
      .maximumLine,
      .keyFile,
    ],
    rules: [
      OptionRule { !$0.has(viewer) && $0[journal].isEmpty ? "missing argument FILE[@A..B]" : nil },
      .excludes(viewer, [against]),
      OptionRule {
        $0.has(viewer) && !$0[journal].isEmpty ? "'--viewer' takes no journal: it shows any" : nil
      },
      .exclusive(viewer, watch),
    ],
    sections: [
      .exitCodes([
        "0": "The report is written, whatever it says.",
        "2": "The file isn't a journal, or the report can't be written.",
      ])
    ])

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let out = try OutputArgument(arguments, hint: "-o OUT.html", mayBeDevice: true, of: "a page")
    guard let name = arguments[Self.journal].first else { return try writeViewer(to: out, in: context) }
    let options = try arguments.readingOptions(in: context)
    let watches = try arguments.values(of: Self.watch)
    let job = VerifyJob(JobInput(path: "", options: options, threads: try arguments.jobs()), keepsGoing: true)
    let run = VerifyRun(job: job, replays: true, timeout: try arguments.timeout(), context: context)
    if Platform.isFolder(name) {
      if arguments.has(Self.against) { throw UsageError("'--against' compares two journals; \(name) is a folder") }
      let journals = try JournalFinder.journals(at: [name])
      let folder = try ReportFolder(
        at: out.path, force: arguments.has(.force), options: options, watching: watches, in: context)
      try run.verify(journals) { try folder.add($0) }
      try context.note("\(try folder.finish()): \(folder.summary)")
      return .fine
    }
    let journal = try OpenJournal(name, options: options, times: context.times)
    let seqs = try Self.seqs(of: journal)
    let output = try out.file(beside: journal.file.path)
    let other = try arguments.value(of: Self.against).map {
      try OpenJournal($0, options: options, times: context.times)
    }
    let histories = try other.map { try HistoryComparison(journal, $0, ignoring: [], in: context) }
    var verifications: [Verification] = []
    let paths = [journal.file.path] + (other.map { [$0.file.path] } ?? [])
    try run.verify(paths.map { JournalFinder.Found(path: $0) }) { verifications.append($0) }
    let comparison = try histories.map { try ReportComparison($0, verifications[1], context.apps) }
    var report = Report(
      of: journal.file, showing: seqs, watching: watches, verifications[0], context.apps, against: comparison,
      in: context)
    var progress = context.progress("Writing")
    try report.write(onStep: { try progress.update($0) }, { try output.write($0) })
    try progress.finish()
    try output.commit()
    for text in report.watchesWithoutValues {
      try context.warn("'\(text)' selected nothing in any state; check its names", file: journal.file.path)
    }
    try context.note("\(out.path): \(report.summary)")
    return .fine
  }

  private func writeViewer(to out: OutputArgument, in context: CommandContext) throws -> ExitCode {
    let output = try out.file()
    let page = JournalPage(title: "Journal viewer – reduxlog", for: .viewer) { try output.write($0) }
    try page.begin()
    try page.end(content: "<p>This page needs a browser that runs scripts.</p>")
    try output.commit()
    try context.note("\(out.path): drop a journal on it in a browser")
    return .fine
  }

  private static func seqs(of journal: OpenJournal) throws -> ClosedRange<Int> {
    switch journal.selection {
    case .whole: return 0 ... .max
    case .range(let first, let last): return try journal.resolver.range(from: first, to: last)
    case .revision:
      throw UsageError("expected a journal or a range of its states, such as \(journal.file.path)@100..200")
    }
  }
}

package import CommandLineKit
import ReduxJournal
import ReduxReplay
import StateTree

/// `report`: writes a journal as one HTML file.
package struct ReportCommand: Command {
  private static let journal = ArgumentSpecification(
    "FILE[@A..B]", help: "A journal, and the states to show (default: all). See 'help revisions'.")

  package static let specification = CommandSpecification(
    name: "report",
    abstract: "Write a journal as one HTML file that opens in any browser.",
    overview: """
      report verifies a journal, and writes a page that shows every action, state and change, the history of each value,
      and what today's app does differently. The page opens at the problem. It needs no server and sends no request, so
      you can attach it to a mail or keep it as a CI artifact.

      The page shows the recorded states. It has them from patches and snapshots, and from the app's reducers as long
      as these lead to the recorded hashes. After a divergence, it shows which places changed, up to the next snapshot.

      The page holds everything that the journal holds: redacted values stay redacted, everything else is readable.
      """,
    examples: [
      .init("report run.jsonl -o run.html", "then open run.html in a browser"),
      .init("report run.jsonl@100..200 -o part.html", "only these states"),
    ],
    arguments: [journal],
    options: [.output("The page to write. Required."), .jobs, .timeout, .force, .maximumLine, .keyFile],
    sections: [
      HelpSection(
        "EXIT CODES",
        [
          "0": "The report is written, whatever it says.",
          "2": "The file isn't a journal, or the report can't be written.",
        ])
    ])

  package init() {}

  package func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let out = try OutputArgument(arguments, hint: "-o OUT.html", mayBeDevice: true, of: "a page")
    let options = try arguments.readingOptions(in: context)
    let journal = try OpenJournal(arguments.required(Self.journal), options: options, times: context.times)
    let file = journal.file
    let output = try out.file(beside: file.path)
    let isolation = ReducerIsolation(in: context, timeout: try arguments.timeout())
    defer { isolation.finish() }
    let job = ReplayJob(path: file.path, .verify, options: options, threads: try arguments.jobs())
    var progress = context.progress("Verifying")
    let verification = try isolation.verify(job) { try progress.update($0) }
    try progress.finish()
    let seqs = try Self.seqs(of: journal)
    var report = Report(of: file, showing: seqs, verification, context.apps, in: context)
    progress = context.progress("Writing")
    try report.write(onStep: { try progress.update($0) }, { try output.write($0) })
    try progress.finish()
    try output.commit()
    try context.note("\(out.path): \(report.summary)")
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

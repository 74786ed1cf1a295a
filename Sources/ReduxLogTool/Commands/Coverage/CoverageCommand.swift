package import CommandLineKit
import ReduxJournal
import StateTree
import SystemSupport

/// `coverage`: shows what a set of journals exercises, and a smallest set that exercises the same.
package struct CoverageCommand: Command {
  private static let files = ArgumentSpecification(
    "FILE", arity: .any, help: "A journal, or a folder: every journal in it and its subfolders.")
  private static let keep = OptionSpecification(
    "keep", value: "DIR", isPath: true, help: "Copy the journals of the smallest set into DIR.")

  package static let specification = CommandSpecification(
    name: "coverage",
    abstract: "Show what journals exercise, and which of them suffice.",
    traits: [.readsJournal],
    overview: """
      coverage reads journals and lists, for each app, the types of actions that they hold, the types that a reducer
      refused, and the members of the state that actions changed, each with the number of journals that have it. It
      then lists what the app has and no journal exercises, and a smallest set of journals that covers all that the
      given ones cover.

      It needs reducers only to know which types of actions an app has.
      """,
    examples: [
      .init("coverage Tests/Journals", "what do these journals not test?"),
      .init("coverage Inbox --keep Tests/Journals", "keep as few sessions as cover everything that all of them do"),
    ],
    arguments: [files], options: [keep, .force, .batch, .batchJobs, .format([.human, .json]), .maximumLine, .keyFile],
    sections: [
      HelpSection(
        "SPECIAL CASES",
        [
          "Members":
            "Members are listed two levels deep where an object has the same members in all states that the journals hold, "
            + "at most 256. Otherwise, as in a dictionary, its members count as the object.",
          "Smallest set":
            "Of journals that cover the same, coverage chooses the shortest. If more than 20 journals are left after those "
            + "that are needed in any case and those that add nothing, it takes the journal that adds most, again and again, and says so.",
          "--batch":
            "coverage reads jobs and prints a result line for each, as verify does. merge prints the report that "
            + "coverage would print for all journals. Use a merge of your own tool: only that knows which types of actions the "
            + "app has.",
          "Actions with custom coding":
            "coverage learns the cases of an app's actions from their synthesised Codable conformances. It can't list actions "
            + "with a conformance of their own.",
        ]),
      HelpSection(
        "EXIT CODES",
        [
          "0": "All journals were read.",
          "2": "A journal can't be read; the others are listed.",
        ]),
    ])

  package init() {}

  package func isPaged(_ arguments: ParsedArguments) -> Bool { !arguments.has(.batch) }

  package func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let isBatch = arguments.has(.batch)
    if isBatch { try arguments.checkBatch(Self.files, without: [Self.keep, .force, .format([])]) }
    guard arguments.has(Self.keep) || !arguments.has(.force) else { throw UsageError("'--force' needs '--keep DIR'") }
    guard isBatch || !arguments.has(.jobs) else { throw UsageError("'--jobs' needs '--batch'") }
    let options = try arguments.readingOptions(in: context)
    guard !isBatch else {
      try Batch(of: "coverage", in: context).run(threads: arguments.jobs()) { batch in
        batch.work { try CoverageResult(of: $0, options: options, onRecord: $1) }
      }
      return .fine
    }
    var report = CoverageReport()
    var progress = context.progress("Reading")
    let found = try JournalFinder.journals(at: arguments.requiredFiles(Self.files))
    for (index, journal) in found.enumerated() {
      report.add(
        try CoverageResult(of: journal, options: options) { _ in try progress.update(index, of: found.count) })
    }
    try progress.finish()
    try report.print(as: arguments.format(), in: context)
    if let folder = arguments.value(of: Self.keep) {
      let kept = report.coverages(knowing: context.apps).flatMap { coverage in
        coverage.cover.chosen.map { coverage.journals[$0].path }
      }
      var copies = try JournalCopies(in: folder, force: arguments.has(.force))
      for path in kept { try copies.add(path, options: options) }
      try context.note("copied \(kept.count.counted("journal")) to \(folder)")
    }
    return report.exitCode
  }
}

package import CommandLineKit
import ReduxJournal
import SystemSupport

/// `drift`: compares the states to which the reducers of two builds lead.
package struct DriftCommand: Command {
  private static let files = ArgumentSpecification(
    "FILE", arity: .any, help: "A journal, or a folder: every journal in it and its subfolders.")
  private static let against = OptionSpecification(
    "against", value: "NEW", isPath: true, help: "The tool with the other reducers. Required.")

  package static let specification = CommandSpecification(
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
    arguments: [files], options: [against, .batch, .jobs, .timeout, .format([.human, .json]), .maximumLine, .keyFile],
    sections: [
      HelpSection(
        "SPECIAL CASES",
        [
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
      HelpSection(
        "EXIT CODES",
        [
          "0": "The builds lead to the same states.",
          "1": "They differ in some journal.",
          "2": "A journal can't be read.",
          "3": "The reducers of both builds fail, or neither tool contains the app's reducers.",
        ],
        note: "With several journals, the highest code wins."),
    ])

  package init() {}

  package func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    guard let tool = arguments.value(of: Self.against) else {
      throw UsageError("option '--against' is missing: --against NEW names the other tool")
    }
    let options = try arguments.readingOptions(in: context)
    let timeout = try arguments.timeout()
    guard !arguments.has(.batch) else {
      try arguments.checkBatch(Self.files, without: [.format([])])
      let quiet = context.withLinesOfItsOwn
      try Batch(of: "drift", in: context).run(threads: arguments.jobs()) { batch in
        let run = DriftRun(against: tool, options: options, timeout: timeout, in: quiet)
        defer { run.finish() }
        batch.work { try run.compare($0, onStep: $1) }
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
        defer { run.finish() }
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
    try report.print(as: arguments.format(), in: context)
    guard isStopped else { return report.exitCode }
    try context.note("stopped: \(report.results.count) of \(journals.count.counted("journal")) compared")
    return .interrupted
  }
}

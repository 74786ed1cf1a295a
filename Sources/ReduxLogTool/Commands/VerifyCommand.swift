import CommandLineKit
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxViews
import StateCoding

/// `verify`: checks a journal's integrity, and proves its states.
struct VerifyCommand: Command {
  static let files = ArgumentSpecification(
    "FILE", arity: .any,
    help: "A journal, or a folder: every journal in it and its subfolders; - is standard input.")
  static let noReplay = OptionSpecification("no-replay", help: "Check integrity only. Needs no reducers.")
  static let keepGoing = OptionSpecification(
    "keep-going", help: "Continue after a divergence and list every place that differs.")
  static let ignore = OptionSpecification(
    "ignore", value: "PTR", isRepeatable: true,
    help: "Accept differences at a JSON Pointer in this run; * matches any key or index. Repeatable.")

  static let purity = OptionSpecification(
    "purity", help: "Also replay each journal again, and in another process: the states must be the same.")
  static let sample = OptionSpecification(
    "sample", value: "N", help: "With --purity, compare N states of each journal instead of all.")

  static let report = OptionSpecification(
    "report", value: "DIR", isPath: true,
    help: "Also write a page for each journal into DIR, and an index: see 'help report'.")

  static let shard = OptionSpecification(
    "shard", value: "I/N", help: "Verify only part I of N of the journals, balanced by size, such as 3/16.")

  private static let update = OptionSpecification(
    "update", help: "Accept an intended change: write a copy with the states to which today's reducers lead.")
  private static let output = OptionSpecification.output("The copy to write, with --update.")

  static let specification = CommandSpecification(
    name: "verify",
    abstract: "Check a journal's integrity and prove its states.",
    traits: [.readsJournal, .readsFromStart, .needsReducers],
    overview: """
      verify checks each line against the chain of checksums, replays each action with the app's reducers, and
      compares the hash of each state with the recorded one. It prints one line per journal to standard output and
      details to standard error.

      By default, verify stops at a journal's first divergence, because nothing after it is proven. --keep-going
      continues and lists every place that differs, with its actions.

      --format github prints annotations that GitHub Actions shows at the lines. --format junit prints a JUnit XML
      report with one test per journal: a failure if it diverges, an error if it can't be verified.
      """,
    examples: [
      .init("verify run.jsonl", "is it intact, and do today's reducers still produce the same states?"),
      .init("verify Tests/Journals", "every journal in a folder"),
      .init("verify run.jsonl --no-replay", "is it intact?"),
      .init("verify run.jsonl --keep-going", "where do they differ?"),
      .init("verify run.jsonl --ignore '/movies/*/addedToList'", "accept a clock in a reducer"),
      .init("verify run.jsonl --purity", "do the reducers lead to the same states each time?"),
      .init("verify run.jsonl --key-file journal.key", "is it what the app wrote?"),
      .init("verify Tests/Journals --format junit > verify.xml", "a report for a CI system"),
      .init("verify Tests/Journals --report reports", "reports/index.html shows every journal in a browser"),
      .init("verify - < run.jsonl", "a journal from standard input"),
      .init("verify Tests/Journals --shard 3/16", "the third of 16 parts, for a CI matrix"),
      .init(
        "verify --batch < jobs.ndjson > results.ndjson", "many journals, for a fleet of machines: see 'help merge'"),
      .init("verify run.jsonl --update -o new.jsonl", "after a change that you intended"),
    ],
    arguments: [files],
    options: [
      noReplay, keepGoing, ignore, purity, sample, .allowRedacted, .allowSchemaChanges, .allowUnproven, .jobs, shard,
      .batch,
      .timeout, Formats.results.option, report, update, output, .force, .maximumLine,
      .keyFile,
    ],
    rules: .batch(files, excluding: [report, update, output, .force, shard]) + [
      .needs(sample, purity), .excludes(purity, [noReplay, ignore]),
      OptionRule {
        $0.has(noReplay) && ($0.has(keepGoing) || $0.has(ignore))
          ? "'--no-replay' compares no states; leave it out to use '--keep-going' or '--ignore'" : nil
      },
      .needs(.force, report, update, as: "'--report DIR' or '--update'"), .needs(output, update),
      .excludes(update, [noReplay, keepGoing, ignore, purity, sample, report, shard]),
      OptionRule {
        $0.has(update) && $0.format() != .human ? "'--update' prints no other format than 'human'" : nil
      },
    ],
    sections: [
      .exitCodes(
        [
          "0": "Every state is proven.",
          "1":
            "A state differs or isn't the same in each replay, or its shape changed, or a keyed journal was verified "
            + "without its key.",
          "2": "A journal is damaged or forged, or can't be fully replayed.",
          "3": "A reducer crashed or hung, or this tool doesn't contain the app's reducers.",
        ],
        note: "With several journals, the highest code wins."),
      .specialCases([
        "Unfinished journals":
          "A journal that was cut short or never closed gets a warning. Everything before its end counts.",
        "Unproven states":
          "An action recorded by name only, or for reading only, can't be replayed. If it changed the state, "
          + "states are unproven from there to the next snapshot: the result is 'unproven' (exit code 2) and "
          + "lists them. All other states are proven. --allow-unproven turns them into a warning.",
        "Recorded patches":
          "verify also checks that each patch of a self-contained journal leads to the recorded state.",
        "Crashes and hangs":
          "Reducers run in a separate process, so verify can name the action that crashed or hung.",
        "--keep-going":
          "verify continues from the recorded state if a patch or a snapshot holds it; until then from its "
          + "own, comparing what actions change. It reduces each diverging action again: another new value "
          + "means that the reducer reads a clock or random numbers. Where the recorded state is unknown, "
          + "verify reports a changed reducer once per member, and a clock at each action.",
        "--ignore":
          "A difference is accepted if the journal shows that nothing else differs. Patches show "
          + "everything; short hashes show members. If you ignore only part of a member, short hashes can't "
          + "show the rest: the result is 'unproven' (exit code 2). To always accept a difference, declare "
          + "the place volatile in the app.",
        "--purity":
          "The result is 'impure' if the same actions lead to another state when they are replayed again: in the same "
          + "process (a clock, random numbers, a global variable) or in another one (hash values, addresses). verify "
          + "names the first such action and the places, and says where only the order of an array differs, as it "
          + "does for what comes from a set. Volatile places and states that a rewind abandoned aren't compared.",
        "--sample":
          "The states are at equal distances, and the last one is among them. If one differs, verify compares those "
          + "before it to find the action. It doesn't see a difference that later actions remove again.",
        "--batch":
          "A job is a line such as {\"id\": \"17\", \"path\": \"sessions/17.jsonl\"}. When it is done, verify prints a line "
          + "with its id, its exit code, and the members of --format json, and reads the next. A reducer that crashes or "
          + "hangs ends one job. Output of reducers goes to standard error. The exit code is 0 if every job has its "
          + "line; merge makes a report of the lines.",
        "--shard":
          "Each journal is in one part, which depends on the sizes of all and on their paths in the folder, not on "
          + "the machine. With --format ndjson, each part prints result lines, and merge makes one report of all parts.",
        "--update":
          "The copy has the journal's actions, times and marks, and today's hashes, changes, errors and snapshots. "
          + "States that no action set stay as recorded. verify prints the places that changed, with the types of the "
          + "actions, and proves the copy before it appears. It writes none if the journal is damaged or can't be "
          + "fully replayed, or if a second replay leads to other states again.",
        "Redacted values":
          "A state computed from a redacted value can't be rebuilt. It diverges 'perhaps because of "
          + "redaction' if the action holds such a value, or if the difference changes when the reducers run "
          + "with other values in its place. --allow-redacted turns such differences into warnings. verify "
          + "continues behind them and compares what later actions change. Every other difference is a "
          + "divergence.",
        "Older schemas":
          "verify applies the app's schemaChanges first. If they only add members, states are hashed "
          + "without them and proven. States that changed shape are compared with snapshots: the result is "
          + "'schema', and with --allow-schema-changes 'ok' if no snapshot differs. A journal that can't be "
          + "converted to the app's schema is 'schema' with exit code 2.",
        "Keyed journals":
          "Only --key-file proves who wrote a journal, because anyone can recompute checksums. Without it, "
          + "the best result is 'intact' (exit code 1). With it, a line that the key doesn't prove is damage, "
          + "and so is a journal that names another key or none.",
      ]),
    ])

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let options = try arguments.readingOptions(in: context)
    let ignored = try arguments.pointers(of: Self.ignore)
    if let limit = RedactionRules.off.leavingOut(ignored).brokenLimit { throw UsageError("--ignore takes \(limit)") }
    let sample = try arguments.integer(of: Self.sample, in: 1...Int.max)
    guard !arguments.has(Self.purity) || context.isolatesReducers else {
      throw UsageError("'--purity' needs processes for the reducers, which only the command line starts")
    }
    let job = VerifyJob(
      JobInput(path: "", options: options, threads: try arguments.jobs()), accepting: arguments.tolerance,
      keepsGoing: arguments.has(Self.keepGoing), ignoring: ignored)
    if arguments.has(Self.update) { return try update(arguments, job, in: context) }
    let isBatch = arguments.has(.batch)
    let run = VerifyRun(
      job: job, replays: !arguments.has(Self.noReplay), checksPurity: arguments.has(Self.purity), sample: sample,
      timeout: try arguments.timeout(), context: isBatch ? context.withLinesOfItsOwn : context)
    if isBatch { return try verifyBatch(run, in: context) }
    let shard = try arguments.shard(of: Self.shard)
    let head = ResultHead(command: "verify", schema: "reduxlog.verify/1", shard: shard, sessions: options)
    var writer = Formats.results.writer(arguments, head, in: context)
    let journals = try journals(arguments, of: shard, in: context)
    let reports = try arguments.value(of: Self.report).map {
      try ReportFolder(at: $0, force: arguments.has(.force), options: options, in: context)
    }
    var code = ExitCode.fine
    try run.verify(journals) { verification in
      try writer.add(verification.result)
      try reports?.add(verification)
      code = max(code, verification.exitCode)
    }
    if let index = try reports?.finish() { try context.note("\(index) lists the reports") }
    try writer.finish()
    return code
  }

  private func journals(
    _ arguments: ParsedArguments, of shard: Shard?, in context: CommandContext
  ) throws -> [JournalFinder.Found] {
    let paths = try arguments.requiredFiles(Self.files)
    let inputs = paths.count { $0 == "-" }
    guard inputs > 0 else {
      let journals = try JournalFinder.journals(at: paths)
      return shard?.journals(of: journals) ?? journals
    }
    guard inputs == 1 else { throw UsageError("standard input can be read only once") }
    guard arguments.format() != .ndjson else {
      throw UsageError("a journal from standard input has no path for a result line; use '--batch' and give it an id")
    }
    if let other = [Self.shard, Self.report].first(where: { arguments.has($0) }) {
      throw UsageError("'\(other.spelling)' takes files and folders, not standard input")
    }
    return try JournalFinder.journals(at: paths, input: SpooledJournal(in: context))
  }
}

/// `verify --batch`: jobs from standard input.
extension VerifyCommand {
  /// Verifies the journals of jobs, each on one thread.
  func verifyBatch(_ run: VerifyRun, in context: CommandContext) throws -> ExitCode {
    try Batch(of: "verify", indexing: run.job.input.options, in: context).run(threads: run.job.input.threads) { batch in
      let reducers = ReducerPair(timeout: run.timeout, in: run.context)
      batch.work { try run.verify($0.journal, by: reducers, threads: 1, onStep: $1).result }
    }
    return .fine
  }
}

/// `verify --update`: new hashes for an intended change.
extension VerifyCommand {
  func update(_ arguments: ParsedArguments, _ job: VerifyJob, in context: CommandContext) throws -> ExitCode {
    let paths = try arguments.requiredFiles(Self.files)
    guard paths.count == 1, let path = paths.first else {
      throw UsageError("'--update' takes one journal")
    }
    let journal = try JournalFinder.journal(at: path)
    let out = try OutputArgument(arguments, hint: "--update -o OUT")
    let output = try out.file(beside: journal)
    let isolation = ReducerIsolation(in: context, timeout: try arguments.timeout())
    let update = JournalUpdate(path: journal, apps: context.apps, job: job, isolation: isolation)
    var progress = context.progress("Updating")
    let outcome = try update.run(into: output) { try progress.update($0) }
    try progress.finish()
    switch outcome {
    case .refused(let verification):
      try context.explain(verification.messages)
      return verification.exitCode
    case .updated(let report):
      try output.commit()
      try context.warnOfMissingProof(
        in: out.path, ofJournalWith: JournalFile(path: journal, options: job.input.options).header.key,
        given: job.input.options.key
      )
      for line in report.lines { try context.output.line(line) }
      try context.note("\(out.path): \(report.summary)")
      return .fine
    }
  }
}

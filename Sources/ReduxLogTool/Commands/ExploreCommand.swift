import CommandLineKit
import ReducerIsolation
import ReduxExploring
import ReduxInspection
import ReduxJournal
import ReduxNotation
import StateTree
import Synchronization
import SystemSupport

/// `explore`: makes sessions out of recorded ones, and looks for what breaks.
struct ExploreCommand: Command {
  private static let formats = Formats<Void, ExploreReport>.humanAndJSON
  private static let files = ArgumentSpecification(
    "FILE", arity: .any, help: "A journal, or a folder: every journal in it and its subfolders.")
  private static let against = OptionSpecification(
    "against", value: "TOOL", isPath: true,
    help: "Another tool with the same app, such as a build of the main branch, that should lead to the same states.")
  private static let expect = OptionSpecification(
    "expect", value: "EXPR", isRepeatable: true,
    help: "A condition that each state should satisfy, beside the app's checks. See 'help expressions'.")
  private static let runs = OptionSpecification("runs", value: "N", help: "Make N sessions (default: 2000).")
  private static let seconds = OptionSpecification(
    "seconds", value: "N", help: "Begin no more batches of 100 sessions after N seconds.")
  private static let seed = OptionSpecification(
    "seed", value: "N", help: "Make other sessions (default: 1). The same seed makes the same ones.")
  private static let explain = OptionSpecification(
    "explain", help: "Print what the journals show, and make no sessions.")
  private static let without = OptionSpecification(
    "without", value: "PART", isRepeatable: true, allowedValues: ExploreSource.parts,
    help: "Switch off a way to make sessions, what new actions have, or a comparison. See below.")
  private static let edges = OptionSpecification(
    "edges", help: "Also try 0, -1, the largest integers, and empty texts where ids stand.")
  private static let only = OptionSpecification(
    "only", value: "TYPE", isRepeatable: true,
    help: "Use only actions of this type, or whose types begin with it and a dot.")
  private static let except = OptionSpecification(
    "except", value: "TYPE", isRepeatable: true,
    help: "Don't use actions of this type, or whose types begin with it and a dot.")

  static let specification = CommandSpecification(
    name: "explore",
    abstract: "Make sessions that weren't recorded, and find what breaks in them.",
    traits: [.readsJournal, .needsReducers],
    overview: """
      explore learns from journals which actions an app has, what stands in them, and what follows what. It makes new
      sessions: it goes on from recorded ones, changes them, and combines actions anew, with ids that exist, that were
      just made, or that are gone. It plays each through the app's reducers and looks for:

        crash       A reducer crashes or hangs.
        difference  The reducers of --against lead to another state.
        check       A check of the app, or an --expect, is false.
        loss        A state can't be encoded; or, decoded again, it is another one, isn't equal, or leads to another.
        impurity    The same actions lead to another state in another process.
        suspicion   An expression that held in every recorded state is false; see below.

      It makes each finding small, as 'minimize' does, and writes its journal with -o. An action that the app refuses is
      an ordinary answer.

      Without --against and without a check, explore sees crashes, losses, impurity and suspicions only. With --against,
      it replays each session with that tool; without it, one in four batches, to find impurity.
      """,
    examples: [
      .init(
        "explore Journals --against .build/main/tracker-log -o Found",
        "what does this branch change, beyond what was recorded?"),
      .init("explore Journals --expect '$.total >= 0'", "can the total become negative?"),
    ],
    arguments: [files],
    options: [
      against, expect, runs, seed, seconds, only, except, edges, without, explain,
      .output("The folder for the findings' journals. It must be new or empty.", value: "DIR"), .batch, .jobs, .timeout,
      formats.option, .utc, .relative, .maximumLine, .keyFile,
    ],
    rules: [.relativeTimes, .excludes(explain, [.format([]), .output("")])]
      + .batch(files, excluding: [seed, explain]),
    sections: [
      .exitCodes([
        "0": "Nothing was found but suspicions.",
        "1": "Something else was found, a recorded state breaks a condition, or sessions ended early.",
        "2": "A journal can't be read.",
        "3": "This tool doesn't contain the app's reducers.",
      ]),
      .specialCases([
        "The same findings": """
        --seed and --runs determine all sessions, whatever --jobs and the machine, unless a reducer is impure, or slow
        enough for --timeout. With --seconds, the machine decides how many there are: leave it out in CI.
        """,
        "Secrets": """
        The sessions are made of recorded actions, in which secrets are redacted. A reducer that needs the real ones may
        refuse such actions. The journals in DIR aren't redacted again: they hold the app's initial state as it is.
        """,
        "Suspicions": """
        explore finds expressions that held in every recorded state: each 'projectID' names a project, an id occurs once,
        a number isn't negative, or a number counts a collection. If one is false in a made session, it may be a mistake,
        or no rule. Keep rules as checks of the app.
        """,
        "--batch":
          #"explore reads jobs such as {"id": "7", "path": "Journals", "seed": 7}, makes the sessions of each seed, and prints "#
          + "a result line for each. The journals of seed 7 are in DIR/7, which must be new or empty. merge lists each failure once.",
        "Older schemas": "Actions and states of an older schema are read through the app's schema changes.",
        "Volatile places": """
        Places that the app declares volatile aren't compared. In an app with such places, == compares nothing.
        """,
        "--without": """
        go-on, edit, follow, uniform and again are ways to make sessions. Without all of them, each action is drawn at
        random. ids, optionals, neighbours, empty and forward are what new actions have: ids of the state, members of
        other actions, values next to recorded ones, empty texts and arrays, and numbers that grow where they always
        did. Without focus, no session uses only a few types. Without suspicions, explore doesn't look for them. Without
        equality, it compares restored states by their JSON, not also by ==.
        """,
      ]),
    ])

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let context = context.showingTimes(as: arguments)
    // Before any job is read.
    _ = try arguments.readingOptions(in: context)
    _ = try arguments.timeout()
    _ = try (plannedSessions(arguments), plannedSeconds(arguments))
    for text in arguments[Self.expect] { try Expectation.checkSyntax(of: text, Self.expect) }
    guard !arguments.has(.batch) else {
      try runBatch(arguments, in: context.withLinesOfItsOwn)
      return .fine
    }
    let seed = try arguments.integer(of: Self.seed, in: 0...Int.max) ?? 1
    let report = try explore(
      arguments.requiredFiles(Self.files), seed: seed, keepingIn: arguments.value(of: .output("")), arguments,
      in: context
    ) { report, _, _ in
      try Self.formats.write(report, arguments, in: context)
      return report
    }
    if report?.findsErrors == true { return .finding }
    return report?.isStopped == true ? .interrupted : .fine
  }

  /// Does jobs from standard input, each with its seed.
  private func runBatch(_ arguments: ParsedArguments, in context: CommandContext) throws {
    let folder = arguments.value(of: .output(""))
    if let folder, !Platform.isFolder(folder) {
      // Another worker may make it, too.
      do { try Platform.makeFolder(folder) } catch {
        if !Platform.isFolder(folder) { throw CommandFailure("can't make the folder: \(error)", file: folder) }
      }
    }
    let seeds = TakenSeeds()
    try Batch(of: "explore", in: context).run(threads: arguments.jobs()) { batch in
      batch.work { job, _ in
        let seed = job.seed ?? 1
        if folder != nil, !seeds.take(seed) {
          throw CommandFailure(
            "another job has the seed \(seed), too", file: job.path,
            advice: "With -o, each job of a batch needs its own: the findings are in a folder with its number.")
        }
        let kept = folder.map { "\($0)/\(seed)" }
        let result = try explore(
          [job.path], seed: seed, keepingIn: kept, isJob: true, arguments, in: context
        ) { report, findings, warnings in
          findings.result(
            path: job.path, seed: seed, app: report.app, keepsJournals: kept != nil, warnings: warnings
          ).result
        }
        guard let result else { throw Interrupted() }
        return result
      }
    }
  }

  private func plannedSessions(_ arguments: ParsedArguments) throws -> Int {
    try arguments.integer(of: Self.runs, in: 1...10_000_000) ?? 2000
  }

  private func plannedSeconds(_ arguments: ParsedArguments) throws -> Int? {
    try arguments.integer(of: Self.seconds, in: 1...1_000_000)
  }

  /// Explores with a seed, and passes on what was found while its journals exist; `nil` if it only explains.
  ///
  /// A job of a batch takes one thread, shows no progress, keeps its warnings for its result, and throws `Interrupted` when the
  /// user stops it.
  private func explore<Result>(
    _ paths: [String], seed: Int, keepingIn output: String?, isJob: Bool = false, _ arguments: ParsedArguments,
    in context: CommandContext, _ use: (ExploreReport, ExploreFindings, [Verification.Warning]) throws -> Result
  ) throws -> Result? {
    var warnings: [Verification.Warning] = []
    func warn(_ message: String, file: String? = nil) throws {
      if isJob {
        warnings.append(Verification.Warning(segment: paths == [file] ? nil : file, message: message))
      } else {
        try context.warn("\(message)", file: file)
      }
    }
    var hasResult = false
    // A job that fails has no result to keep them.
    defer {
      if !hasResult {
        for warning in warnings { try? context.warn("\(warning.message)", file: warning.segment ?? paths.first) }
      }
    }
    let options = try arguments.readingOptions(in: context)
    let seconds = try plannedSeconds(arguments)
    let journals = try JournalFinder.journals(at: paths)
    for journal in journals { if let failure = journal.failure { throw failure } }
    let files = try journals.map { try JournalFile(path: $0.path, options: options) }
    for journal in files {
      let name = journal.header.app.name
      guard name != files[0].header.app.name else { continue }
      throw CommandFailure(
        "the journal is of the app '\(name)', and others are of '\(files[0].header.app.name)'", file: journal.path,
        advice: "Explore the apps one by one.", exitCode: .usage)
    }
    let app = try context.apps.app(of: files[0])
    var plan = ExploreRun.Plan(
      source: ExploreSource(
        journals: journals.map(\.path), seed: seed, only: arguments[Self.only], except: arguments[Self.except],
        without: arguments[Self.without],
        edges: arguments.has(Self.edges)),
      sessions: try plannedSessions(arguments),
      against: arguments.value(of: Self.against),
      expectations: try Self.expectations(arguments, of: app, in: files[0], context), options: options,
      timeout: try arguments.timeout())
    let found = try output.map { try Self.outputFolder($0) }
    let folder = try context.makeTemporaryFolder("reduxlog-explore-")
    defer { Self.remove(folder) }
    var run = ExploreRun(plan, in: folder, context: context)
    let learned = try run.learn(files[0])
    for (path, message) in learned.unreadable.prefix(Self.mostUnknown) { try warn(message, file: path) }
    for path in learned.unknown.prefix(Self.mostUnknown) {
      try warn("its states can't be rebuilt, so ids weren't learned from it", file: path)
    }
    let more = learned.unknown.count - Self.mostUnknown
    if more > 0 { try warn("the states of \(more.counted("more journal")) can't be rebuilt either") }
    if !plan.source.without.contains(ExploreSource.suspicions) {
      let broken = try run.broken(learned.rules, in: files).conditions.map(\.expectation)
      plan.suspicions = learned.rules.filter { !broken.contains($0) && !plan.expectations.contains($0) }
    }
    guard !arguments.has(Self.explain) else {
      for line in learned.explanation { try context.output.line("\(line)") }
      for rule in plan.suspicions { try context.output.line("always: \(rule.text)") }
      return nil
    }
    let (broken, emptyQueries) = try run.broken(plan.expectations, in: files)
    func firstState() throws -> JSONNode? {
      let states = StateLookup(file: files[0], apps: context.apps)
      return try files[0].firstStateSeq.map { try JSONDocument(states.text(at: $0)).root }
    }
    for query in emptyQueries.sorted() {
      try warn(JSONNode.warning(ofEmpty: query, in: "any recorded state looked at", state: firstState))
    }
    for broken in broken {
      plan.expectations.removeAll { $0 == broken.expectation }
      try warn(
        "\(broken.expectation.text) is false in state \(broken.seq) already, so no made state is judged by it",
        file: broken.path)
    }
    run = ExploreRun(plan, in: folder, context: context)
    let kept = try found ?? context.makeTemporaryFolder("reduxlog-found-")
    defer { if found == nil { Self.remove(kept) } }
    let deadline = seconds.map { ContinuousClock.now + .seconds($0) }
    var findings = ExploreFindings(
      plan, learned, in: kept, until: deadline, brokenBefore: broken.count, context: context)
    let isStopped = try Self.play(
      run, plan, until: deadline, jobs: isJob ? 1 : arguments.jobs(), isJob: isJob, into: &findings, context)
    guard findings.actions > 0 || isStopped else {
      throw CommandFailure(
        "no action could be played", advice: "'\(context.toolName) explore --explain' shows what the journals have.")
    }
    for expectation in findings.brokenAtFirst {
      try warn("\(expectation.text) is false in the app's initial state already, so no made state is judged by it")
    }
    if findings.actions > 0, findings.refused == findings.actions {
      let isChosen = !plan.source.only.isEmpty || !plan.source.except.isEmpty
      try warn(
        "the app refused all actions, so this shows little"
          + (isChosen ? "; --only and --except may leave out those that they need" : ""))
    }
    if findings.ended > 0, let end = findings.firstEnd {
      try warn(
        "\(findings.ended.counted("session")) ended early, outside of a reducer, such as in an 'init(from:)', in '==' or in a check: \(end)"
      )
    }
    let report = ExploreReport(
      findings, app: app.identity.name, plan: plan, folder: found, isStopped: isStopped)
    hasResult = true
    return try use(report, findings, warnings)
  }

  /// The journals that are named whose states can't be rebuilt, or with an action that can't be upgraded.
  private static let mostUnknown = 100
  /// The batches that wait to be looked at.
  private static let mostWaiting = 8

  /// Plays all batches; whether the user stopped it.
  private static func play(
    _ run: ExploreRun, _ plan: ExploreRun.Plan, until deadline: ContinuousClock.Instant?, jobs: Int, isJob: Bool,
    into findings: inout ExploreFindings, _ context: CommandContext
  ) throws -> Bool {
    let work = SharedWork<PlayedBatch?>(count: run.batches)
    var progress = context.progress("Exploring, sessions:")
    do {
      try work.run(threads: min(jobs, run.batches)) { work in
        let processes = run.processes()
        while true {
          // Journals wait on the disk while findings are made small.
          while work.waiting > Self.mostWaiting, !work.isStopped { Platform.sleep(.milliseconds(50)) }
          guard let batch = work.next() else { return }
          if let deadline, .now > deadline {
            work.finish(batch, .success(nil))
            continue
          }
          work.finish(
            batch,
            Result { try run.play(batch, by: processes) { _ in if work.isStopped { throw Interrupted() } } })
        }
      } onWait: {
        try context.interruption.check()
        if !isJob { try progress.update(findings.sessions, of: plan.sessions) }
      } take: {
        if let batch = $0 { try findings.add(batch) }
      }
    } catch let error as Interrupted {
      // Other jobs must see it, too.
      if isJob { throw error }
      context.interruption.acknowledge()
      try progress.finish()
      return true
    }
    try progress.finish()
    return false
  }

  private static func expectations(
    _ arguments: ParsedArguments, of app: AppCatalog.App, in file: JournalFile, _ context: CommandContext
  ) throws -> [Expectation] {
    let texts = app.type.checkNames.map { "check:\($0)" } + arguments[expect]
    return try texts.map { try Expectation(parsing: $0, of: expect, at: nil, in: file, context.apps) }
  }

  private static func outputFolder(_ path: String) throws -> String {
    do {
      if !Platform.isFolder(path) {
        try Platform.makeFolder(path)
      } else if try !Platform.names(inFolder: path).isEmpty {
        throw UsageError("the folder '\(path)' isn't empty; name a new one with -o")
      }
    } catch let error as Platform.SystemError {
      throw CommandFailure("can't make the folder: \(error)", file: path)
    }
    return path
  }

  /// Removes a folder with its files.
  private static func remove(_ folder: String) {
    for name in (try? Platform.names(inFolder: folder)) ?? [] { Platform.removeFile("\(folder)/\(name)") }
    Platform.removeFolder(folder)
  }
}

/// The seeds of a batch's jobs.
private final class TakenSeeds: Sendable {
  private let seeds = Mutex<Set<Int>>([])

  /// Takes a seed; `false` if another job has it.
  func take(_ seed: Int) -> Bool { seeds.withLock { $0.insert(seed).inserted } }
}

/// What was explored and found, for people and as JSON.
struct ExploreReport: PrintedReport {
  private static let shownActions = 12

  private let findings: ExploreFindings
  /// The app's name.
  let app: String
  private let plan: ExploreRun.Plan
  /// The folder for journals; `nil` if they aren't kept.
  private let folder: String?
  /// Whether the user stopped it.
  let isStopped: Bool
  /// Whether anything but suspicions was found.
  var findsErrors: Bool { !findings.errors.isEmpty || findings.ended > 0 || findings.leftOut > 0 }

  init(
    _ findings: ExploreFindings, app: String, plan: ExploreRun.Plan, folder: String?, isStopped: Bool
  ) {

    self.findings = findings
    self.app = app
    self.plan = plan
    self.folder = folder
    self.isStopped = isStopped
  }

  // MARK: For people

  func write(in context: CommandContext) throws {
    let count = findings.errors.count
    let ended = findings.ended
    let head: StyledText =
      count > 0
      ? "\("found \(count)", .error)"
      : ended > 0 ? "\("found nothing, but \(ended) ended early,", .error)" : "\("found nothing", .added)"
    try context.output.line(
      "\(head) in \(findings.sessions.counted("session")) of \(app), \(findings.actions.counted("action")), seed \(plan.source.seed)"
    )
    let counts: [String?] = [
      "\(findings.refused) refused", "\(findings.undecodable) not decodable",
      findings.unconfirmed > 0 ? "\(findings.unconfirmed.counted("failure")) not confirmed" : nil,
      findings.uncompared > 0
        ? "\(findings.uncompared.counted("session")) not compared: the other process ended before" : nil,
      findings.ended > 0 ? "\(findings.ended.counted("session")) not played to the end" : nil,
      findings.ignored > 0 ? "\(findings.ignored.counted("further failure")) not looked at" : nil,
    ]
    try context.output.line("\("  \(counts.compactMap(\.self).joined(separator: ", "))", .dim)")
    for list in [findings.errors, findings.suspicions] {
      for (index, finding) in list.enumerated() {
        try context.output.line()
        try write(finding, number: index + 1, in: context)
      }
    }
    if isStopped { try context.note("stopped: \(findings.sessions) of \(plan.sessions.counted("session")) explored") }
    if !context.isolatesReducers {
      try context.note("without processes of their own, it can't look for crashes and impurity")
    } else if plan.tool == nil, plan.expectations.isEmpty {
      try context.note(
        "it looked for crashes, losses, impurity and suspicions; --against TOOL or --expect EXPR shows more")
    }
  }

  private func write(_ finding: ExploreFinding, number: Int, in context: CommandContext) throws {
    let place = finding.place.map { $0.isEmpty ? "" : " at \($0)" } ?? ""
    let type = finding.type.map { " after \($0)" } ?? ""
    let style: Style = finding.kind == .suspicion ? .warning : .error
    try context.output.line("\("\(number) \(finding.kind.rawValue)", style)\(type)\(place): \(finding.sentence)")
    let file = try JournalFile(path: finding.path, options: plan.madeOptions)
    let lines = EventText(
      times: context.times, lastSeq: finding.actions, columns: context.output.width ?? 120)
    let reader = try file.entries(fromOffset: 0)
    var shown = 0
    while let entry = try reader.next() {
      guard case .action = entry.record else { continue }
      shown += 1
      if shown > Self.shownActions { continue }
      try context.output.line(lines.text(of: try HistoryStep(to: entry, in: file).event))
    }
    if shown > Self.shownActions { try context.output.line("      and \(shown - Self.shownActions) more") }
    let pieces =
      switch finding.payloads {
      case .recorded: "recorded actions in a new order"
      case .recombined: "recorded values combined anew"
      case .new: "with values that weren't recorded"
      }
    let sessions = finding.sessions.counted("session")
    try context.output.line(
      "\("      \(pieces); seen in \(sessions), first in session \(finding.session)\(finding.isMinimal ? "" : "; not made small")", .dim)"
    )
    guard folder != nil else { return }
    let path = ShellWord.quoted(finding.path)
    switch finding.kind {
    case .crash: try context.output.line("      \(context.toolName) verify \(path)")
    case .difference:
      try context.output.line(
        "      \(context.toolName) drift \(path) --against \(ShellWord.quoted(plan.tool ?? "TOOL"))")
    case .check, .loss, .impurity, .suspicion: try context.output.line("      \(context.toolName) log -p \(path)")
    }
  }

  // MARK: JSON

  func json(in context: CommandContext) throws -> JSONValue {
    JSONReport.object(
      schema: "reduxlog.explore/1",
      [
        "app": app, "seed": plan.source.seed, "sessions": findings.sessions, "actions": findings.actions,
        "refused": findings.refused, "undecodable": findings.undecodable, "unconfirmed": findings.unconfirmed,
        "ended": findings.ended, "left-out": findings.leftOut, "uncompared": findings.uncompared,
        "ignored": findings.ignored, "stopped": isStopped,
        "findings": findings.findings.map { finding in
          JSONReport.object([
            "kind": finding.kind.rawValue, "type": finding.type, "place": finding.place, "message": finding.sentence,
            "journal": folder == nil ? nil : finding.path, "actions": finding.actions, "sessions": finding.sessions,
            "session": finding.session, "payloads": finding.payloads.rawValue, "minimal": finding.isMinimal,
          ])
        },
      ])
  }
}

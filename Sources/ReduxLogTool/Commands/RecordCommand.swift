import CommandLineKit
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import StateCoding
import StateTree
import SystemSupport

/// `record`: records actions through an app's reducer.
struct RecordCommand: Command {
  private static let output = OptionSpecification.output("The journal to record to. Required.", value: "FILE")
  private static let app = OptionSpecification(
    "app", value: "NAME",
    help: "Run the reducer of this app (default: json; with --append, the journal's app).")
  private static let actions = OptionSpecification(
    "actions", value: "FILE", isPath: true, help: "Read actions from FILE, one per line (default: -, standard input)."
  )
  private static let initial = OptionSpecification(
    "initial", value: "FILE", isPath: true, help: "Start from the state in FILE, as JSON; - is standard input.")
  static let append = OptionSpecification("append", help: "Continue from the last state of an existing journal.")
  private static let patches = OptionSpecification(
    "self-contained",
    help: "Also record each action's changes to the state.")
  private static let volatile = OptionSpecification(
    "volatile", value: "PTR", isRepeatable: true,
    help: "Leave the value at a JSON Pointer out of state hashes; * matches any key or index. Repeatable.")
  static let force = OptionSpecification("force", help: "Replace an existing journal.")
  private static let command = ArgumentSpecification(
    "COMMAND", arity: .rest(after: "--"),
    help: "After '--': a program that records itself, with its arguments.")

  /// The options for actions that this command reads.
  static let ofReducer =
    [app, actions, initial, patches, volatile] + OptionSpecification.rules + [.maximumLine, .keyFile]

  static let specification = CommandSpecification(
    name: "record",
    abstract: "Record actions through an app's reducer.",
    traits: [.readsJournal, .readsFromStart, .changesJournal, .needsReducers],
    overview: """
      record reads one JSON action per line, writes it to the journal, runs the app's reducer, and adds the hash of
      the new state.

      At a terminal without --actions, record prompts for actions and continues after errors. Ctrl-D ends it.

      With '-- COMMAND', record runs a program whose recorder is made by Recorder.fromEnvironment, tells it the
      journal, and exits with its exit code.
      """,
    examples: [
      .init("record -o doc.jsonl --actions changes.jsonl", "record changes to a JSON document"),
      .init("record -o doc.jsonl --initial doc.json", "type changes to doc.json, one per line"),
      .init("record -o run.jsonl --app tracker --actions year.actions.jsonl", "use another app's reducer"),
      .init("record -o run.jsonl --append --actions more.jsonl", "continue where the journal ends"),
      .init("record -o run.jsonl -- swift run MyApp", "record a program"),
    ],
    arguments: [command],
    options: [output, app, actions, initial, append, patches, volatile, force] + OptionSpecification.rules + [
      .maximumLine, .keyFile,
    ],
    rules: [
      OptionRule { arguments in
        guard !arguments[command].isEmpty, let option = ofReducer.first(where: arguments.has) else { return nil }
        return "option '\(option.spelling)' can't be combined with '-- COMMAND': the program's recorder decides"
      },
      .exclusive(append, force), .exclusive(append, initial),
      OptionRule {
        $0.value(of: initial) == "-" && [nil, "-"].contains($0.value(of: actions))
          ? "actions and initial state can't both come from standard input" : nil
      },
    ],
    sections: [
      .specialCases([
        "The app 'json'":
          "Its state is any JSON document. Its actions are {\"patch\": [...]} with RFC 6902 operations, "
          + "{\"merge\": ...} with an RFC 7396 merge patch, and {\"replace\": ...} with another document.",
        "Errors":
          "A line that isn't an action ends the recording with exit code 2, and so does an action that the "
          + "reducer refuses. The journal stays valid and keeps a refused action with its error. If the first "
          + "line isn't an action, record creates no journal.",
        "Secrets":
          "By default, record redacts members with common secret names, such as password, token and pin, and texts in the form of keys. "
          + "--redact, --redact-name and --allow add rules. --no-default-rules without other rules records "
          + "everything. With --append and none of these options, the rules of the last session stay in force.",
        "Volatile values":
          "Values that a replay can't reproduce, such as the current time, are volatile. The app declares "
          + "their places; --volatile adds more. They are recorded but left out of state hashes.",
        "--initial":
          "The header's context notes that the first state was given, so 'verify' doesn't compare it with the "
          + "app's own.",
        "--self-contained":
          "Each action records its changes to the state, so states can be read without reducers. A journal "
          + "that begins self-contained stays so. 'bake' makes a self-contained copy of any journal.",
        "-- COMMAND":
          "The program gets the journal's path in REDUXLOG_JOURNAL. Its app, rules and key are its own, so only --append "
          + "and --force may be added. If a signal ends the program, the exit code is 128 and the signal's number. "
          + "If the program succeeds but records nothing, it is 2.",
        "Keyed journals":
          "With --key-file, each line proves that its writer holds the key. Create one with: openssl rand "
          + "-hex 16 > journal.key. A keyed journal continues only with its key, an unkeyed one only without "
          + "a key.",
      ])
    ])

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let path = try OutputArgument(arguments, hint: "-o FILE", mayBeDevice: true).path
    if !arguments[Self.command].isEmpty { return try run(arguments[Self.command], to: path, arguments, in: context) }
    let (source, name) = try context.source(arguments.value(of: Self.actions) ?? "-")
    let lines = ActionLines(name: name, source: source, limit: try arguments.maximumLineBytes())
    let drive: Drive
    if arguments.has(Self.append) {
      drive = try continuing(path, arguments, lines: lines, in: context)
    } else {
      drive = try creating(path, arguments, lines: lines, in: context)
    }
    let isPrompting = !arguments.has(Self.actions) && context.input.isTerminal
    try drive.run(isPrompting: isPrompting, in: context)
    return .fine
  }

  private func creating(
    _ path: String, _ arguments: ParsedArguments, lines: ActionLines, in context: CommandContext
  ) throws -> Drive {
    let app = try context.apps.app(named: arguments.value(of: Self.app) ?? JSONApp.name)
    let journal = try RecordingJournal(
      creating: path, app: app.identity, states: arguments.has(Self.patches) ? .patches : .snapshots,
      rules: arguments.rules(for: app.identity.name),
      volatile: app.type.volatile + arguments.pointers(of: Self.volatile),
      identity: app.type.identity, recordsInputs: app.type.usesInputs, options: arguments.readingOptions(in: context),
      startsFromGivenState: arguments.has(Self.initial),
      replacing: arguments.has(Self.force))
    let initial = try initialState(arguments, in: context)
    do {
      return Drive(
        session: try app.type.session(initial: initial?.node), journal: journal, lines: lines, recordsState: true)
    } catch {
      throw CommandFailure(
        "not a state of the app '\(app.identity.name)': \(error.explanation)", file: initial?.name,
        advice: "Use the form that 'reduxlog show' prints.")
    }
  }

  private func initialState(
    _ arguments: ParsedArguments, in context: CommandContext
  ) throws -> (node: JSONNode, name: String)? {
    guard let path = arguments.value(of: Self.initial) else { return nil }
    let (source, name) = try context.source(path)
    let limit = try arguments.maximumLineBytes()
    let bytes: [UInt8]
    do { bytes = try source.readAll(limit: limit) } catch InputError.tooLong {
      throw CommandFailure(
        "the state has more than \(limit) bytes", file: name, advice: "Raise the limit with --max-line BYTES.")
    }
    do {
      return (try JSONDocument(bytes).root, name)
    } catch {
      let line = 1 + bytes.prefix(error.offset).count { $0 == 0x0a }
      throw CommandFailure("not JSON: \(error)", file: name, line: line)
    }
  }

  private func continuing(
    _ path: String, _ arguments: ParsedArguments, lines: ActionLines, in context: CommandContext
  ) throws -> Drive {
    guard Platform.exists(path) else {
      throw CommandFailure("no such journal to append to", file: path, advice: "Leave out --append to create it.")
    }
    let options = try arguments.readingOptions(in: context)
    let app = try context.apps.app(of: JournalFile(path: path, options: options))
    if let name = arguments.value(of: Self.app), name != app.identity.name {
      throw UsageError("the journal was recorded from the app '\(app.identity.name)', not from '\(name)'")
    }
    let writer = try JournalWriter.open(
      path: path, check: .full, maximumLineBytes: options.maximumLineBytes, key: options.key)
    switch writer.repair {
    // The recorder reports it.
    case .damagedLineKept: break
    case let repair: try context.warn(of: repair, in: path)
    }
    // The end of the file is final only now.
    let file = try JournalFile(path: path, options: options)
    var initial: JSONNode?
    if try file.lastStateSeq != nil {
      initial = try JSONDocument(app.replayer(of: file).text(at: RevisionResolver(file).lastSeq(), by: nil)).root
    }
    let session = try app.type.session(initial: initial)
    // A journal goes on under the rules that it has, unless others are given.
    // A segment repeats the header of its session, in case the one with the original is missing.
    var last = ((try? file.lastHeader())?.header ?? file.header).rules
    let volatile = arguments.has(Self.volatile) ? try arguments.pointers(of: Self.volatile) : last.volatile
    last.volatile = []
    let keepsRules = !OptionSpecification.rules.contains(where: arguments.has)
    let journal = try RecordingJournal(
      continuing: path, app: app.identity,
      states: arguments.has(Self.patches) || file.isSelfContained ? .patches : .snapshots,
      rules: keepsRules ? last : arguments.rules(for: app.identity.name),
      volatile: app.type.volatile + volatile.filter { !app.type.volatile.contains($0) },
      identity: app.type.identity, recordsInputs: app.type.usesInputs,
      writer: writer, options: options)
    return Drive(session: session, journal: journal, lines: lines, recordsState: false)
  }
}

/// `record -- COMMAND`: a program that records itself.
extension RecordCommand {
  /// Runs the program, and returns its exit code.
  func run(
    _ words: [String], to path: String, _ arguments: ParsedArguments, in context: CommandContext
  ) throws -> ExitCode {
    guard !Platform.isSpecial(path) else { throw UsageError("'\(path)' isn't a file that a program can record to") }
    let before = try makeRoom(at: path, arguments)
    // The program may change its folder.
    let folder = path.hasPrefix("/") ? "" : Platform.resolved(".").map { $0 + "/" } ?? ""
    let variable = "\(Recorder.environmentVariable)=\(folder)\(path)"
    let process: Int32
    do { process = try Platform.start("env", ["env", variable] + words) } catch {
      throw CommandFailure("can't run '\(words[0])': \(error)")
    }
    let code = ExitCode(rawValue: Platform.waitInForeground(for: process).shellStatus)
    let after = (try? Platform.status(of: path).byteCount) ?? 0
    guard after > before else {
      let failure = CommandFailure(
        "the program recorded nothing", file: path,
        advice: "Make its recorder with Recorder.fromEnvironment(app:), and pass it the first state or an action.")
      if code == .fine { throw failure }
      try context.report(failure.report(tool: context.toolName))
      return code
    }
    try summarize(path, in: context)
    return code
  }

  /// The size of the journal before the program runs.
  private func makeRoom(at path: String, _ arguments: ParsedArguments) throws -> Int {
    guard let status = try? Platform.status(of: path) else { return 0 }
    try RecordingJournal.checkIsNoFolder(path)
    if arguments.has(Self.append) { return status.byteCount }
    guard arguments.has(Self.force) else {
      throw CommandFailure(
        "the file already exists", file: path, advice: "Continue it with --append, or replace it with --force.")
    }
    guard !Platform.isBeingWritten(path) else {
      throw CommandFailure(
        "another process is recording to this file", file: path, advice: "Stop it, or record to another file.")
    }
    do { try Platform.remove(path) } catch { throw CommandFailure("can't replace it: \(error)", file: path) }
    return 0
  }

  private func summarize(_ path: String, in context: CommandContext) throws {
    let verification = try Verifier(apps: context.apps, replays: false).verify(path) { _ in }
    try context.explain(verification.messages)
    guard case .ok = verification.outcome else { return }
    let report = verification.report
    let sessions = report.sessions == 1 ? "" : " in \(report.sessions) sessions"
    try context.note(
      "\(path): \(report.actions == 1 ? "1 action" : "\(report.actions) actions")\(sessions), "
        + "last state \(report.lastSeq.map(String.init) ?? "none")")
  }
}

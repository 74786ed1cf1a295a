import CommandLineKit
import JSONQuery
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateTree
import SystemSupport

/// `log`: lists the events of a recorded session.
struct LogCommand: Command {
  private static let formats: Formats<LogHead, LogEntry> = [
    .human: { HumanLogWriter($0, in: $1) }, .json: { JSONLogWriter($0, in: $1, isOneDocument: true) },
    .ndjson: { JSONLogWriter($0, in: $1, isOneDocument: false) },
  ]
  static let journal = ArgumentSpecification(
    "FILE[@A..B]", help: "A journal, its states after A up to B, or one state. See 'help revisions'.")
  static let type = OptionSpecification(
    "type", value: "TEXT", isRepeatable: true,
    help: "Show only actions whose type contains TEXT. Repeatable: any may match.")
  static let touches = OptionSpecification(
    "touches", value: "PTR", isRepeatable: true,
    help: "Show only actions that changed the value at a JSON Pointer or inside it. Repeatable: any may match.")
  static let grep = OptionSpecification(
    "grep", value: "TEXT", isRepeatable: true,
    help: "Show only actions whose type, JSON or a text in it contains TEXT. Repeatable: all must match.")
  static let condition = OptionSpecification(
    "where", value: "EXPR",
    help: "Show only records for which an expression holds; $ is the record. See 'help expressions'.")
  static let since = OptionSpecification(
    "since", value: "WHEN", help: "Start at a state or time: REV, 2026-01-01T10:00 or +3.5s.")
  static let until = OptionSpecification("until", value: "WHEN", help: "Stop at a state or time.")
  static let number = OptionSpecification("number", short: "n", value: "N", help: "Show only the last N lines.")
  static let patch = OptionSpecification(
    "patch", short: "p",
    help: "Show each action's changes to the state. Needs the app's reducers or a self-contained journal.")
  static let tree = OptionSpecification(
    "tree", help: "Show each action below the action that caused it, if the journal names causes.")
  static let json = OptionSpecification("json", help: "Show actions as JSON instead of Swift notation.")
  static let follow = OptionSpecification("follow", help: "Continue as the journal grows, until interrupted.")

  static let specification = CommandSpecification(
    name: "log",
    abstract: "List the actions of a journal.",
    traits: [.readsJournal, .readsFromStart],
    overview: """
      log prints one line per action, rewind, mark and gap, oldest first: the seq of the new state, the local time, the
      time since the session's start, the action in Swift notation, and the paths in the state that changed. Terminals
      narrower than 60 columns don't show the local time.

      A refused action shows its error. An action during which the process died says so.
      """,
    examples: [
      .init("log session.jsonl -n 20", "the last 20 lines"),
      .init("log session.jsonl@start..120 --type tasks -p", "what each tasks action changed after the mark 'start'"),
      .init(
        "log session.jsonl --touches /cart --since +10m", "what changed the cart, from ten minutes after the start"),
      .init("log session.jsonl --where '$.us > 1000 || $.error'", "slow reducers, and refused actions"),
      .init("log session.jsonl@start.. --tree", "what caused what after the mark 'start'"),
      .init("log session.jsonl --follow --format ndjson", "one JSON document per line while the app runs"),
    ],
    arguments: [journal],
    options: [
      type, touches, grep, condition, since, until, number, tree, patch, json, follow,
      formats.option, .utc, .relative, .maximumLine, .keyFile,
    ],
    rules: [
      OptionRule {
        $0.has(follow) && $0.format() == .json
          ? "'--follow' can't complete a JSON document; use '--format ndjson'" : nil
      },
      OptionRule { arguments in
        let format = arguments.format()
        return arguments.has(json) && format != .human
          ? "option '--json' changes only '--format human'; '--format \(format.rawValue)' is JSON already" : nil
      },
      .exclusive(tree, follow), .exclusive(tree, patch), .relativeTimes,
    ],
    sections: [
      .specialCases([
        "--touches":
          "A journal records changed paths two levels deep, and up to 16 elements of a collection there if the recorder "
          + "knew them. Where that doesn't decide, log compares the values before and after the action. If it can't "
          + "rebuild these states, it lists the action and marks it (perhaps).",
        "--grep":
          "TEXT is compared with the action's JSON as it is written, and with each text in it as it reads: "
          + "say \"hi\" finds \"say \\\"hi\\\"\".",
        "--where":
          "The record is the journal's line: 'show FILE@REV --meta' has most of its members, $.action has the "
          + "action, and the page on the journal format has all.",
        "--tree":
          "Actions stand in the order of their causes, so the seqs show which came first. An action whose cause "
          + "isn't listed, or is unknown, stands at the left. JSON formats keep the order of the journal and have "
          + "the member 'cause'.",
        "Unhashed states":
          "If the recorder didn't look at the state after an action, its line says (not looked at). The next line with "
          + "changes says (since N): it lists all changes since state N. Use -p to find the action that made them.",
        "Unreplayable actions":
          "With -p, log can't show changes from an action that can't be replayed up to the next snapshot. It lists "
          + "these lines with the changed paths only, and prints a warning.",
      ])
    ])

  private let pollInterval: Duration

  /// Creates the command.
  package init(pollInterval: Duration = .milliseconds(100)) { self.pollInterval = pollInterval }

  func isPaged(_ arguments: ParsedArguments) -> Bool { !arguments.has(Self.follow) }

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let context = context.showingTimes(as: arguments)
    let number = try arguments.integer(of: Self.number)
    let options = try arguments.readingOptions(in: context)
    let journal = try OpenJournal(arguments.required(Self.journal), options: options, times: context.times)
    var filter = try LogFilter(arguments, of: journal, times: context.times)
    filter.isReshaped = (try? context.apps.app(of: journal.file))?.upgrades(journal.file) ?? false
    let apps = arguments.has(Self.patch) ? context.apps : nil
    let head = LogHead(file: journal.file, showsJSON: arguments.has(Self.json))
    let writer = Self.formats.writer(arguments, head, in: context)
    let canCompare = !filter.places.isEmpty && (try? context.apps.states(of: journal.file)) != nil
    let isolation = canCompare ? ReducerIsolation(in: context, timeout: nil) : nil
    var run = LogRun(
      file: journal.file, filter: filter, limit: number, writer: writer, isForPeople: arguments.format() == .human,
      apps: apps,
      isTree: arguments.has(Self.tree), interruption: context.interruption, isolation: isolation)
    try run.list(untilItEnds: !arguments.has(Self.follow))
    if run.isEmpty, arguments.format() == .human, !arguments.has(Self.follow) {
      let types = filter.types.isEmpty ? "" : "; '\(context.toolName) stats' lists the types"
      try context.note("\(journal.file.path): note: no line matches\(types)")
    }
    if run.endsBeforeBadLine { try context.warn(ofBadLineIn: journal.file) }
    if run.hasFlatTree {
      try context.note("\(journal.file.path): note: no action here names another one here as its cause")
    }
    if run.uncertain > 0 {
      let lines = run.uncertain == 1 ? "1 line is" : "\(run.uncertain) lines are"
      let reason =
        canCompare
        ? run.failure?.message
          ?? "a state before or after them can't be rebuilt, or the journal names the secrets there only by a pattern with *."
        : "the journal names only a place above the one you asked for, or not what the action changed. To see exactly "
          + "what changed it, list a copy made by 'reduxlog bake'."
      try context.note("\(lines) marked (perhaps): \(reason)")
    }
    for query in run.queriesWithoutResults {
      let so = arguments.has(Self.follow) ? " so far" : ""
      try context.warn(
        "'\(query.text)' selected nothing in \(query.places("record"))\(so); check its names", file: journal.file.path)
    }
    for (obstacle, actions) in run.hidden {
      let changes = actions == 1 ? "the changes of 1 action are" : "the changes of \(actions) actions are"
      try context.warn("\(changes) unknown: \(obstacle.message)", file: obstacle.path, line: obstacle.line)
    }
    guard arguments.has(Self.follow) else { return .fine }
    while true {
      try context.output.flush()
      try context.interruption.check()
      Platform.sleep(pollInterval)
      try run.listAppended()
    }
  }
}

extension LogFilter {
  /// Creates the filter that the options request.
  fileprivate init(_ arguments: ParsedArguments, of journal: OpenJournal, times: TimeFormat) throws {
    types = arguments[LogCommand.type].map { TextFinder($0, foldsCase: false) }
    texts = arguments[LogCommand.grep].map { TextFinder($0, foldsCase: false) }
    condition = try arguments.expression(of: LogCommand.condition).map(RecordCondition.init)
    places = try arguments[LogCommand.touches].map { text in
      do { return try JSONPointer(text) } catch {
        throw UsageError("option '--touches': expected a JSON Pointer, found '\(text)': \(error)")
      }
    }
    switch journal.selection {
    case .whole: break
    case .revision(let revision):
      let seq = try LogFilter.seq(of: revision, in: journal)
      limit(from: seq, to: seq)
    case .range(let first, let last):
      if let first, let last { _ = try journal.resolver.range(from: first, to: last) }
      let lower = try first.map { try LogFilter.seq(of: $0, in: journal) }
      let upper = try last.map { try LogFilter.seq(of: $0, in: journal) }
      limit(from: lower.map { $0 + 1 }, to: upper)
    }
    if let since = arguments.value(of: LogCommand.since) {
      switch try LogFilter.bound(since, journal, times) {
      case .seq(let seq): limit(from: seq)
      case .time(let time): limit(since: time)
      }
    }
    if let until = arguments.value(of: LogCommand.until) {
      switch try LogFilter.bound(until, journal, times) {
      case .seq(let seq): limit(to: seq)
      case .time(let time): limit(until: time)
      }
    }
  }

  private enum Bound {
    case seq(Int)
    case time(Int)
  }

  /// Parses the value of `--since` or `--until`: a time, or a revision in the journal.
  private static func bound(_ text: String, _ journal: OpenJournal, _ times: TimeFormat) throws -> Bound {
    if let time = times.parse(text) { return .time(Int(time.microseconds)) }
    let revision = try Revision(parsing: text.hasPrefix("+") ? "{\(text)}" : text, times: times)
    guard revision.stepsBack == 0, revision.pointer == nil else { return .seq(try seq(of: revision, in: journal)) }
    switch revision.anchor {
    case .time(let time): return .time(Int(time.microseconds))
    case .elapsed(let span):
      let session = try journal.file.lastHeader().header
      let (time, overflow) = session.started.microseconds.addingReportingOverflow(Int(span))
      return .time(overflow ? Int.max : time)
    default: return .seq(try seq(of: revision, in: journal))
    }
  }

  private static func seq(of revision: Revision, in journal: OpenJournal) throws -> Int {
    guard revision.pointer == nil else {
      throw UsageError("a pointer doesn't name an action; list the actions that changed a value with '--touches PTR'")
    }
    return try journal.resolver.seq(of: revision)
  }
}

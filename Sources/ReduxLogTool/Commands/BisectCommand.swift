import CommandLineKit
import JSONQuery
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateTree

/// `bisect`: finds the step that made a condition false.
struct BisectCommand: Command {
  private static let formats = Formats<Void, BisectReport>.humanAndJSON
  private static let journal = ArgumentSpecification(
    "FILE[@REV]", help: "A journal, and the bad state (default: the last). See 'help revisions'.")
  static let expect = OptionSpecification(
    "expect", value: "EXPR",
    help: "The condition that good states satisfy, or check:NAME for a check of the app. See 'help expressions'.")
  private static let good = OptionSpecification(
    "good", value: "REV", help: "A good state (default: the first in the history of the bad one).")
  private static let bad = OptionSpecification(
    "bad", value: "REV", help: "A bad state (default: the last). FILE@REV is short for FILE --bad REV.")
  private static let scan = OptionSpecification(
    "scan", help: "Look at every state, and list each in which the answer changes.")

  static let specification = CommandSpecification(
    name: "bisect",
    abstract: "Find the step that made a condition false.",
    traits: [.readsJournal, .needsReducers],
    overview: """
      bisect searches the history of a bad state for the step after which a condition no longer holds. It first halves
      the states that the journal holds, then replays the actions between the two nearest ones. States that a rewind
      abandoned aren't in the history. A new session, or a state that was set without an action, can be the step, too.

      If the condition holds in some states, ceases to hold and holds again, bisect finds one of these changes, and
      --scan finds all.

      With FILE@REV:PTR, the value there is the document. Without --expect, bisect finds where it disappeared.

      After Control-C, bisect prints the last good and the first bad state so far, and the command to go on with.
      """,
    examples: [
      .init(
        "bisect session.jsonl --expect '$.cart.total == sum($.cart.lines[*].price)'",
        "which action broke the total?"),
      .init("bisect session.jsonl --expect 'check:total adds up'", "the same with a check in the app's code"),
      .init("bisect session.jsonl@:/logout --expect '$.user' --good start", "between two states"),
      .init("bisect session.jsonl@-1:/tasks/entities/a7", "which action removed this task?"),
      .init("bisect session.jsonl run jq -e '.items | length < 100'", "with any command"),
    ],
    arguments: [journal, Expectation.command],
    options: [expect, good, bad, scan, .timeout, formats.option, .utc, .relative, .maximumLine, .keyFile],
    rules: [.relativeTimes],
    sections: [
      .exitCodes([
        "0": "The condition holds in the bad state.",
        "1": "The step is found, or the reducers lead to other states than the recorded ones.",
        "2": "One of several steps is it, because the states between them are unknown; or the good state is bad.",
        "3": "A reducer crashed or hung, or this tool doesn't contain the app's reducers.",
      ]),
      Expectation.commandSection(of: "bisect"),
    ])

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let context = context.showingTimes(as: arguments)
    let options = try arguments.readingOptions(in: context)
    let journal = try OpenJournal(arguments.required(Self.journal), options: options, times: context.times)
    let file = journal.file
    let end = try journal.end(besides: arguments.value(of: Self.bad), Self.bad, context.times)
    guard let expectation = try Expectation(arguments, Self.expect, of: journal, at: end.pointer, in: context) else {
      throw UsageError("expected a condition: --expect EXPR, or run COMMAND")
    }
    let bad = try journal.resolver.entry(settingKnown: journal.resolver.seq(of: end)).seq
    let good = try arguments.value(of: Self.good).map { text in
      let revision = try Revision(parsing: text, times: context.times)
      return try journal.resolver.entry(settingKnown: journal.resolver.seq(of: revision)).seq
    }
    if let good { _ = try journal.resolver.range(from: good, to: bad) }
    let inquiry = BisectInquiry(expectation: expectation, good: good, bad: bad, scans: arguments.has(Self.scan))
    let isolation = ReducerIsolation(in: context, timeout: try arguments.timeout())
    let answer = try isolation.answer(inquiry, about: file, showing: "Searching", of: bad)
    let report = BisectReport(answer, expectation, in: file, context)
    try Self.formats.write(report, arguments, in: context)
    try context.warn(of: answer, to: expectation, in: file)
    return answer.exitCode
  }
}

extension BisectInquiry.Answer {
  fileprivate var exitCode: ExitCode {
    switch outcome {
    case .holds: .fine
    case .found: .finding
    case .badFromStart, .candidates: .trouble
    case .scanned: changes.contains { !$0.holds } ? .finding : .fine
    case .stopped: .interrupted
    }
  }
}

extension OpenJournal {
  /// The end of a search: the revision of the argument or of an option, which can't both be given.
  fileprivate func end(
    besides text: String?, _ option: OptionSpecification, _ times: TimeFormat
  ) throws -> Revision {
    guard let text else { return try revision() }
    guard case .whole = selection else {
      throw UsageError("FILE@REV and '\(option.spelling)' both name the bad state")
    }
    return try Revision(parsing: text, times: times)
  }
}

/// The result of a search, for people and as JSON.
struct BisectReport: PrintedReport {
  /// More changes than these don't help to understand one step.
  private static let shownChanges = 20

  private let answer: BisectInquiry.Answer
  private let expectation: Expectation
  private let file: JournalFile
  private let context: CommandContext

  init(_ answer: BisectInquiry.Answer, _ expectation: Expectation, in file: JournalFile, _ context: CommandContext) {
    self.answer = answer
    self.expectation = expectation
    self.file = file
    self.context = context
  }

  private func step(_ seq: Int) throws -> HistoryStep? {
    try file.entry(settingSeq: seq).map { try HistoryStep(to: $0, in: file) }
  }

  /// Returns the changes of the step in the places that the condition reads.
  private func changes() throws -> (patch: JSONPatch, replaced: [JSONValue?]) {
    guard let before = answer.before, let after = answer.after else { return (JSONPatch([]), []) }
    return JSONPatch.changes(
      from: try JSONDocument(Array(before.utf8)).root, to: try JSONDocument(Array(after.utf8)).root)
  }

  // MARK: For people

  /// Writes the report.
  func write(in context: CommandContext) throws {
    let states = answer.states == 1 ? "1 state" : "\(answer.states) states"
    switch answer.outcome {
    case .holds:
      try context.output.line("\("good", .added) \(file.path): state \(answer.bad) \(expectation.predicate(true))")
    case .badFromStart:
      try context.output.line(
        "\("bad", .removed) \(file.path): state \(answer.good), the first of the search, \(expectation.predicate(false))"
      )
      if answer.good > 0, answer.good == (try file.firstStateSeq) {
        try context.output.line("  Earlier states aren't in this journal, which begins with this one.")
      } else {
        try context.output.line("  Name a state that \(expectation.predicate(true)) with --good.")
      }
    case .found: try writeStep()
    case .candidates:
      try context.output.line(
        "\("found", .removed) \(file.path): one of the steps from state \(answer.good) to state \(answer.bad)")
      try writeLines(of: answer.unknown + [answer.bad])
      if answer.unknownCount > answer.unknown.count {
        try context.output.line("  and \(answer.unknownCount - answer.unknown.count) more")
      }
    case .stopped where answer.changes.isEmpty:
      let known =
        answer.tested > 1
        ? "state \(answer.good) \(expectation.predicate(true)), and state \(answer.bad) \(expectation.predicate(false))"
        : "nothing is known yet"
      try context.output.line("\("stopped", .warning) \(file.path): \(known)")
    case .scanned, .stopped:
      for change in answer.changes {
        let unknown = change.since.map { ", or from one after \($0): the states between can't be had" } ?? ""
        try context.output.line(
          "\(change.holds ? "holds from" : "false from", change.holds ? .added : .removed) state \(change.seq) on\(unknown)"
        )
        try writeLines(of: [change.seq])
      }
    }
    try context.output.line("\("tested \(answer.tested) of \(states)", .dim)")
    if answer.outcome == .found { try writeCommands() }
    if answer.outcome == .stopped, answer.changes.isEmpty, answer.tested > 1 {
      try context.output.line("go on with:\n  \(context.toolName) \(continuation)")
    }
  }

  /// The command that goes on with a search that the user stopped, without the tool's name.
  private var continuation: String {
    let pointer = expectation.pointer.isEmpty ? "" : ":\(expectation.pointer)"
    let journal = ShellWord.quoted("\(file.path)@\(answer.bad)\(pointer)")
    return "bisect \(journal) --good \(answer.good)\(expectation.arguments)"
  }

  private func writeStep() throws {
    guard let step = try step(answer.bad) else { return }
    let place = file.location(ofLine: step.event.line, at: step.event.offset)
    let line = place.line.map { ":\($0)" } ?? ""
    try context.output.line("\("found", .removed) \(place.path)\(line): \(expectation.failure) after \(step.name)")
    try writeLines(of: [answer.bad])
    var list = ChangeList(try changes())
    list.mask(file.redactedPlaces(aroundStepTo: answer.bad), secrets: step.event.action?.changedSecrets ?? [])
    for text in list.lines(indent: "      ", columns: context.output.width).prefix(Self.shownChanges) {
      try context.output.line(text)
    }
    if list.changes.count > Self.shownChanges {
      try context.output.line("      and \(list.changes.count - Self.shownChanges) more changes")
    }
  }

  private func writeLines(of seqs: [Int]) throws {
    let lines = EventText(times: context.times, lastSeq: answer.bad, columns: context.output.width ?? 120)
    for seq in seqs {
      if let step = try step(seq) { try context.output.line(lines.text(of: step.event)) }
    }
  }

  private func writeCommands() throws {
    let path = ShellWord.quoted(file.path)
    try context.output.line("go on with:")
    if try step(answer.bad)?.kind == .action {
      try context.output.line("  \(context.toolName) show \(path)@\(answer.bad) --action")
    }
    try context.output.line("  \(context.toolName) diff \(path)@\(answer.good) \(path)@\(answer.bad)")
  }

  // MARK: JSON

  func json(in context: CommandContext) throws -> JSONValue {
    let isStopped = answer.outcome == .stopped
    let isScan = answer.outcome == .scanned || isStopped && (answer.tested < 2 || !answer.changes.isEmpty)
    let step = answer.outcome == .found ? try step(answer.bad)?.json : nil
    return JSONReport.object(
      schema: "reduxlog.bisect/1",
      [
        "journal": file.path, "expect": expectation.text, "result": answer.outcome.rawValue,
        "good": answer.outcome == .holds || isScan ? nil : answer.good, "bad": isScan ? nil : answer.bad,
        "step": step, "unknown": answer.unknown.isEmpty ? nil : answer.unknown,
        "patch": answer.outcome == .found ? try changes().patch : nil,
        "changes": isScan
          ? answer.changes.map { JSONReport.object(["seq": $0.seq, "holds": $0.holds, "since": $0.since]) }
          : nil,
        "tested": answer.tested, "states": answer.states,
      ])
  }
}

extension CommandContext {
  /// Warns of empty queries of a search, and of states and values that decided but aren't proven or the app's own.
  func warn(of answer: BisectInquiry.Answer, to expectation: Expectation, in file: JournalFile) throws {
    // To read the last state may take as long as the search.
    guard answer.outcome != .stopped else { return }
    let lookup = StateLookup(file: file, apps: apps)
    try warn(ofEmpty: answer.queriesWithoutResults, ofStates: "tested", of: file) {
      let state = try lookup.node(at: answer.bad, nil)
      return try state[JSONPointer(expectation.pointer)] ?? state
    }
    try note(answer.caveats, of: file)
  }
}

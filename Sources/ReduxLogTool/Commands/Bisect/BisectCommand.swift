package import CommandLineKit
import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateTree

/// `bisect`: finds the step that made a condition false.
package struct BisectCommand: Command {
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

  package static let specification = CommandSpecification(
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
    options: [expect, good, bad, scan, .timeout, .format([.human, .json]), .maximumLine, .keyFile],
    sections: [
      HelpSection(
        "EXIT CODES",
        [
          "0": "The condition holds in the bad state.",
          "1": "The step is found, or the reducers lead to other states than the recorded ones.",
          "2": "One of several steps is it, because the states between them are unknown; or the good state is bad.",
          "3": "A reducer crashed or hung, or this tool doesn't contain the app's reducers.",
        ]),
      Expectation.commandSection(of: "bisect"),
    ])

  package init() {}

  package func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
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
    defer { isolation.finish() }
    let found = try isolation.answer(.bisect(inquiry), about: file, showing: "Searching", of: bad)
    guard case .bisect(let answer) = found else { throw ReducerIsolation.unexpectedReply }
    let report = BisectReport(answer, expectation, in: file, context)
    if arguments.format() == .json { try context.output.json(report.json) } else { try report.write() }
    try report.warn()
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

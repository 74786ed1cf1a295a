package import CommandLineKit
import ReduxJournal
import ReduxNotation
import StateTree

/// `summary`: summarizes a journal for a ticket.
package struct SummaryCommand: Command {
  private static let journal = ArgumentSpecification("FILE", help: "A journal.")
  private static let number = OptionSpecification(
    "number", short: "n", value: "N", help: "Show the last N lines of the log (default: 10, at most 1000).")

  package static let specification = CommandSpecification(
    name: "summary",
    abstract: "Summarize a journal for a ticket.",
    traits: [.readsJournal, .readsFromStart],
    overview: """
      summary reports how the last session ended, the action in flight if it died in one, the app and its details, the
      last lines of the log, refused actions, what is missing and why, rewinds, the slowest reducers, marks, and what
      to look at next. It reads and checks every line and needs no reducers. For a damaged journal, it reports
      everything before the damage and exits with 2.

      --format markdown is for tickets: recorded text is shortened and stands in code, where nothing links, mentions
      or renders. Times are in UTC, and the path is only the file's name. Recorded values are shown as they are:
      review the text before you publish it.
      """,
    examples: [
      .init("summary session.jsonl", "what happened, on the terminal"),
      .init("summary session.jsonl --format markdown", "the same to paste into a ticket"),
      .init("summary session.jsonl -n 50", "with the last 50 lines of the log"),
    ],
    arguments: [journal], options: [number, .format([.human, .markdown, .json]), .maximumLine, .keyFile])

  /// Creates the command.
  package init() {}

  package func isPaged(_ arguments: ParsedArguments) -> Bool { true }

  package func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let lineCount = try arguments.integer(of: Self.number, in: 0...1000) ?? 10
    let journal = try OpenJournal(
      arguments.required(Self.journal), options: arguments.readingOptions(in: context), times: context.times)
    guard journal.selection == .whole else { throw UsageError("expected a whole journal, found a revision") }
    var progress = context.progress("Reading")
    let summary = try JournalSummary(of: journal.file, lineCount: lineCount) { bytes in
      try progress.update(bytes, of: journal.file.byteCount)
    }
    try progress.finish()
    switch arguments.format() {
    case .json: try context.output.json(summary.json())
    case .markdown: try context.output.write(StyledText(trusted: summary.page(.markdown).markdown))
    default:
      let form = SummaryForm(times: context.times, zone: "", columns: (context.output.width ?? 120) - 2, name: \.self)
      try context.output.write(summary.page(form).text)
    }
    // The summary covers the readable part; damage after it is an error, as in every other command.
    if let damage = summary.damage { throw damage }
    return .fine
  }
}

package import CommandLineKit
import ReduxJournal
import ReduxNotation
import StateTree

/// `stats`: prints a journal's statistics.
package struct StatsCommand: Command {
  private static let journal = ArgumentSpecification("FILE", help: "A journal.")

  package static let specification = CommandSpecification(
    name: "stats",
    abstract: "Print a journal's statistics.",
    traits: [.readsJournal, .readsFromStart],
    overview: """
      stats lists sessions, actions by type, snapshots, marks, gaps, the slowest reducers and how the journal ends. It
      reads and checks every line and needs no reducers. If this tool contains the app, stats also reports
      compatibility problems between journal and app: fine, risky or impossible, and why.
      """,
    examples: [
      .init("stats session.jsonl", "the numbers, for reading"),
      .init("stats session.jsonl --format json", "the same as one JSON document"),
    ],
    arguments: [journal], options: [.format([.human, .json]), .maximumLine, .keyFile])

  /// Creates the command.
  package init() {}

  package func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let journal = try OpenJournal(
      arguments.required(Self.journal), options: arguments.readingOptions(in: context), times: context.times)
    guard journal.selection == .whole else { throw UsageError("expected a whole journal, found a revision") }
    let file = journal.file
    var progress = context.progress("Reading")
    var stats = JournalStats(of: file)
    try stats.read(file) { _, bytes in try progress.update(bytes, of: file.byteCount) }
    try progress.finish()
    stats.fit = try (try? context.apps.app(of: file))?.compatibility(file)
    if arguments.format() == .json {
      try context.output.json(stats.json(path: file.path))
    } else {
      try context.output.write(stats.text(times: context.times))
    }
    return .fine
  }
}

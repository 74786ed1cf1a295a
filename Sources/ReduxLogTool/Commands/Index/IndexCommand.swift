package import CommandLineKit
import ReduxJournal
import ReduxReplay

/// `index`: writes a copy of a journal with more snapshots.
package struct IndexCommand: Command {
  private static let file = ArgumentSpecification("FILE", help: "The journal.")
  private static let every = OptionSpecification(
    "every", value: "BYTES",
    help: "Write a snapshot every BYTES, such as 256K or 1M (default: the size of a snapshot).")

  package static let specification = CommandSpecification(
    name: "index",
    abstract: "Write a copy with more snapshots, for faster lookups.",
    traits: [.readsJournal, .readsFromStart, .needsReducers],
    overview: """
      reduxlog rebuilds a state from the last snapshot before it. So a journal with few snapshots is slow to look
      into, and only one thread can verify it. index writes a copy with more: actions, times, hashes, marks, gaps and
      the journal's id stay the same; checksums are new because lines move.

      index proves every state first, as 'verify' does. If it can't, it writes no copy and exits with the code of
      'verify'. Without --key-file, nothing proves the copy of a keyed journal.
      """,
    examples: [
      .init("index run.jsonl -o quick.jsonl", "then show quick.jsonl@120000"),
      .init("index run.jsonl -o quick.jsonl --every 256K", "faster, and larger"),
    ],
    arguments: [file],
    options: [.output("The copy to write. Required."), every, .allowRedacted, .force, .maximumLine, .keyFile])

  package init() {}

  package func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let every = try arguments.byteCount(of: Self.every)
    let copy = try ProvenCopy(of: Self.file, arguments, in: context, activity: "Indexing")
    return try copy.write { onStep, write in
      let (report, added) = try copy.app.index(
        copy.file, every: every, acceptingRedacted: copy.acceptsRedacted, copy.search, onStep: onStep, write: write)
      return (report, "\(added) snapshots added to the \(report.snapshots) of \(copy.file.path)")
    }
  }
}

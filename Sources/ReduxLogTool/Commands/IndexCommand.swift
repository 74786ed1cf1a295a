package import CommandLineKit
import ReduxJournal
import ReduxReplay

/// `index`: writes a copy of a journal with more snapshots.
package struct IndexCommand: Command {
  private static let file = ArgumentSpecification("FILE", help: "The journal.")
  private static let every = OptionSpecification(
    "every", value: "BYTES",
    help: "How much stands between two snapshots: a number, or one with K, M or G; as much as a snapshot by default.")

  package static let specification = CommandSpecification(
    name: "index",
    abstract: "Write a copy with more snapshots, in which states are found quickly.",
    overview: """
      A state is rebuilt from the last snapshot before it, so a journal with few of them is slow to look into, and is
      verified by one thread. The copy has more; all else in it is as it was: actions, times, hashes, marks, gaps, the
      journal's id. The lines stand elsewhere, so they have new sums.

      Every state is proven before it is written down, as 'verify' does it. If one can't be, there is no copy, and the
      exit codes are those of 'verify'.

      Without --key-file, nothing proves the copy of a journal that is recorded with a key.
      """,
    examples: [
      .init("index run.jsonl -o quick.jsonl", "then show quick.jsonl@120000"),
      .init("index run.jsonl -o quick.jsonl --every 256K", "quicker, and larger"),
    ],
    arguments: [file],
    options: [.output("The copy to write."), every, .allowRedacted, .force, .maximumLine, .keyFile])

  package init() {}

  package func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let every = try arguments.byteCount(of: Self.every)
    let copy = try ProvenCopy(of: Self.file, arguments, in: context, activity: "Indexing")
    return try copy.write { onStep, write in
      let (report, added) = try copy.app.index(
        copy.file, every: every, acceptingRedacted: copy.acceptsRedacted, onStep: onStep, write: write)
      return (report, "\(added) snapshots added to the \(report.snapshots) of \(copy.file.path)")
    }
  }
}

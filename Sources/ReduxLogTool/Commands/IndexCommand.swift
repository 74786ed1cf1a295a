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
    let out = try OutputArgument(arguments, mayBeDevice: true)
    let every = try arguments.byteCount(of: Self.every)
    let path = try JournalFinder.journal(at: arguments.required(Self.file))
    let file = try JournalFile(path: path, options: arguments.readingOptions(in: context))
    let output = try out.file(beside: path)
    let app = try context.apps.app(of: file)
    let acceptsRedacted = arguments.has(.allowRedacted)
    var progress = context.progress("Indexing")
    let (report, added) = try app.index(file, every: every, acceptingRedacted: acceptsRedacted) {
      try progress.update($0)
    } write: {
      try output.write($0)
    }
    try progress.finish()
    if let divergence = report.divergence ?? (acceptsRedacted ? nil : report.redacted.first) {
      try context.report(divergence.report(file: path))
      return .finding
    }
    for stretch in report.unproven {
      try context.warn(
        "\("\(stretch.reason), so not all states up to \(stretch.seqs.upperBound) were proven")", file: path)
    }
    try output.commit()
    try context.warnOfMissingProof(in: out.path, ofJournalWith: file.header.key, given: file.key)
    for divergence in report.redacted {
      try context.warn("\(divergence.warning)", file: divergence.path, line: divergence.line)
    }
    try context.note("\(out.path): \(added) snapshots added to the \(report.snapshots) of \(path)")
    return .fine
  }
}

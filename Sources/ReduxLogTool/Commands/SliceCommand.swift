import ReduxJournal
import StateTree

/// `slice`: writes a part of a journal as a journal of its own.
package struct SliceCommand: Command {
  private static let range = ArgumentSpecification(
    "FILE@A..B", help: "A journal, and the states to begin and to end with. See 'help points'.")
  private static let output = OptionSpecification(
    "output", short: "o", value: "OUT", isPath: true, help: "The journal to write.")

  package static let specification = CommandSpecification(
    name: "slice",
    abstract: "Write a part of a journal as a journal of its own.",
    overview: """
      The new journal starts with state A, written out, and has all that led from there to state B: actions, times,
      hashes, marks, gaps, later sessions. It is closed in good order. The seqs are those of the journal, so a slice
      from 1000 to 1020 has the states 1000 to 1020, and says that it starts in the middle.

      What refers to states before A is replaced: where the journal goes back to one, the slice has that state written
      out, with a gap that says so; marks of them, and causes among them, are left out.

      The app's reducers are needed unless the journal holds state A itself.

      Without --key-file, nothing proves the slice of a journal that is recorded with a key.
      """,
    examples: [
      .init("slice session.jsonl@1000..1020 -o bug.jsonl", "twenty actions for a bug report"),
      .init("slice session.jsonl@before-checkout.. -o bug.jsonl", "all since a mark"),
    ],
    arguments: [range],
    options: [output, OptionSpecification("force", help: "Overwrite an existing OUT."), .maximumLine, .keyFile])

  package init() {}

  package func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    guard let copy = arguments.value(of: Self.output) else { throw UsageError("option '--output' is missing: -o OUT") }
    let options = try arguments.readingOptions(in: context)
    let journal = try OpenJournal(arguments.required(Self.range), options: options, times: context.times)
    let path = journal.file.path
    guard case .range(let start, let end) = journal.selection else {
      throw UsageError("expected two states, as '\(path)@A..B'")
    }
    guard [start, end].allSatisfy({ $0?.pointer == nil }) else {
      throw UsageError("a slice holds whole states, not a value in one")
    }
    guard !Platform.isSameFile(path, copy) else {
      throw CommandFailure(
        "'\(copy)' is the journal itself", file: path, advice: "Name another file.", exitCode: .usage)
    }
    let seqs = try journal.resolver.range(from: start, to: end)
    let states = StateLookup(file: journal.file, apps: context.apps)
    try Self.checkKnown(seqs.lowerBound, in: journal.file)
    let output = try OutputFile(path: copy, force: arguments.has(.force))
    var slice = JournalSlice(of: journal.file, seqs: seqs)
    var progress = context.progress("Copying")
    let report = try slice.run(
      onStep: { try progress.update($0) },
      state: { seq in
        let text = try states.text(at: seq)
        return (text, try states.hash(at: seq) ?? JSONDocument(text).root.stateHash)
      },
      write: { try output.write($0) })
    try progress.finish()
    try output.commit()
    try context.warnOfMissingProof(in: copy, ofJournalWith: journal.file.header.key, given: options.key)
    if report.rewinds > 0 { try context.note("\(Self.left(report.rewinds, "rewind")) became a snapshot") }
    if report.marks > 0 { try context.note("\(Self.left(report.marks, "mark")) is left out") }
    try context.note(
      """
      \(copy): states \(seqs.lowerBound) to \(seqs.upperBound) of \(path), \
      \(report.actions == 1 ? "1 action" : "\(report.actions) actions")
      """)
    return .fine
  }

  /// Refuses to begin with a state that nobody knows.
  private static func checkKnown(_ seq: Int, in file: JournalFile) throws {
    guard case .action(let action)? = try file.entry(settingSeq: seq)?.record, action.interrupted else { return }
    throw CommandFailure(
      "action \(seq) (\(action.type)) was in flight when the process died, so it led to no state", file: file.path,
      advice: "Begin with another state, as \(max(file.header.seq, seq - 1)).")
  }

  private static func left(_ count: Int, _ what: String) -> String {
    count == 1 ? "a \(what) of a state before the slice" : "each of \(count) \(what)s of states before the slice"
  }
}

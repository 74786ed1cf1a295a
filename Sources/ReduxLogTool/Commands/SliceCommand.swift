import CommandLineKit
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxNotation
import StateTree

/// `slice`: writes part of a journal as a new journal.
struct SliceCommand: Command {
  private static let range = ArgumentSpecification(
    "FILE@A..B", help: "A journal, and its first and last state in the slice. See 'help revisions'.")

  static let specification = CommandSpecification(
    name: "slice",
    abstract: "Write part of a journal as a new journal.",
    traits: [.readsJournal, .needsReducers],
    overview: """
      The new journal starts with state A and holds everything up to state B: actions, times, hashes, marks, gaps and
      later sessions. It is closed. Seqs stay the same: a slice from 1000 to 1020 has the states 1000 to 1020 and says
      that it starts in the middle.

      A rewind to a state before A becomes a snapshot of that state, with a gap that says so. Marks of states before
      A, and causes among them, are left out.

      slice needs the app's reducers unless the journal holds state A itself. Without --key-file, nothing proves the
      slice of a keyed journal.
      """,
    examples: [
      .init("slice session.jsonl@1000..1020 -o bug.jsonl", "twenty actions for a bug report"),
      .init("slice session.jsonl@before-checkout.. -o bug.jsonl", "everything since a mark"),
    ],
    arguments: [range],
    options: [.output("The journal to write. Required."), .force, .maximumLine, .keyFile])

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let out = try OutputArgument(arguments, mayBeDevice: true)
    let options = try arguments.readingOptions(in: context)
    let journal = try OpenJournal(arguments.required(Self.range), options: options, times: context.times)
    let path = journal.file.path
    guard case .range(let start, let end) = journal.selection else {
      throw UsageError("expected two states, such as '\(path)@A..B'")
    }
    guard [start, end].allSatisfy({ $0?.pointer == nil }) else {
      throw UsageError("a slice holds whole states, not a value in one")
    }
    let seqs = try journal.resolver.range(from: start, to: end)
    let states = StateLookup(file: journal.file, apps: context.apps, asRecorded: true)
    _ = try journal.resolver.entry(settingKnown: seqs.lowerBound)
    let output = try out.file(beside: path)
    var place: (any AppStates)?
    var slice = JournalSlice(of: journal.file, seqs: seqs)
    var progress = context.progress("Copying")
    let report = try slice.run(
      onStep: { try progress.update($0) },
      state: { seq in
        let text = try states.text(at: seq, from: &place)
        return (text, try states.hash(at: seq) ?? states.hash(of: text, at: seq))
      },
      write: { try output.write($0) })
    try progress.finish()
    try output.commit()
    try context.warnOfMissingProof(in: out.path, ofJournalWith: journal.file.header.key, given: options.key)
    try context.note(inFlightAfter: seqs.upperBound, of: journal.file)
    if report.endsBeforeBadLine { try context.warn(ofBadLineIn: journal.file) }
    if report.rewinds > 0 { try context.note("\(Self.left(report.rewinds, "rewind")) became a snapshot") }
    if report.marks > 0 { try context.note("\(Self.left(report.marks, "mark")) is left out") }
    try context.note(
      """
      \(out.path): states \(seqs.lowerBound) to \(seqs.upperBound) of \(path), \
      \(report.actions == 1 ? "1 action" : "\(report.actions) actions")
      """)
    return .fine
  }

  private static func left(_ count: Int, _ what: String) -> String {
    count == 1 ? "a \(what) of a state before the slice" : "each of \(count) \(what)s of states before the slice"
  }
}

extension CommandContext {
  /// Warns that a bad line follows the wanted states.
  func warn(ofBadLineIn file: JournalFile) throws {
    try warn("the line after these states is damaged; marks of the last one may be missing", file: file.path)
  }

  /// Notes that a copy lacks the action that was in flight when the journal ended, if that followed a state.
  func note(inFlightAfter seq: Int, of file: JournalFile) throws {
    // A damaged end has none.
    guard let action = try? file.inFlight, action.seq == seq + 1 else { return }
    try note(
      "\(file.path): note: action \(action.seq) (\(action.type)), which \(action.ending), led to no state and is left out"
    )
  }
}

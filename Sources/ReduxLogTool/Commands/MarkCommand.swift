import CommandLineKit
import ReduxInspection
import ReduxJournal
import ReduxNotation

/// `mark`: gives a state of a journal a name.
struct MarkCommand: Command {
  private static let journal = ArgumentSpecification(
    "FILE[@REV]", help: "A journal and a state in it (default: the last). See 'help revisions'.")
  private static let name = ArgumentSpecification(
    "NAME", completion: .nothing, help: "The name. FILE@NAME finds the state again.")
  private static let text = OptionSpecification(
    "text", value: "TEXT", help: "A note about the state, which log, inspect, show, stats, summary and report show.")

  static let specification = CommandSpecification(
    name: "mark",
    abstract: "Name a state.",
    traits: [.readsJournal, .changesJournal],
    overview: """
      mark checks the whole journal and appends the name. If the name exists, it moves to the new state. mark
      completes a torn last line, as recording would, and closes the journal again if it was closed. A keyed journal
      needs --key-file.

      'redact' leaves out the texts of marks unless --keep-text is given.
      """,
    examples: [
      .init("mark session.jsonl@120 before-checkout", "then show session.jsonl@before-checkout"),
      .init("mark session.jsonl bug --text \"the total is wrong from here\"", "the last state"),
    ],
    arguments: [journal, name], options: [text, .maximumLine, .keyFile])

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let name = try arguments.required(Self.name)
    guard Revision.isMarkName(name) else {
      throw UsageError(
        "'\(name)' can't be a mark's name: names don't begin with a digit or dash, "
          + "and contain no space and none of @ / : ~ .. { } +")
    }
    guard arguments.value(of: Self.text) != "" else { throw UsageError("'--text' is empty; leave it out") }
    let options = try arguments.readingOptions(in: context)
    let journal = try OpenJournal(arguments.required(Self.journal), options: options, times: context.times)
    let revision = try journal.revision()
    guard revision.pointer == nil else { throw UsageError("a mark names a whole state, not a value in it") }
    let seq = try journal.resolver.seq(of: revision)
    _ = try journal.resolver.entry(settingKnown: seq)
    let earlier = try journal.file.seq(ofMark: name)
    let repair = try Self.append(
      name, text: arguments.value(of: Self.text), to: seq, of: journal.file.path,
      options: options)
    try context.warn(of: repair, in: journal.file.path)
    switch earlier {
    case nil: try context.note("marked state \(seq) as '\(name)'")
    case seq: try context.note("state \(seq) was marked as '\(name)' already; marked it again")
    case let earlier?: try context.note("moved the mark '\(name)' from state \(earlier) to state \(seq)")
    }
    return .fine
  }

  private static func append(
    _ name: String, text: String?, to seq: Int, of path: String, options: JournalReader.Options
  ) throws -> TailRepair {
    // Buffered, so that the mark and the seal reach the file together.
    let writer = try JournalWriter.open(
      path: path, check: .full, durability: .buffered(bytes: 1 << 20),
      maximumLineBytes: options.maximumLineBytes, key: options.key)
    try writer.mark(to: seq, name: name, text: text)
    if writer.resumed?.wasClosed == true { try writer.seal() }
    try writer.close()
    return writer.repair
  }
}

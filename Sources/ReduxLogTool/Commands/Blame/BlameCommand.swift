package import CommandLineKit
import ReduxJournal
import ReduxReplay
import StateTree

/// `blame`: shows which steps set values.
package struct BlameCommand: Command {
  private static let journal = ArgumentSpecification(
    "FILE[@REV][:PTR]",
    help: "A journal, a state in it (default: the last), and a value (default: the whole state). See 'help revisions'.")
  private static let depth = OptionSpecification(
    "depth", value: "N", help: "Look at the values N levels below the one named (default: 1).")
  private static let history = OptionSpecification(
    "history", help: "List all steps that set the value, the newest first, with the old and the new value.")
  private static let number = OptionSpecification(
    "number", short: "n", value: "N", help: "With --history: list the N newest steps (default: 100).")

  package static let specification = CommandSpecification(
    name: "blame",
    abstract: "Show which action last set each value.",
    traits: [.readsJournal, .needsReducers],
    overview: """
      blame follows the history of a state back and prints, for each value, the step that last set it: the seq, the
      time, the type of the action, and the value. States that a rewind abandoned aren't in the history. A session that
      began with another state, or a state that was set without an action, can be the step, too.

      A value that is an object or an array was set by the last step that changed anything in it. If the state has no
      value at PTR, blame names the step that removed it. After Control-C, it prints the steps that it has found.
      """,
    examples: [
      .init("blame session.jsonl", "which action last changed each part of the state?"),
      .init("blame session.jsonl@120:/tasks/entities/a7", "who set each property of this task in state 120?"),
      .init("blame session.jsonl:/cart/total --history", "every value that the total ever had"),
      .init("blame session.jsonl:/user", "which action removed the user?"),
    ],
    arguments: [journal],
    options: [depth, history, number, .timeout, .format([.human, .json]), .maximumLine, .keyFile],
    sections: [
      HelpSection(
        "SPECIAL CASES",
        [
          "Arrays":
            "If all elements are objects with distinct 'id' members, elements follow their 'id', so that moving one sets "
            + "nothing in it. Other arrays are compared by a shortest edit script, as 'diff' does.",
          "--history":
            "Of an element, the list ends with the step that added it. A member of an object that was removed and added "
            + "again has both in its list.",
          "Unknown states":
            "If a state can't be rebuilt, because an action was interrupted or can't be replayed, blame compares the "
            + "known states around it and says that an earlier step may have set the value.",
        ]),
      HelpSection(
        "EXIT CODES",
        [
          "0": "The steps are found.",
          "1": "The reducers lead to another state than the recorded one.",
          "2": "No state in the history has the value, or the journal can't be read.",
          "3": "A reducer crashed or hung, or this tool doesn't contain the app's reducers.",
        ]),
    ])

  package init() {}

  package func isPaged(_ arguments: ParsedArguments) -> Bool { true }

  package func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let isHistory = arguments.has(Self.history)
    guard isHistory || !arguments.has(Self.number) else { throw UsageError("'--number' needs '--history'") }
    try arguments.allowAtMostOne(of: Self.depth, Self.history)
    let depth = try arguments.integer(of: Self.depth, in: 0...512) ?? 1
    let limit = try arguments.integer(of: Self.number, in: 1...Int.max) ?? 100
    let journal = try OpenJournal(
      arguments.required(Self.journal), options: arguments.readingOptions(in: context), times: context.times)
    let file = journal.file
    let revision = try journal.revision()
    let pointer = revision.pointer ?? .root
    let seq = try journal.resolver.entry(settingKnown: journal.resolver.seq(of: revision)).seq
    let inquiry = BlameInquiry(
      seq: seq, place: pointer.description, depth: isHistory ? 0 : depth, historyLimit: isHistory ? limit : nil)
    let isolation = ReducerIsolation(in: context, timeout: try arguments.timeout())
    defer { isolation.finish() }
    let found = try isolation.answer(.blame(inquiry), about: file, showing: "Searching", of: seq)
    guard case .blame(let answer) = found else { throw ReducerIsolation.unexpectedReply }
    guard !answer.settings.isEmpty || answer.stoppedAt != nil else {
      let hint = try? StateLookup(file: file, apps: context.apps).node(at: seq, nil).hint(for: pointer)
      throw CommandFailure(
        "no state in the history of state \(seq) has a value at \(pointer)\(hint ?? "")", file: file.path,
        advice: "'reduxlog show \(file.path)@\(seq)' shows the whole state.")
    }
    let report = try BlameReport(answer, of: inquiry, in: file, context)
    if arguments.format() == .json { try context.output.json(report.json) } else { try report.write() }
    try context.note(file.volatileCaveats([pointer], at: seq), of: file)
    if answer.hasOlder {
      try context.note("\(file.path): note: older steps set the value, too; list more with -n N")
    }
    guard let reached = answer.stoppedAt else { return .fine }
    try context.note("\(file.path): note: stopped at state \(reached); what isn't listed was set before it")
    return .interrupted
  }
}

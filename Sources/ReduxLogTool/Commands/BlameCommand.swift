import CommandLineKit
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateTree

/// `blame`: shows which steps set values.
struct BlameCommand: Command {
  private static let formats = Formats<Void, BlameReport>.humanAndJSON
  private static let journal = ArgumentSpecification(
    "FILE[@REV][:PTR]",
    help: "A journal, a state in it (default: the last), and a value (default: the whole state). See 'help revisions'.")
  private static let depth = OptionSpecification(
    "depth", value: "N", help: "Look at the values N levels below the one named (default: 1).")
  private static let history = OptionSpecification(
    "history", help: "List all steps that set the value, the newest first, with the old and the new value.")
  private static let number = OptionSpecification(
    "number", short: "n", value: "N", help: "With --history: list the N newest steps (default: 100).")

  static let specification = CommandSpecification(
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
    options: [depth, history, number, .timeout, formats.option, .utc, .relative, .maximumLine, .keyFile],
    rules: [.needs(number, history), .exclusive(depth, history), .relativeTimes],
    sections: [
      .specialCases([
        "Arrays":
          "If all elements are objects with distinct 'id' members, elements follow their 'id', so that moving one sets "
          + "nothing in it. Other arrays are compared by a shortest edit script, as 'diff' does. An array of numbers or "
          + "texts that keeps its length, or changes its order, is compared place by place.",
        "Dictionaries and sets":
          "If the journal writes one as an array, blame compares it by its keys or elements, and PTR may name an entry by "
          + "the JSON of its key, like '/squares/{\"x\":1}'. Digits are a position. In a self-contained journal, every "
          + "array is only an array.",
        "Redacted values":
          "An action that changed a secret behind the same stand-in counts as a step that set it. For one in a set, a table or "
          + "an array of pairs, the journal names only the container. Of an action that changed more than 64 secrets in one "
          + "container, blame takes all in it for changed.",
        "--history":
          "Of an element, the list ends with the step that added it. A member of an object that was removed and added "
          + "again has both in its list.",
        "Unknown states":
          "If a state can't be rebuilt, because an action was interrupted or can't be replayed, blame compares the "
          + "known states around it and says that an earlier step may have set the value.",
      ]),
      .exitCodes([
        "0": "The steps are found.",
        "1": "The reducers lead to another state than the recorded one.",
        "2": "No state in the history has the value, or the journal can't be read.",
        "3": "A reducer crashed or hung, or this tool doesn't contain the app's reducers.",
      ]),
    ])

  func isPaged(_ arguments: ParsedArguments) -> Bool { true }

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let context = context.showingTimes(as: arguments)
    let isHistory = arguments.has(Self.history)
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
    let answer = try isolation.answer(inquiry, about: file, showing: "Searching", of: seq)
    guard !answer.settings.isEmpty || answer.stoppedAt != nil else {
      let hint = try? StateLookup(file: file, apps: context.apps).node(at: seq, nil).hint(for: pointer)
      let first = try file.firstStateSeq ?? 0
      let part = first == 0 ? "" : ", from state \(first) on,"
      throw CommandFailure(
        "no known state in the history of state \(seq)\(part) has a value at \(pointer)\(hint ?? "")", file: file.path,
        advice: "'reduxlog show \(file.path)@\(seq)' shows the whole state.")
    }
    try Self.formats.write(BlameReport(answer, of: inquiry, in: file), arguments, in: context)
    try context.note(file.volatileCaveats([pointer], at: seq), of: file)
    if answer.hasOlder {
      try context.note("\(file.path): note: older steps set the value, too; list more with -n N")
    }
    guard let reached = answer.stoppedAt else { return .fine }
    try context.note(
      "\(file.path): note: stopped at state \(reached); what isn't listed was set there or earlier, or never")
    return .interrupted
  }
}

/// The steps that set values, for people and as JSON.
struct BlameReport: PrintedReport {
  private static let longestLabel = 32
  /// Terminals with fewer columns don't show the time, as in a log.
  private static let narrow = 60

  private let inquiry: BlameInquiry
  private let file: JournalFile
  private let hasOlder: Bool
  private let isStopped: Bool
  private let rows: [BlameRow]

  init(_ answer: BlameInquiry.Answer, of inquiry: BlameInquiry, in file: JournalFile) throws {
    self.inquiry = inquiry
    self.file = file
    hasOlder = answer.hasOlder
    isStopped = answer.stoppedAt != nil
    rows = try BlameRow.rows(of: answer, isHistory: inquiry.historyLimit != nil, in: file)
  }

  // MARK: For people

  /// Writes a line for each step.
  func write(in context: CommandContext) throws {
    let seqWidth = max(4, rows.map { String($0.setting.seq).count }.max() ?? 0)
    let labelWidth = min(Self.longestLabel, rows.map { $0.label.terminalWidth }.max() ?? 0)
    // The time of day says enough in a journal of one session, on its day.
    let days = Set(
      ([file.header.started.microseconds] + rows.map(\.step.event.time)).map {
        context.times.displayDate(Timestamp(microseconds: Int64($0)))
      })
    let isOneDay = try days.count == 1 && file.lastHeader().header.session == file.header.session
    let isNarrow = context.output.width.map { $0 < Self.narrow } ?? false
    for row in rows {
      let start = isNarrow ? "" : moment(of: row.step.event, in: context.times, isOneDay: isOneDay) + "  "
      let seq = String(row.setting.seq)
      let label = row.label.shortened(to: labelWidth)
      let padding = String(repeating: " ", count: labelWidth - label.terminalWidth)
      let room = context.output.width.map { max(24, $0 - seqWidth - start.count - labelWidth - 4) }
      for text in ChangeList([row.change]).lines(columns: room) {
        var line: StyledText = "\(String(repeating: " ", count: seqWidth - seq.count) + seq, .seq)  \(start)"
        line += "\(label, .label)\(padding)  " + text
        if row.setting.isUncertain, let previous = row.setting.previous {
          line += "  \("(or a step after \(previous): the states between are unknown)", .warning)"
        }
        try context.output.line(line)
      }
    }
  }

  private func moment(of event: JournalEvent, in times: TimeFormat, isOneDay: Bool) -> String {
    let time = Timestamp(microseconds: Int64(event.time))
    if isOneDay, !times.isRelative { return times.displayTime(time) }
    return times.display(time, since: Timestamp(microseconds: Int64(event.time - event.elapsed)))
  }

  // MARK: JSON

  func json(in context: CommandContext) -> JSONValue {
    JSONReport.object(
      schema: "reduxlog.blame/1",
      [
        "journal": file.path, "seq": inquiry.seq, "path": inquiry.place,
        "steps": rows.map { row in
          JSONReport.object([
            "path": (row.setting.place ?? row.setting.oldPlace),
            "from": row.setting.hasMoved ? row.setting.oldPlace : nil, "step": row.step.json,
            "previous": row.setting.previous, "uncertain": row.setting.isUncertain ? true : nil, "old": row.old,
            "new": row.new,
          ])
        },
        "older": hasOlder ? true : nil, "stopped": isStopped ? true : nil,
      ])
  }
}

extension BlameInquiry.Answer.Setting {
  /// Whether the value's place is another one before the step.
  fileprivate var hasMoved: Bool { place != nil && place != oldPlace }
}

import CommandLineKit
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxNotation
import StateCoding
import StateTree

/// `summary`: summarizes a journal for a ticket.
struct SummaryCommand: Command {
  private static let formats: Formats<Void, JournalSummary> = [
    .human: {
      ValueWriter($1) { summary, context in
        let form = SummaryForm(
          times: context.times, columns: (context.output.width ?? 120) - 2, tool: context.toolName, name: \.self)
        try context.output.write(summary.page(form).text)
      }
    },
    .markdown: {
      ValueWriter($1) { summary, context in
        var form = SummaryForm.markdown(tool: context.toolName)
        form.times.isRelative = context.times.isRelative
        try context.output.write(StyledText(trusted: summary.page(form).markdown))
      }
    },
    .json: { ValueWriter($1) { try $1.output.json($0.json(tool: $1.toolName)) } },
  ]
  private static let journal = ArgumentSpecification("FILE", help: "A journal.")
  private static let number = OptionSpecification(
    "number", short: "n", value: "N", help: "Show the last N lines of the log (default: 10, at most 1000).")

  static let specification = CommandSpecification(
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
    arguments: [journal], options: [number, formats.option, .utc, .relative, .maximumLine, .keyFile],
    rules: [.relativeTimes])

  func isPaged(_ arguments: ParsedArguments) -> Bool { true }

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let context = context.showingTimes(as: arguments)
    let lineCount = try arguments.integer(of: Self.number, in: 0...1000) ?? 10
    let journal = try OpenJournal(
      arguments.required(Self.journal), options: arguments.readingOptions(in: context), times: context.times)
    guard journal.selection == .whole else { throw UsageError("expected a whole journal, found a revision") }
    var progress = context.progress("Reading")
    let summary = try JournalSummary(of: journal.file, lineCount: lineCount) { bytes in
      try progress.update(bytes, of: journal.file.byteCount)
    }
    try progress.finish()
    try Self.formats.write(summary, arguments, in: context)
    // The summary covers the readable part; damage after it is an error, as in every other command.
    if let damage = summary.damage { throw damage }
    return .fine
  }
}

/// The form of a summary, depending on its readers.
struct SummaryForm: Sendable {
  /// The zone of the times.
  var times: TimeFormat
  /// The width of the log's lines.
  var columns: Int
  /// The name of the tool in commands.
  var tool: String
  /// Returns a journal's name from its path.
  var name: @Sendable (String) -> String

  /// For readers elsewhere, with other time zones and folders.
  static func markdown(tool: String) -> SummaryForm {
    SummaryForm(times: .namedUTC, columns: 100, tool: tool) { path in
      path.split(separator: "/").last.map(String.init) ?? path
    }
  }

  /// Formats a moment in microseconds since 1970.
  func moment(_ time: Int) -> String { times.display(Timestamp(microseconds: Int64(time))) }
}

extension JournalSummary {
  /// The maximum length of a log line: places, reasons and names can have any length.
  static let longestLine = 240
  private static let listedCount = 10

  /// The summary for people.
  func page(_ form: SummaryForm) throws -> ReportPage {
    var page = ReportPage(title: title)
    page.facts = facts(form)
    page.add("app details", context)
    let inFlight = torn?.beingWritten == false ? end.flatMap { $0.isInFlight ? $0 : nil } : nil
    page.add("actions that never ended", lines: try lines(at: events[.interrupted], and: inFlight, form))
    page.add(counted("last lines of the log", min(lineCount, logCount), of: logCount), lines: try log(form))
    page.add(counted("refused by reducers", of: events[.refused]), lines: try lines(at: events[.refused], form))
    page.add(counted("gaps", of: events[.gaps]), lines: try lines(at: events[.gaps], form))
    page.add(counted("states without a hash", of: events[.unhashed]), lines: try lines(at: events[.unhashed], form))
    page.add(counted("rewinds", of: events[.rewinds]), lines: try lines(at: events[.rewinds], form))
    page.add("sessions", sessions(form))
    page.add("slowest reducers", stats.slowest.map { "\(own: Self.span($0.microseconds)): \($0.type) at \($0.seq)" })
    page.add("marks", marks)
    page.add(
      "next steps", lines: nextSteps(name: form.name(file.path), tool: form.tool).map { "\($0.command)  # \($0.why)" })
    return page
  }

  // MARK: Facts

  private var title: ReportText {
    let app = events.header.app
    var title: ReportText = "\(app.name)"
    if let version = app.version { title += " \(version)" }
    if let schema = app.schema { title += ", schema \(schema)" }
    return title
  }

  private func facts(_ form: SummaryForm) -> [(name: String, text: ReportText)] {
    var file: ReportText = "\(form.name(self.file.path)), \(bytes) bytes"
    if stats.segments > 1 { file += ", \(stats.segments) segments" }
    let count = events.earlierSessions.count + 1
    var facts: [(name: String, text: ReportText)] = [
      ("end", end(form)), ("file", file), ("journal", "\(stats.header.journal.text)"),
      ("started", "\(own: form.moment(stats.header.started.microseconds)) on \(events.header.platform)"),
      ("length", "\(own: Self.span(stats.duration)), \(count) \(own: count == 1 ? "session" : "sessions")"),
      ("actions", actions), ("states", states), ("integrity", integrity), ("secrets", secrets),
    ]
    if events.header.detail != "full" {
      facts.append(("detail", "\(events.header.detail): values were not recorded"))
    }
    return facts
  }

  private func end(_ form: SummaryForm) -> ReportText {
    if let damage {
      let line: ReportText = damage.line.map { ", line \($0) of \(form.name(damage.path))" } ?? ""
      return .strong("damaged") + line + ": \(CommandFailure(damage).reason)"
    }
    if let suspect { return .strong("ended in the reducer of action \(suspect)") }
    guard let torn else {
      if case .closed = stats.tail { return "closed" }
      return "not closed: the app was killed, crashed outside its reducers, or is still running"
    }
    if torn.beingWritten { return "being recorded" }
    return torn.isWhole ? "not closed: the last line lacks its end" : "not closed: the last line was cut short"
  }

  private var actions: ReportText {
    var text: ReportText = "\(stats.actions)"
    let parts: [(ActionRecord.Replayability, String)] = [
      (.replayable, "replayable"), (.inspectOnly, "inspect-only"), (.opaque, "opaque"),
    ]
    let counts = parts.compactMap { kind, name in stats.replayability[kind].map { "\($0) \(name)" } }
    if let replayable = stats.replayability[.replayable], replayable == stats.actions {
      text += ", all replayable"
    } else if !counts.isEmpty {
      text += ": \(own: counts.joined(separator: ", "))"
    }
    if let gain = stats.uncodedByCount.first {
      let type: ReportText = gain.name.map { "\($0)" } ?? "the type of actions"
      let (before, after) = gain.advice
      text += "; \(own: before)\(type)\(own: after): +\(gain.count)"
      let others = stats.uncodedByCount.dropFirst()
      if !others.isEmpty {
        let types = others.count == 1 ? "type" : "types"
        text += ", and \(others.count) other \(own: types): +\(others.reduce(0) { $0 + $1.count })"
      }
    }
    if let changes = JournalStats.text(ofOutsideChanges: stats.outside) { text += "; \(own: changes)" }
    return text
  }

  private var states: ReportText {
    // Those whose hash failed are listed, with the reasons.
    let skipped = stats.unhashed - events[.unhashed].count
    var text = readableStates
    // What the next rung costs.
    if stats.unreplayable > 0, stats.hasPartialStates { text += "; to replay them, make the state Codable" }
    return skipped > 0 ? text + "; \(skipped) without a hash, as the recorder's policy wants" : text
  }

  private var readableStates: ReportText {
    let count = (stats.lastSeq.map { $0 - stats.header.seq + 1 } ?? 0) - stats.interrupted
    if events.areSelfContained {
      let silent = stats.actions - stats.interrupted - stats.patched
      let text: ReportText = "\(count), readable without the app's reducers"
      if silent == 0 { return text }
      return text
        + ", but \(silent) \(own: silent == 1 ? "action doesn't record its" : "actions don't record their") changes"
    }
    let held = stats.kinds["snapshot"] ?? 0
    if count == 0 { return "0" }
    if held == 0 { return "\(count), which only the app's reducers can rebuild" }
    let patched: ReportText = stats.patched > 0 ? " and the states of \(stats.patched) actions with patches" : ""
    let snapshots: ReportText = "only \(held) \(own: held == 1 ? "snapshot" : "snapshots")" + patched + " can be read"
    if stats.unreplayable == 0 { return "\(count); without the app's reducers, " + snapshots }
    let text: ReportText = stats.isInspectOnly ? "\(count), of which " : "\(count); without the app's reducers, "
    return text + snapshots + "; to read all of them, record with states: .patches"
  }

  private var integrity: ReportText {
    let isCut = torn.map { !$0.isWhole } ?? false
    let read: ReportText =
      damage != nil ? "what was read is intact" : isCut ? "every complete line is intact" : "every line is intact"
    if let key = file.key { return read + ", and authentic: the key \(key.fingerprint) proves it" }
    guard let key = stats.header.key else {
      return read + "; recorded without a key, so anyone could have written it"
    }
    return read + "; not proven authentic: it is recorded with the key \(key); pass it with --key-file"
  }

  private var secrets: ReportText {
    guard events.areRedacted else { return .strong("some sessions are not redacted") }
    let rules = events.header.rules
    var parts: [String] = []
    if rules.detectsAsUsual {
      parts.append("common names and forms")
    } else if rules.detection != .none {
      parts.append("common names and forms, with exceptions or additions")
    } else if !rules.names.isEmpty {
      parts.append("\(rules.names.count) names")
    }
    if !rules.redacted.isEmpty { parts.append("\(rules.redacted.count) places") }
    if let allowed = rules.allowed { parts.append("all but \(allowed.count) places") }
    let redacted = parts.isEmpty ? "values marked in the app's types" : parts.joined(separator: ", ")
    return "redacted: \(own: redacted)\(own: events.haveSameRules ? "" : "; in earlier sessions, by other rules")"
  }

  // MARK: Lists

  private var context: [ReportText] {
    let members = events.header.context
    let rows: [ReportText] = members.prefix(Self.listedCount).map { key, value in
      if case .string(let text) = value { return "\(key): \(text)" }
      return "\(key): \(JSONPrinter.shortened(value, columns: 80))"
    }
    return rows + (members.count > rows.count ? ["and \(members.count - rows.count) more"] : [])
  }

  private var marks: [ReportText] {
    let rows: [ReportText] = stats.marks.suffix(Self.listedCount).map { mark in
      let text: ReportText = "\(mark.name) at \(mark.seq)"
      return text + (mark.text.map { ": \($0.excerpt(columns: EventText.noteColumns))" } ?? "")
    }
    let rest = stats.marks.count - rows.count
    return (rest > 0 ? ["\(rest) earlier ones"] : []) + rows
  }

  private func sessions(_ form: SummaryForm) -> [ReportText] {
    let earlier = events.earlierSessions
    guard earlier.count > 0 else { return [] }
    let rest = earlier.count - earlier.elements.count
    let rows = earlier.elements.map { row(of: $0, form) + ", \(own: Self.words(for: $0.end))" }
    return (rest > 0 ? ["\(rest) earlier ones"] : []) + rows + [row(of: events.lastSession, form) + ", \(end(form))"]
  }

  private func row(of session: JournalFacts.Session, _ form: SummaryForm) -> ReportText {
    var text: ReportText = "session \(session.number): \(own: form.moment(session.started))"
    text +=
      ", \(own: Self.span(session.length)), \(session.actions) \(own: session.actions == 1 ? "action" : "actions")"
    return text + (session.version.map { ", version \($0)" } ?? "")
  }

  private static func words(for end: JournalFacts.Session.End) -> String {
    switch end {
    case .closed: "closed"
    case .notClosed: "not closed"
    case .interrupted(let seq): "ended in the reducer of action \(seq)"
    }
  }

  private func counted(_ title: String, of recent: Recent<EventPlace>) -> String {
    counted(title, recent.elements.count, of: recent.count)
  }

  private func counted(_ title: String, _ shown: Int, of count: Int) -> String {
    count > shown ? "\(title): \(shown) of \(count)" : title
  }

  private static func span(_ microseconds: Int) -> String {
    DurationFormat.rounded(microseconds: Int64(microseconds))
  }

  // MARK: Lines of the log

  /// Returns the last lines, as `log` prints them.
  private func log(_ form: SummaryForm) throws -> [StyledText] {
    var texts: [StyledText] = []
    var session: Int?
    var day: EventText.Day?
    let lines = lineText(form)
    try readLog { event, _ in
      if let header = event.session?.header, session != header.session {
        session = header.session
        day = lines.day(at: header.started.microseconds)
        texts.append(cut(lines.text(ofSession: header)))
      }
      texts += ruledLines(of: event, lines, &day)
    }
    return texts
  }

  private func lines(
    at places: Recent<EventPlace>, and last: JournalEvent? = nil, _ form: SummaryForm
  ) throws -> [StyledText] {
    var texts: [StyledText] = []
    var day: EventText.Day? = lineText(form).day(at: stats.header.started.microseconds)
    for place in places.elements {
      try file.forEachEvent(at: [place]) { texts += ruledLines(of: $0, lineText(form), &day) }
    }
    if let last { texts += ruledLines(of: last, lineText(form), &day) }
    return texts
  }

  /// The line of an event, below a rule if it is of another day than the line before.
  private func ruledLines(of event: JournalEvent, _ lines: EventText, _ last: inout EventText.Day?) -> [StyledText] {
    let day = lines.day(at: event.time)
    defer { last = day }
    return [lines.rule(at: day, after: last), cut(lines.text(of: event))].compactMap(\.self)
  }

  private func lineText(_ form: SummaryForm) -> EventText {
    var text = EventText(times: form.times, lastSeq: stats.lastSeq ?? 0, columns: form.columns)
    text.isInspectOnly = stats.isInspectOnly
    return text
  }

  /// Truncates a line that is too long, dropping its colors.
  private func cut(_ text: StyledText) -> StyledText {
    let plain = text.plain
    let excerpt = plain.excerpt(columns: Self.longestLine)
    return excerpt == plain ? text : StyledText(trusted: excerpt)
  }
}

extension JournalSummary {
  /// The summary as a document.
  func json(tool: String) throws -> JSONValue {
    let app = events.header.app
    return JSONReport.object(
      schema: "reduxlog.summary/1",
      [
        "file": file.path,
        "app": JSONReport.object(["name": app.name, "version": app.version, "schema": app.schema]),
        "context": events.header.context.isEmpty ? nil : events.header.context, "platform": events.header.platform,
        "journal": stats.header.journal.text, "key": stats.header.key,
        "authentic": stats.header.key.map { _ in file.key != nil },
        "started": JSONValue(microsecondsSince1970: stats.header.started.microseconds), "duration-us": stats.duration,
        "bytes": bytes, "segments": stats.segments, "last-seq": stats.lastSeq, "end": endJSON,
        "actions": stats.actionCounts, "uncoded": stats.uncodedJSON(limit: 1),
        "self-contained": events.areSelfContained, "redacted": events.areRedacted, "detail": events.header.detail,
        "sessions": sessions, "lines": try log(), "interrupted": try list(events[.interrupted]),
        "refused": try list(events[.refused]), "gaps": try list(events[.gaps]),
        "unhashed": try list(events[.unhashed]), "rewinds": try list(events[.rewinds]), "slowest": stats.slowestJSON,
        "marks": stats.marksJSON,
        "next": nextSteps(name: file.path, tool: tool).map { step in
          JSONReport.object(["command": step.command, "why": step.why])
        },
      ])
  }

  private var endJSON: JSONValue {
    if let damage {
      return JSONReport.object([
        "kind": "damaged", "line": damage.line, "segment": damage.path, "message": "\(damage.problem)",
      ])
    }
    guard case .object(var end) = stats.endJSON else { return stats.endJSON }
    if let suspect { end["seq"] = JSONValue(suspect) }
    return .object(end)
  }

  private var sessions: JSONValue {
    let earlier = events.earlierSessions
    return JSONReport.object([
      "count": earlier.count + 1, "last": (earlier.elements + [events.lastSession]).map(JournalSummary.json),
    ])
  }

  private static func json(_ session: JournalFacts.Session) -> JSONValue {
    var seq: Int?
    let end: String
    switch session.end {
    case .closed: end = "closed"
    case .notClosed: end = "not-closed"
    case .interrupted(let action):
      end = "interrupted"
      seq = action
    }
    return JSONReport.object([
      "session": session.number, "started": JSONValue(microsecondsSince1970: session.started),
      "duration-us": session.length, "actions": session.actions, "version": session.version, "end": end, "seq": seq,
    ])
  }

  private func log() throws -> JSONValue {
    var entries: [JSONValue] = []
    try readLog { line, seq in entries.append(json(line, seq: seq)) }
    return JSONReport.object(["count": logCount, "last": entries])
  }

  /// Returns the count of a kind of events, and the last of them in the log's notation.
  private func list(_ places: Recent<EventPlace>) throws -> JSONValue {
    var entries: [JSONValue] = []
    for place in places.elements { try file.forEachEvent(at: [place]) { entries.append(json($0, seq: $0.seq)) } }
    return JSONReport.object(["count": places.count, "last": entries])
  }

  private func json(_ event: JournalEvent, seq: Int?) -> JSONValue {
    let text = EventText(times: .utc, lastSeq: 0, columns: 120).body(event).plain
    return JSONReport.object([
      "kind": event.name, "seq": seq, "line": event.line, "time": JSONValue(microsecondsSince1970: event.time),
      "text": text.excerpt(columns: Self.longestLine),
    ])
  }
}
